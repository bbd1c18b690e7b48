#include "openperflib/provider/v2/publish/reader_connections.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <vector>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

class ReaderConnectionsTest : public ::testing::Test {
 protected:
  [[nodiscard]] UniqueFd connect() { return connect_to(listening_.path()).value(); }
  [[nodiscard]] UniqueFd connect_with_request() {
    UniqueFd reader = connect();
    EXPECT_TRUE(send_message(reader.get(), bytes_of(RequestMessage{.thread = 7}), {}).has_value());
    return reader;
  }
  MadeFolder folder_;
  ListeningSocket listening_ = ListeningSocket::listen(folder_.path(), "one").value();
};

TEST_F(ReaderConnectionsTest, Request_IsReadWithItsReader) {
  ReaderConnections connections(listening_);
  const UniqueFd reader = connect_with_request();
  const auto requests = connections.wait();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].message.thread, 7U);
  EXPECT_EQ(requests[0].reader.process, ::getpid());
  EXPECT_EQ(requests[0].reader.user, ::geteuid());
}

// What is read at once is in memory at once.
TEST_F(ReaderConnectionsTest, ManyRequests_ATurnReadsSomeOfThem) {
  ReaderConnections connections(listening_, {.accepted = 50, .requests = 32});
  std::vector<UniqueFd> readers;
  for (int i = 0; i < 60; ++i) readers.push_back(connect_with_request());
  EXPECT_EQ(connections.wait().size(), 32U);
  EXPECT_EQ(connections.wait().size(), 28U);
}

TEST_F(ReaderConnectionsTest, SilentReaders_TakeABoundedNumberOfDescriptors) {
  ReaderConnections connections(listening_, {.connections = 4});
  std::vector<UniqueFd> readers;
  for (int i = 0; i < 10; ++i) readers.push_back(connect());
  EXPECT_TRUE(connections.wait().empty());
  std::array<std::byte, 8> buffer{};
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const auto received = receive_bytes(readers[i].get(), buffer);
    EXPECT_EQ(received.has_value(), i < 6) << i;  // closed, or silent
  }
}

// Meanwhile, other readers are served, and wake the provider.
TEST_F(ReaderConnectionsTest, SilentForTooLong_IsClosed) {
  ReaderConnections connections(listening_, {.silence = std::chrono::milliseconds(10)});
  const UniqueFd silent = connect();
  std::array<std::byte, 8> buffer{};
  const auto received = [&] { return receive_bytes(silent.get(), buffer); };
  while (!received().has_value()) {
    const UniqueFd other = connect_with_request();
    EXPECT_EQ(connections.wait().size(), 1U);
  }
  EXPECT_TRUE(received()->bytes.empty());
}

}  // namespace
}  // namespace openperflib
