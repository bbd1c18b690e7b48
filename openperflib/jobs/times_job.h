// TimesJob: the times of the records of logs, and their clock.
#pragma once

#include <cstdint>
#include <expected>
#include <utility>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource, movable: the open logs.
class TimesJob {
 public:
  // Which times are kept.
  enum class Kept : std::uint8_t { first_and_last, all };
  // Opens `logs`, of which the job reads all records; of recordings it reads nothing but the times.
  // The texts of `titles` must outlive the job. Errors: not_a_log.
  [[nodiscard]] static std::expected<TimesJob, JobFault> begin(LogInputs logs,
                                                               const TitleTable& titles,
                                                               Kept kept = Kept::first_and_last);
  // Reads the next records. Errors: unreadable; no_samples at the end of logs without any.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept {
    return {.position = log_.reader().position(), .size = log_.reader().size()};
  }
  // Returns the times of the records that were read so far.
  [[nodiscard]] const LogTimes& times() const noexcept { return times_; }
  // Returns the time of each record that was read, in the order of the logs, if they are kept.
  // Only once.
  [[nodiscard]] std::vector<FileTime> take_all() noexcept { return std::move(all_); }

 private:
  TimesJob(LogCursor log, Kept kept) : log_(std::move(log)), kept_(kept) {
    times_.bias_minutes = log_.reader().header().bias_minutes;
  }
  void note(FileTime time);
  LogCursor log_;
  Kept kept_;
  LogTimes times_;
  std::vector<FileTime> all_;
};

}  // namespace openperflib
