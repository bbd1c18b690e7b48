#include "openperflib/os/net/datagram_socket.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <vector>

namespace openperflib {
namespace {

std::uint16_t port_of(const DatagramSocket& socket) {
  const std::string text = socket.address().substr(socket.address().rfind(':') + 1);
  std::uint16_t port = 0;
  std::from_chars(text.data(), text.data() + text.size(), port);
  return port;
}

void send_to(const DatagramSocket& socket, std::string_view packet) {
  const UniqueFd sender(::socket(AF_INET, SOCK_DGRAM, 0));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  to.sin_port = ::htons(port_of(socket));
  const void* const address = &to;
  ASSERT_EQ(::sendto(sender.get(), packet.data(), packet.size(), 0,
                     static_cast<const sockaddr*>(address), sizeof to),
            static_cast<ssize_t>(packet.size()));
}

TEST(DatagramSocket, PortZero_GetsOneThatIsFree) {
  const auto socket = DatagramSocket::listen("127.0.0.1:0").value();
  EXPECT_TRUE(socket.address().starts_with("127.0.0.1:"));
  EXPECT_NE(port_of(socket), 0);
  EXPECT_EQ(DatagramSocket::listen(socket.address()).error(), EADDRINUSE);
}

TEST(DatagramSocket, Packets_ArriveInTheirOrder) {
  const auto socket = DatagramSocket::listen("127.0.0.1:0").value();
  std::vector<std::byte> buffer(DatagramSocket::kMostBytes);
  EXPECT_EQ(socket.receive(buffer).error(), EAGAIN);
  send_to(socket, "one");
  send_to(socket, "");
  send_to(socket, "three");
  EXPECT_EQ(as_text(socket.receive(buffer).value()), "one");
  EXPECT_EQ(as_text(socket.receive(buffer).value()), "");
  EXPECT_EQ(as_text(socket.receive(buffer).value()), "three");
  EXPECT_EQ(socket.receive(buffer).error(), EAGAIN);
}

TEST(DatagramSocket, OtherText_IsRefused) {
  for (const char* text :
       {"", ":", "8125", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
        "127.0.0.1:-1", "localhost:8125", "::1:8125", "[::1:8125", "[]:8125", "[127.0.0.1]:8125"}) {
    const auto socket = DatagramSocket::listen(text);
    ASSERT_FALSE(socket.has_value()) << text;
    EXPECT_EQ(socket.error(), EINVAL) << text;
  }
}

}  // namespace
}  // namespace openperflib
