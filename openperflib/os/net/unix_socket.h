// Sockets by which processes of one machine pass descriptors: SOCK_SEQPACKET, with names in the
// file system. Only ListeningSocket::wait() waits.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Descriptors of one message. What is being received counts against the limit of the receiver.
inline constexpr std::size_t kMostDescriptors = 16;

// Who made a socket, as the kernel says: the process that listens, seen from one that connected.
struct UnixPeer {
  pid_t process = 0;  // 0: it is not in the caller's pid namespace
  uid_t user = 0;
};

// Resource: a socket in a program that may close descriptors which are not its own, and use their
// numbers again. Movable. Closes what is still its socket, and nothing else.
class HeldSocket {
 public:
  HeldSocket() noexcept = default;
  // Notes the socket's inode, by which is_intact() recognises it.
  explicit HeldSocket(UniqueFd socket) noexcept;
  HeldSocket(HeldSocket&&) noexcept = default;
  HeldSocket& operator=(HeldSocket&& other) noexcept;
  ~HeldSocket();

  [[nodiscard]] int get() const noexcept { return socket_.get(); }  // -1: none
  // Whether the descriptor still is this socket.
  [[nodiscard]] bool is_intact() const noexcept;

 private:
  UniqueFd socket_;
  ino_t inode_ = 0;
};

// Resource: a socket with a name, which it removes. A forked child of its process only closes it.
class ListeningSocket {
 public:
  // Every user may connect who can enter the folder. The name exists only once connections are
  // accepted, so that nobody mistakes a socket that starts for one that was left behind; until then
  // it has a name that begins with a dot. Errors: errno; ENAMETOOLONG: the path has more bytes than
  // an address holds.
  [[nodiscard]] static std::expected<ListeningSocket, int> listen(const std::string& folder,
                                                                  const std::string& name);
  // The object that was moved from removes and closes nothing.
  ListeningSocket(ListeningSocket&& other) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ~ListeningSocket();

  // Waits for a connection, at most a second. None: it failed, or wake() was called.
  [[nodiscard]] UniqueFd wait() const noexcept;
  // The next connection; none: there is none, or it failed.
  [[nodiscard]] UniqueFd accept() const noexcept;
  // Ends wait() in another thread, now and for ever: nobody can connect any more.
  void wake() const noexcept;
  // As that of HeldSocket.
  [[nodiscard]] bool is_intact() const noexcept { return socket_.is_intact(); }
  [[nodiscard]] int fd() const noexcept { return socket_.get(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  // As listen(), once. ENOENT: also if another process has removed the first name.
  [[nodiscard]] static std::expected<ListeningSocket, int> try_to_listen(const std::string& folder,
                                                                         const std::string& name);
  // Takes a bound socket; the destructor removes `path`.
  ListeningSocket(UniqueFd socket, std::string path) noexcept;
  HeldSocket socket_;
  std::string path_;  // empty: moved from
  pid_t owner_;
};

// Connects at once or not at all. Errors: errno; ECONNREFUSED: nobody listens any more; EAGAIN: too
// many wait already.
[[nodiscard]] std::expected<UniqueFd, int> connect_to(const std::string& path);
// Errors: errno.
[[nodiscard]] std::expected<UnixPeer, int> peer_of(int socket) noexcept;

// One message with at most kMostDescriptors, which the sender keeps. Errors: errno; EAGAIN: the
// receiver has too many unread ones.
[[nodiscard]] std::expected<void, int> send_message(int socket, Bytes message,
                                                    std::span<const int> descriptors);

// What arrived.
struct ReceivedMessage {
  Bytes bytes;  // in the buffer that was passed; empty: the other end is closed
  std::vector<UniqueFd> descriptors = {};
  bool is_cut = false;  // it had more bytes or descriptors than there was room for
};
// Errors: errno; EAGAIN: nothing is there yet.
[[nodiscard]] std::expected<ReceivedMessage, int> receive_message(int socket, MutableBytes buffer);
// Receives a message that should have no descriptors. Those it has never enter this process, where
// a thread that closes one would wait for its file system; the message is cut. Errors: as above.
[[nodiscard]] std::expected<ReceivedMessage, int> receive_bytes(int socket, MutableBytes buffer);

}  // namespace openperflib
