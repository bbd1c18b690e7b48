// The progress of a conversion, and whether it was asked to stop.
#pragma once

#include <chrono>
#include <cstdint>

#include "apps/drop_in/failure.h"
#include "openperflib/os/time/event_waiter.h"

namespace openperflib::relog {

// Resource. Shows "12.34%" on standard output, updated in place; without a terminal only the last
// one. From open() on signals no longer end the process; is_stopped() reports them.
class Progress {
 public:
  [[nodiscard]] static std::expected<Progress, drop_in::Failure> open();

  // To be called once per record; checks for signals from time to time.
  void note(std::uint64_t position, std::uint64_t size);
  [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
  // Prints "100.00%" and the end of the line. Errors: those of the system.
  [[nodiscard]] drop_in::Outcome finish();
  // Ends the line, so that a message can follow.
  void abandon();

 private:
  Progress(EventWaiter waiter, bool is_shown);
  void look_around(std::uint64_t position, std::uint64_t size);

  EventWaiter waiter_;
  bool is_shown_;  // on a terminal
  bool has_begun_line_ = false;
  bool is_stopped_ = false;
  std::uint64_t calls_ = 0;
  std::chrono::steady_clock::time_point shown_at_{};
};

}  // namespace openperflib::relog
