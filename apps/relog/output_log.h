// The log that a run writes: a new one that is complete or does not exist, or an existing one that
// is appended to.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "apps/drop_in/failure.h"
#include "apps/program/atomic_file.h"
#include "apps/relog/options.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_job.h"
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

// Resource, movable: the file; a set of a database has none.
class OutputLog {
 public:
  // The file. Errors: it cannot be written.
  [[nodiscard]] static std::expected<OutputLog, Failure> open(const Options& options);
  // Open for as long as this lives.
  [[nodiscard]] int fd() const noexcept { return draft_ ? draft_->fd() : kept_.get(); }
  // Whether it is a new log.
  [[nodiscard]] bool is_new() const noexcept { return draft_.has_value(); }
  // Why a job or a writer refused, with its code.
  [[nodiscard]] Failure failure_of(const LogJobFault& fault) const;
  [[nodiscard]] Failure failure_of(const SourceFault& fault) const;
  // Gives the log its name. Errors: the system's.
  [[nodiscard]] Outcome publish(Overwrite overwrite);

 private:
  OutputLog() = default;

  std::string path_;
  std::optional<apps::AtomicFile> draft_;  // a new log
  UniqueFd kept_;                          // one that is appended to
};

}  // namespace openperflib::relog
