// The process of a SealedReceiver, and the memory that it shares with its caller.
//
// It is a clone of the caller that runs on a stack of its own and without thread-local storage,
// under the conditions of child_keeper_internal.h. It never closes a descriptor that it refused:
// the kernel does that after the process has let go of the memory.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace openperflib {

inline constexpr std::uint32_t kReceiverEnded = 0;  // the kernel writes it: the memory is not used
inline constexpr std::uint32_t kReceiverRuns = 1;
inline constexpr std::size_t kReceiverStackBytes = std::size_t{16} << 10U;
inline constexpr std::size_t kReceiverMessageBytes = 256;
inline constexpr std::size_t kReceiverDescriptors = 16;

// What precedes a message that is passed on; the last ones have no message.
enum class ReceiverVerdict : std::uint8_t { passed, cut, not_memory, not_sealed };

// A cmsghdr and the descriptors that follow it: <sys/socket.h> permits no member after a cmsghdr.
struct ReceivedRights {
  std::size_t length;
  int level;
  int type;
  int fds[kReceiverDescriptors];
};
static_assert(offsetof(ReceivedRights, fds) == sizeof(cmsghdr));
static_assert(sizeof(ReceivedRights::length) == sizeof(cmsghdr::cmsg_len));

// Mapped by the caller.
struct ReceiverArea {
  std::uint32_t state = kReceiverRuns;  // a futex
  int socket = -1;                      // where messages arrive
  int control = -1;                     // where they go
  int seals = 0;                        // that each descriptor must have
  // What follows is used by the process only. It is not on its stack, where it would be set to
  // zero by a call.
  ReceiverVerdict verdict = ReceiverVerdict::passed;
  std::byte message[kReceiverMessageBytes];
  ReceivedRights rights;
  iovec parts[2];
  msghdr header;
  pollfd watched[2];
  alignas(16) std::byte stack[kReceiverStackBytes];
};

// Makes the process. The calling thread must block all signals. Returns its id, or a negative
// errno.
[[nodiscard]] long start_receiver(ReceiverArea& area) noexcept;

}  // namespace openperflib
