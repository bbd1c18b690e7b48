// TimesJob: the times of the records of logs, and their clock.
#pragma once

#include <expected>
#include <utility>

#include "openperflib/jobs/job.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource, movable: the open logs.
class TimesJob {
 public:
  // Opens `logs`, of which the job reads all records; of recordings it reads nothing but the times.
  // The texts of `titles` must outlive the job. Errors: not_a_log.
  [[nodiscard]] static std::expected<TimesJob, JobFault> begin(LogInputs logs,
                                                               const TitleTable& titles);
  // Reads the next records. Errors: unreadable; no_samples at the end of logs without any.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept {
    return {.position = log_.reader().position(), .size = log_.reader().size()};
  }
  // Returns the times of the records that were read so far.
  [[nodiscard]] const LogTimes& times() const noexcept { return times_; }

 private:
  explicit TimesJob(LogCursor log) : log_(std::move(log)) {
    times_.bias_minutes = log_.reader().header().bias_minutes;
  }
  LogCursor log_;
  LogTimes times_;
};

}  // namespace openperflib
