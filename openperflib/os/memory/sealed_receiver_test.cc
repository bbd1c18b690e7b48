#include "openperflib/os/memory/sealed_receiver.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/os/memory/sealed_memory.h"

namespace openperflib {
namespace {

constexpr std::array kMessage{std::byte{7}, std::byte{8}, std::byte{9}};

std::ptrdiff_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return std::distance(all, std::filesystem::directory_iterator());
}

// One receiver, and the other end of the connection that it was given.
class SealedReceiverTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    peer_ = UniqueFd(ends[0]);
    const UniqueFd mine(ends[1]);
    receiver_ = SealedReceiver::start(mine.get(), seals_of_this_kernel()).value();
  }
  void send(std::span<const int> descriptors) {
    ASSERT_TRUE(send_message(peer_.get(), kMessage, descriptors).has_value());
  }
  std::expected<ReceivedMessage, MappingFault> receive() {
    pollfd ready{.fd = receiver_->fd(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&ready, 1, 10'000), 1);
    return receiver_->receive(buffer_);
  }
  MappingRefusal refusal_of(int descriptor) {
    send(std::array{descriptor});
    const auto received = receive();
    EXPECT_FALSE(received.has_value());
    return received.has_value() ? MappingRefusal::system : received.error().refusal;
  }
  std::array<std::byte, 64> buffer_{};
  UniqueFd peer_;
  std::optional<SealedReceiver> receiver_;
};

TEST_F(SealedReceiverTest, SealedMemory_IsPassedOnWithItsMessage) {
  const SealedMemory memory = SealedMemory::create("x", 4096).value();
  const std::vector<int> sixteen(kMostDescriptors, memory.descriptor());
  send(sixteen);
  const auto received = receive().value();
  EXPECT_TRUE(std::ranges::equal(received.bytes, kMessage));
  EXPECT_EQ(received.descriptors.size(), kMostDescriptors);
  EXPECT_FALSE(received.is_cut);
  EXPECT_TRUE(ReadMapping::map(UniqueFd(::dup(received.descriptors[15].get())),
                               {.seals = seals_of_this_kernel()})
                  .has_value());
}

TEST_F(SealedReceiverTest, NoDescriptor_IsPassedOn) {
  send({});
  EXPECT_TRUE(receive().value().descriptors.empty());
}

TEST_F(SealedReceiverTest, ManyMessages_KeepTheirOrder) {
  const SealedMemory memory = SealedMemory::create("x", 4096).value();
  const std::vector<int> descriptors(kMostDescriptors, memory.descriptor());
  for (int i = 0; i < 70; ++i) {
    const std::array number{std::byte(i)};
    ASSERT_TRUE(send_message(peer_.get(), number, descriptors).has_value());
    EXPECT_EQ(receive().value().bytes.front(), std::byte(i));
  }
}

TEST_F(SealedReceiverTest, File_IsRefused) {
  const UniqueFd file(::open("/", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(refusal_of(file.get()), MappingRefusal::not_memory);
}

TEST_F(SealedReceiverTest, Path_IsRefused) {
  const UniqueFd file(::open("/", O_PATH | O_CLOEXEC));
  EXPECT_EQ(refusal_of(file.get()), MappingRefusal::not_memory);
}

TEST_F(SealedReceiverTest, NotSealed_IsRefused) {
  const UniqueFd memory(::memfd_create("x", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  EXPECT_EQ(refusal_of(memory.get()), MappingRefusal::not_sealed);
}

TEST_F(SealedReceiverTest, Refused_IsNeverInThisProcess) {
  const UniqueFd file(::open("/", O_RDONLY | O_CLOEXEC));
  const std::ptrdiff_t before = open_descriptors();
  EXPECT_EQ(refusal_of(file.get()), MappingRefusal::not_memory);
  EXPECT_EQ(open_descriptors(), before);
}

TEST_F(SealedReceiverTest, LongMessage_IsCut) {
  const std::array<std::byte, SealedReceiver::kMostBytes + 1> message{};
  ASSERT_TRUE(send_message(peer_.get(), message, {}).has_value());
  EXPECT_TRUE(receive().value().is_cut);
}

TEST_F(SealedReceiverTest, NothingIsThere_IsSaid) {
  const auto received = receiver_->receive(buffer_);
  ASSERT_FALSE(received.has_value());
  EXPECT_EQ(received.error(), (MappingFault{MappingRefusal::system, EAGAIN}));
}

TEST_F(SealedReceiverTest, PeerCloses_IsTheEnd) {
  peer_.reset();
  EXPECT_TRUE(receive().value().bytes.empty());
}

// So that the program's own handling of processes sees nothing of it.
TEST_F(SealedReceiverTest, Process_IsNotSeen) {
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  (void)receiver_->finish();  // it does not wait for long
  while (!receiver_->has_ended()) ::usleep(1000);
  EXPECT_EQ(::waitpid(-1, nullptr, static_cast<int>(__WALL) | WNOHANG), -1);
}

TEST_F(SealedReceiverTest, ForkedChild_LeavesTheProcessAlone) {
  const pid_t child = ::fork();
  if (child == 0) {
    receiver_.reset();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  send({});
  EXPECT_EQ(receive().value().bytes.size(), kMessage.size());
}

}  // namespace
}  // namespace openperflib
