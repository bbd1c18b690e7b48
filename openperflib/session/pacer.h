// Pacer: when the rows of a query are due.
#pragma once

#include <chrono>

namespace openperflib {

// Value. A row is due one interval after the one before it was due, so that rows keep their pace
// however long a collection takes; a row that comes more than an interval late does not shorten the
// time to the next one. It reads no clock.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;  // monotonic

  // The first row is due at once.
  Pacer(Clock::duration interval, Clock::time_point now) noexcept
      : interval_(interval), due_(now) {}

  // Call it when a row is collected.
  void advance(Clock::time_point now) noexcept {
    due_ += interval_;
    if (due_ <= now) postpone(now);
  }
  // Makes the next row due one interval from now.
  void postpone(Clock::time_point now) noexcept { due_ = now + interval_; }
  // Changes the interval, from the next row on; the row that is due now stays due.
  void set_interval(Clock::duration interval) noexcept { interval_ = interval; }

  [[nodiscard]] Clock::duration interval() const noexcept { return interval_; }
  // Returns when the next row is due; it may be in the past.
  [[nodiscard]] Clock::time_point due() const noexcept { return due_; }
  // Returns whether less than half an interval has passed since the last row was due.
  [[nodiscard]] bool has_just_advanced(Clock::time_point now) const noexcept {
    return due_ - now > interval_ / 2;
  }

 private:
  Clock::duration interval_;
  Clock::time_point due_;
};

}  // namespace openperflib
