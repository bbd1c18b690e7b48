// The log that a run writes: a new one that is complete or does not exist, or an existing one that
// is appended to.
#pragma once

#include <expected>
#include <optional>

#include "apps/drop_in/failure.h"
#include "apps/program/atomic_file.h"
#include "apps/relog/options.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job_fault.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_target.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::relog {

// The output in the requested format, otherwise in that of the log that is appended to, otherwise
// BIN. Errors: the file that is to be appended to is not a log.
[[nodiscard]] std::expected<LogTarget, Failure> output_target(const Options& options);

// Whether there is a log that is appended to.
[[nodiscard]] LogStart start_of(const Options& options);

// What publishing does where the file is there: -y, or the answer to the question, replaces it.
[[nodiscard]] constexpr apps::AtomicFile::Existing existing_of(Overwrite overwrite) noexcept {
  return overwrite == Overwrite::yes ? apps::AtomicFile::Existing::replaced
                                     : apps::AtomicFile::Existing::kept;
}

// Resource: the file; a set of a database has none.
class OutputLog {
 public:
  // Opens nothing yet. `options` outlive it.
  explicit OutputLog(const Options& options) : options_(options) {}
  // Opens the file, for as long as this lives; returns -1 for a set. Errors: it cannot be written.
  [[nodiscard]] std::expected<int, SourceFault> open();
  // Whether it is a new log.
  [[nodiscard]] bool is_new() const noexcept { return draft_.has_value(); }
  // Returns why the steps of a job that writes it ended, with the code. `fault`: not that a signal
  // stopped it.
  [[nodiscard]] Failure failure_of(const JobFault& fault) const;
  // Gives the log its name. Errors: the system's.
  [[nodiscard]] Outcome publish();

 private:
  [[nodiscard]] std::expected<int, SourceFault> opened();
  [[nodiscard]] Failure writing_failure(const SourceFault& fault) const;

  const Options& options_;
  bool is_open_ = false;
  std::optional<apps::AtomicFile> draft_;  // a new log
  UniqueFd kept_;                          // one that is appended to
};

}  // namespace openperflib::relog
