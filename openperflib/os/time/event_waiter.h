// Waits for the next collection, a key or a signal, whichever comes first.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// What ended a wait.
enum class Event : std::uint8_t {
  deadline,   // the deadline was reached
  stop,       // SIGINT, SIGTERM, SIGHUP or SIGQUIT
  resized,    // SIGWINCH
  suspended,  // SIGTSTP: the program is to be suspended
  input,      // the input descriptor is readable or at its end
};

// Resource. From open() on, the signals above are blocked in the calling thread (and in threads
// started later) and reported by wait_until() instead; the destructor unblocks them in its thread.
class EventWaiter {
 public:
  // Monotonic: deadlines are not affected by changes of the time of day.
  using Clock = std::chrono::steady_clock;

  // `input_fd`: a descriptor to watch, not owned, or -1 for none. Errors: errno.
  [[nodiscard]] static std::expected<EventWaiter, int> open(int input_fd = -1);
  EventWaiter(EventWaiter&&) noexcept = default;
  EventWaiter& operator=(EventWaiter&&) = delete;
  ~EventWaiter();

  // A signal that arrived before the call is reported immediately.
  [[nodiscard]] Event wait_until(Clock::time_point deadline);

 private:
  // `signals`: a signalfd of signals that are already blocked.
  EventWaiter(UniqueFd signals, int input_fd) noexcept
      : signals_(std::move(signals)), input_fd_(input_fd) {}
  UniqueFd signals_;
  int input_fd_;
};

}  // namespace openperflib
