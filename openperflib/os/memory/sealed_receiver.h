// SealedReceiver: a short-lived process that receives descriptors in place of its caller, and
// passes on only sealed memory.
//
// A thread that closes a descriptor may have to wait for its file system, and then even SIGKILL
// ends neither it nor its process: a FUSE file whose daemon does not answer, for example. So
// descriptors of users who are not trusted must not enter the reader's process
// (docs/security.md, "What a provider cannot do to its readers").
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/os/memory/read_mapping.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

struct ReceiverArea;  // of receiver_process_internal.h

// Resource: one process and one descriptor. Movable. One thread at a time. The process shares the
// caller's memory while it receives, has none when it closes what it refused, and has no exit
// signal: the caller's program sees nothing of it, as of a ChildProcess. It ends after a fault,
// when its peer closes the connection, and with its caller. Fork: a forked child of the caller may
// destroy its copy, which leaves the process alone.
class SealedReceiver {
 public:
  static constexpr std::size_t kMostBytes = 256;  // of a message; a longer one is cut

  // Takes over what arrives at `socket`, of which the process has its own copy afterwards. `seals`:
  // those that each descriptor must at least have. Errors: errno; the process could not be started.
  [[nodiscard]] static std::expected<SealedReceiver, int> start(int socket, int seals);
  SealedReceiver(SealedReceiver&& other) noexcept;
  SealedReceiver& operator=(SealedReceiver&& other) noexcept;
  // Waits for some milliseconds. A process that hangs by then remains until the descriptor that it
  // closes lets it go.
  ~SealedReceiver();

  // The next message, as receive_message(). Errors: why a descriptor was refused, after which
  // nothing follows; MappingRefusal::system: errno; EAGAIN: nothing is there yet.
  [[nodiscard]] std::expected<ReceivedMessage, MappingFault> receive(MutableBytes buffer) const;
  // Readable when there is a message, or the process has ended.
  [[nodiscard]] int fd() const noexcept { return control_.get(); }

  // Receives nothing more. Returns whether the process has ended; waits for it at most 2 ms, and
  // only when it is first called.
  bool finish() noexcept;
  // Whether the process has ended and nothing is left of it. Never waits.
  [[nodiscard]] bool has_ended() noexcept;

 private:
  SealedReceiver(ReceiverArea* area, pid_t process, UniqueFd control) noexcept;
  // Does what the destructor does; in a forked child it only closes and unmaps its copies.
  void end() noexcept;

  ReceiverArea* area_;  // mapped memory, shared with the process; null: moved from, or it has ended
  pid_t process_;       // our child; not reaped while the area is mapped, so the id is its own
  pid_t owner_;         // who started it
  UniqueFd control_;    // the process ends when this socket is shut down or closed
};

}  // namespace openperflib
