// How far a conversion is, and whether somebody wants it to stop.
#pragma once

#include <chrono>
#include <cstdint>

#include "apps/windows_tool/failure.h"
#include "openperflib/os/event_waiter.h"

namespace openperflib::relog {

// Resource. "12.34%" on standard output, written over again and again; without a terminal nothing
// but the last one. From open() on signals no longer end the process: is_stopped() tells of them.
class Progress {
 public:
  [[nodiscard]] static std::expected<Progress, windows_tool::Failure> open();

  // To be called once a record: looks around once in a while.
  void note(std::uint64_t position, std::uint64_t size);
  [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
  // "100.00%" and the end of its line. Errors: what the system said.
  [[nodiscard]] windows_tool::Outcome finish();
  // Ends the line that was begun, so that a message stands below it.
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
