#include "openperflib/os/net/unix_socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

std::size_t names_in(const std::string& folder) {
  const std::filesystem::directory_iterator names(folder);
  return static_cast<std::size_t>(std::distance(begin(names), end(names)));
}

class UnixSocket : public ::testing::Test {
 protected:
  MadeFolder folder_;
  std::array<std::byte, 64> buffer_{};
};

TEST_F(UnixSocket, Listens_NameIsThereUntilItEnds) {
  {
    const auto listening = ListeningSocket::listen(folder_.path(), "one");
    ASSERT_TRUE(listening.has_value());
    EXPECT_EQ(listening->path(), folder_.path() + "/one");
    EXPECT_EQ(names_in(folder_.path()), 1U);
  }
  EXPECT_EQ(names_in(folder_.path()), 0U);
}

TEST_F(UnixSocket, PathTooLong_IsRefusedAndLeavesNothing) {
  const auto listening = ListeningSocket::listen(folder_.path(), std::string(200, 'x'));
  EXPECT_EQ(listening.error(), ENAMETOOLONG);
  EXPECT_EQ(names_in(folder_.path()), 0U);
}

TEST_F(UnixSocket, Message_ArrivesWithItsDescriptors) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const UniqueFd reader = connect_to(listening.path()).value();
  EXPECT_EQ(receive_message(reader.get(), buffer_).error(), EAGAIN);
  const UniqueFd writer = listening.accept();
  ASSERT_TRUE(writer);
  const UniqueFd file(::open(folder_.path().c_str(), O_RDONLY | O_CLOEXEC));
  const std::array sent{file.get(), file.get()};
  ASSERT_TRUE(send_message(writer.get(), as_bytes("two"), sent).has_value());
  const auto received = receive_message(reader.get(), buffer_);
  ASSERT_TRUE(received.has_value());
  EXPECT_EQ(as_text(received->bytes), "two");
  EXPECT_EQ(received->descriptors.size(), 2U);
  EXPECT_FALSE(received->is_cut);
  EXPECT_EQ(::fcntl(received->descriptors[0].get(), F_GETFD), FD_CLOEXEC);
}

// Returns whether this process still holds its lock on the file, as a child of it sees.
bool is_locked(int file) {
  const pid_t child = ::fork();
  if (child == 0) {
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    ::_exit(::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  return status == 0;
}

// A process loses its locks on a file when it closes any descriptor of it, because the file system
// is asked then: so the lock shows that no descriptor was closed.
TEST_F(UnixSocket, UnexpectedDescriptors_NeverEnterTheProcess) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const UniqueFd reader = connect_to(listening.path()).value();
  const UniqueFd writer = listening.accept();
  const std::string path = folder_.path() + "/file";
  const UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  ASSERT_EQ(::fcntl(file.get(), F_SETLK, &lock), 0);
  const std::array sent{file.get()};
  ASSERT_TRUE(send_message(writer.get(), as_bytes("two"), sent).has_value());
  const auto received = receive_bytes(reader.get(), buffer_);
  ASSERT_TRUE(received.has_value());
  EXPECT_EQ(as_text(received->bytes), "two");
  EXPECT_TRUE(received->descriptors.empty());
  EXPECT_TRUE(received->is_cut);
  EXPECT_TRUE(is_locked(file.get()));
  ASSERT_TRUE(send_message(writer.get(), as_bytes("two"), sent).has_value());
  (void)receive_message(reader.get(), buffer_);
  EXPECT_FALSE(is_locked(file.get()));
}

TEST_F(UnixSocket, LongerThanTheBuffer_IsCut) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const UniqueFd reader = connect_to(listening.path()).value();
  ASSERT_TRUE(send_message(listening.accept().get(), as_bytes(std::string(65, 'x')), {}));
  EXPECT_TRUE(receive_message(reader.get(), buffer_)->is_cut);
}

TEST_F(UnixSocket, OtherEndClosed_IsAnEmptyMessage) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const UniqueFd reader = connect_to(listening.path()).value();
  listening.accept().reset();
  EXPECT_TRUE(receive_message(reader.get(), buffer_)->bytes.empty());
}

TEST_F(UnixSocket, Peer_IsTheProcessThatListens) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const UniqueFd reader = connect_to(listening.path()).value();
  EXPECT_EQ(peer_of(reader.get())->process, ::getpid());
  EXPECT_EQ(peer_of(reader.get())->user, ::geteuid());
}

TEST_F(UnixSocket, Wake_EndsTheWait) {
  const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  std::thread waiting([&] { EXPECT_FALSE(listening.wait()); });
  listening.wake();
  waiting.join();
  EXPECT_FALSE(connect_to(listening.path()).has_value());
}

// Programs that become daemons close all descriptors, and use the numbers again.
TEST_F(UnixSocket, DescriptorIsAnotherSocket_NotIntact) {
  auto listening = ListeningSocket::listen(folder_.path(), "one").value();
  const auto other = ListeningSocket::listen(folder_.path(), "two").value();
  ASSERT_TRUE(listening.is_intact());
  ASSERT_EQ(::dup2(other.fd(), listening.fd()), listening.fd());
  EXPECT_FALSE(listening.is_intact());
  EXPECT_FALSE(listening.wait());
}

// What a killed process leaves: a name at which nobody listens.
TEST_F(UnixSocket, NobodyListens_IsRefused) {
  const std::string left = folder_.path() + "/left";
  {
    const auto listening = ListeningSocket::listen(folder_.path(), "one").value();
    ASSERT_EQ(::rename(listening.path().c_str(), left.c_str()), 0);
  }
  EXPECT_EQ(connect_to(left).error(), ECONNREFUSED);
}

}  // namespace
}  // namespace openperflib
