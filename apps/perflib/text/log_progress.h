// The progress of reading a long log, on a terminal.
#pragma once

#include <chrono>
#include <cstdint>

#include "apps/perflib/run/progress_line.h"
#include "openperflib/jobs/job.h"

namespace openperflib::apps {

// A line on stderr that is rewritten: part done, rate, time left. Shown only if stderr is a
// terminal and the work takes more than a second; the destructor erases it.
class LogProgress {
 public:
  LogProgress();
  LogProgress(const LogProgress&) = delete;
  LogProgress& operator=(const LogProgress&) = delete;
  ~LogProgress();

  // To be called as often as is convenient; writes at most ten times a second.
  void show(std::uint64_t position, std::uint64_t size);
  // The same after a step of a job, which takes 20 ms: looks at the clock each time.
  void show_step(const JobProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point started_ = Clock::now();
  Clock::time_point shown_ = started_;
  std::uint32_t calls_ = 0;
  bool is_terminal_;
  bool is_shown_ = false;
};

// Returns what shows one job by a LogProgress, which begins now.
[[nodiscard]] ProgressLine begin_log_progress();

}  // namespace openperflib::apps
