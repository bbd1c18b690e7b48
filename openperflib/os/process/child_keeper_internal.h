// The keeper: the process between a caller and the child that it must not notice.
//
// It is a clone of the caller that shares its memory and has no exit signal, so that only a wait
// for exactly it sees it. It runs on a stack of its own and without thread-local storage, because
// the thread that started it may end first: nothing here uses errno, the C library, or a function
// that another file may have been compiled to with a sanitizer (CMakeLists.txt switches those off).
#pragma once

#include <sys/types.h>

#include <climits>
#include <cstddef>
#include <cstdint>

namespace openperflib {

// The signals of the kernel, which also has those that the C library keeps to itself.
inline constexpr long kKernelSignals = 64;
inline constexpr long kSignalSetBytes = kKernelSignals / CHAR_BIT;

inline constexpr std::uint32_t kKeeperEnded = 0;  // the kernel writes it when the keeper ends
inline constexpr std::uint32_t kKeeperStarting = 1;
inline constexpr std::uint32_t kKeeperRunning = 2;
inline constexpr std::size_t kKeeperStackBytes = std::size_t{16} << 10U;

// Mapped by the caller, shared with the keeper. The pointers are needed only while `state` is
// kKeeperStarting. A file descriptor of -1 is none.
struct KeeperArea {
  std::uint32_t state = kKeeperStarting;  // a futex
  bool started = false;                   // the program ran; it may have ended since
  int failure = 0;                        // errno of what stopped the start
  pid_t caller = 0;
  pid_t keeper = 0;
  const char* program = nullptr;
  char* const* arguments = nullptr;    // of execve
  char* const* environment = nullptr;  // of execve
  int socket = -1;
  int output = -1;
  int control = -1;                    // the keeper's end
  std::int64_t idle_milliseconds = 0;  // of processor time between two uses; 0: unlimited
  std::uint32_t uses = 0;              // atomic
  // Not std::array: its functions may be another file's, with a sanitizer.
  alignas(16) std::byte child_stack[kKeeperStackBytes];
  alignas(16) std::byte keeper_stack[kKeeperStackBytes];
};

// Makes the keeper, which starts the child and ends after it. The calling thread must block all
// signals. Returns the keeper's id, or a negative errno.
[[nodiscard]] long start_keeper(KeeperArea& area) noexcept;

}  // namespace openperflib
