#include "openperflib/os/net/unix_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/last_errno_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/net/unix_address_internal.h"

namespace openperflib {
namespace {

constexpr int kWaiting = 64;  // connections that were not accepted yet
constexpr int kSocketFlags = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK;
constexpr mode_t kForAll = 0666;  // to connect is to write; the folder says who may

std::expected<UniqueFd, int> make_socket() {
  UniqueFd socket = above_standard_streams(UniqueFd(::socket(AF_UNIX, kSocketFlags, 0)));
  if (!socket) return last_errno();
  return socket;
}

// Room for the descriptors of one message, aligned as the kernel wants it.
struct DescriptorRoom {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(kMostDescriptors * sizeof(int))> bytes{};
};

void put_descriptors(msghdr& message, DescriptorRoom& room, std::span<const int> descriptors) {
  if (descriptors.empty()) return;
  message.msg_control = room.bytes.data();
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size_bytes());
}

// All sockets of the machine are in one file system. 0: not a descriptor.
ino_t inode_of(int fd) noexcept {
  struct stat facts = {};
  return ::fstat(fd, &facts) == 0 && S_ISSOCK(facts.st_mode) ? facts.st_ino : 0;
}

void take_descriptors(const cmsghdr& header, std::vector<UniqueFd>& into) {
  const std::size_t count = (header.cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (std::size_t i = 0; i < count; ++i) {
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(&header) + i * sizeof(int), sizeof(fd));
    into.push_back(above_standard_streams(UniqueFd(fd)));
  }
}

// Without room for control data in `header` the kernel drops the descriptors of the message.
std::expected<ReceivedMessage, int> receive_with(int socket, MutableBytes buffer, msghdr& header) {
  iovec part{.iov_base = buffer.data(), .iov_len = buffer.size()};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  ssize_t size = 0;
  do {
    size = ::recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size < 0) return last_errno();
  ReceivedMessage received{.bytes = buffer.first(static_cast<std::size_t>(size))};
  received.is_cut = (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  return received;
}

}  // namespace

HeldSocket::HeldSocket(UniqueFd socket) noexcept
    : socket_(std::move(socket)), inode_(inode_of(socket_.get())) {}

HeldSocket& HeldSocket::operator=(HeldSocket&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(inode_, other.inode_);
  return *this;
}

HeldSocket::~HeldSocket() {
  if (!is_intact()) (void)socket_.release();
}

bool HeldSocket::is_intact() const noexcept {
  return inode_ != 0 && inode_of(socket_.get()) == inode_;
}

ListeningSocket::ListeningSocket(UniqueFd socket, std::string path) noexcept
    : socket_(std::move(socket)), path_(std::move(path)), owner_(::getpid()) {}

ListeningSocket::ListeningSocket(ListeningSocket&& other) noexcept
    : socket_(std::move(other.socket_)),
      path_(std::exchange(other.path_, {})),
      owner_(other.owner_) {}

ListeningSocket::~ListeningSocket() {
  if (!path_.empty() && owner_ == ::getpid()) (void)::unlink(path_.c_str());
}

// The first name of a process that was stopped may be taken for that of one that was killed.
std::expected<ListeningSocket, int> ListeningSocket::listen(const std::string& folder,
                                                            const std::string& name) {
  auto made = try_to_listen(folder, name);
  if (made.has_value() || made.error() != ENOENT) return made;
  return try_to_listen(folder, name);
}

std::expected<ListeningSocket, int> ListeningSocket::try_to_listen(const std::string& folder,
                                                                   const std::string& name) {
  std::string temporary = folder + "/." + name;
  std::string path = folder + "/" + name;
  const sockaddr_un address = OPENPERFLIB_TRY(unix_address(temporary));
  UniqueFd socket = OPENPERFLIB_TRY(make_socket());
  if (::bind(socket.get(), generic(address), sizeof(address)) != 0) return last_errno();
  // Removes the name after any error. Nothing is allocated from here on: who would remove it then?
  ListeningSocket bound(std::move(socket), std::move(temporary));
  if (::chmod(bound.path_.c_str(), kForAll) != 0) return last_errno();
  if (::listen(bound.fd(), kWaiting) != 0) return last_errno();
  if (::rename(bound.path_.c_str(), path.c_str()) != 0) return last_errno();
  bound.path_ = std::move(path);
  return bound;
}

UniqueFd ListeningSocket::accept() const noexcept {
  return above_standard_streams(
      UniqueFd(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)));
}

UniqueFd ListeningSocket::wait() const noexcept {
  constexpr int kPatience = 1000;  // ms: poll() keeps a socket whose number the program closed
  if (!is_intact()) return {};
  pollfd ready{.fd = socket_.get(), .events = POLLIN, .revents = 0};
  if (::poll(&ready, 1, kPatience) <= 0) return {};
  const bool is_closed = (ready.revents & (POLLHUP | POLLNVAL)) != 0;
  return is_closed || !is_intact() ? UniqueFd() : accept();
}

void ListeningSocket::wake() const noexcept {
  if (is_intact()) (void)::shutdown(socket_.get(), SHUT_RDWR);
}

std::expected<UniqueFd, int> connect_to(const std::string& path) {
  const sockaddr_un address = OPENPERFLIB_TRY(unix_address(path));
  UniqueFd socket = OPENPERFLIB_TRY(make_socket());
  if (::connect(socket.get(), generic(address), sizeof(address)) != 0) return last_errno();
  return socket;
}

std::expected<UnixPeer, int> peer_of(int socket) noexcept {
  ucred credentials{};
  socklen_t size = sizeof(credentials);
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) {
    return last_errno();
  }
  return UnixPeer{.process = credentials.pid, .user = credentials.uid};
}

std::expected<void, int> send_message(int socket, Bytes message, std::span<const int> descriptors) {
  if (descriptors.size() > kMostDescriptors) return std::unexpected(EINVAL);
  iovec part{.iov_base = const_cast<std::byte*>(message.data()), .iov_len = message.size()};
  DescriptorRoom room;
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  put_descriptors(header, room, descriptors);
  if (::sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return last_errno();
  return {};
}

std::expected<ReceivedMessage, int> receive_message(int socket, MutableBytes buffer) {
  DescriptorRoom room;
  msghdr header{};
  header.msg_control = room.bytes.data();
  header.msg_controllen = room.bytes.size();
  ReceivedMessage received = OPENPERFLIB_TRY(receive_with(socket, buffer, header));
  for (cmsghdr* one = CMSG_FIRSTHDR(&header); one != nullptr; one = CMSG_NXTHDR(&header, one)) {
    const bool has_descriptors = one->cmsg_level == SOL_SOCKET && one->cmsg_type == SCM_RIGHTS;
    if (has_descriptors) take_descriptors(*one, received.descriptors);
  }
  return received;
}

std::expected<ReceivedMessage, int> receive_bytes(int socket, MutableBytes buffer) {
  msghdr header{};
  return receive_with(socket, buffer, header);
}

}  // namespace openperflib
