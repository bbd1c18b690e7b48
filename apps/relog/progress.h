// The progress of a conversion, and whether it was asked to stop.
#pragma once

#include <chrono>
#include <expected>

#include "apps/drop_in/failure.h"
#include "openperflib/jobs/job.h"
#include "openperflib/os/time/event_waiter.h"

namespace openperflib::relog {

// Resource. Shows "12.34%" on standard output, updated in place; without a terminal only the last
// one. From open() on signals no longer end the process; is_stopped() reports them.
class Progress {
 public:
  [[nodiscard]] static std::expected<Progress, drop_in::Failure> open();

  // Whether a signal came; to be called after each step of a job.
  [[nodiscard]] bool is_stopped();
  // Shows how far a job is, unless it was shown a moment ago.
  void show(const JobProgress& progress);
  // Prints "100.00%" and the end of the line. Errors: those of the system.
  [[nodiscard]] drop_in::Outcome finish();
  // Ends the line, so that a message can follow.
  void abandon();

 private:
  Progress(EventWaiter waiter, bool is_shown);

  EventWaiter waiter_;
  bool is_shown_;  // on a terminal
  bool has_begun_line_ = false;
  bool is_stopped_ = false;
  std::chrono::steady_clock::time_point shown_at_{};
};

}  // namespace openperflib::relog
