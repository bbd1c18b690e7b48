// TimesReading: reads a log once for the times of its records.
#pragma once

#include <expected>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib {

// Resource, movable: the open logs.
class TimesReading {
 public:
  // Errors: not_a_log.
  [[nodiscard]] static std::expected<TimesReading, JobFault> begin(LogInputs logs,
                                                                   const TitleTable& titles);
  // Errors: unreadable; no_samples at the end of logs without any.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept { return progress_of(log_); }
  // Of the records that were read so far.
  [[nodiscard]] const LogTimes& times() const noexcept { return times_; }

 private:
  explicit TimesReading(LogCursor log) : log_(std::move(log)) {
    times_.bias_minutes = log_.reader().header().bias_minutes;
  }
  LogCursor log_;
  LogTimes times_;
};

}  // namespace openperflib
