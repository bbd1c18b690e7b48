// Waiting for the next collection, a key, a signal: whichever comes first.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>

#include "openperflib/os/unique_fd.h"

namespace openperflib {

// What ended a wait.
enum class Event : std::uint8_t {
  deadline,   // the time has come
  stop,       // SIGINT, SIGTERM, SIGHUP or SIGQUIT
  resized,    // SIGWINCH
  suspended,  // SIGTSTP: the terminal is wanted back
  input,      // the input descriptor can be read, or has ended
};

// Resource. From open() on the signals above are blocked in the calling thread (and in threads
// started later) and come out of wait_until() instead; the destructor unblocks them in its thread.
class EventWaiter {
 public:
  // Never set by anybody: a deadline stays where it is when the time of day jumps.
  using Clock = std::chrono::steady_clock;

  // `input_fd`: a descriptor to watch, not owned; -1: none. Errors: errno.
  [[nodiscard]] static std::expected<EventWaiter, int> open(int input_fd = -1);
  EventWaiter(EventWaiter&&) noexcept = default;
  EventWaiter& operator=(EventWaiter&&) = delete;
  ~EventWaiter();

  // A signal that came before the call is reported at once.
  [[nodiscard]] Event wait_until(Clock::time_point deadline);

 private:
  // With a signalfd of signals that are blocked already.
  EventWaiter(UniqueFd signals, int input_fd) noexcept
      : signals_(std::move(signals)), input_fd_(input_fd) {}
  UniqueFd signals_;
  int input_fd_;
};

}  // namespace openperflib
