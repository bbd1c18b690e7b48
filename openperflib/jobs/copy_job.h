// CopyJob: what logs contain as another log: all of it or a part, in any format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_job.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct CopyOptions {
  LogInputs logs;          // without a request
  LogJobOptions log = {};  // what is written, and where
};

// Opens the file of the target, when the logs were read once and nothing is in the way: an empty
// one, which can be written and read, or standard output; -1 for a set of a database. It must stay
// open as long as the job. Errors: it cannot be created.
using OpenCopy = std::function<std::expected<int, SourceFault>()>;

// Value.
struct CopyModel {
  std::uint64_t records = 0;  // of the logs; known after the first reading
  std::size_t paths = 0;      // of the copy: for text its columns
  LogExtent written = {};
};

// Resource, movable: the open logs. It reads them twice: for what they have, and to copy it.
class CopyJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path, target_is_input.
  [[nodiscard]] static std::expected<CopyJob, JobFault> begin(CopyOptions options, OpenCopy open,
                                                              const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  CopyJob(CopyJob&&) noexcept;
  CopyJob& operator=(CopyJob&&) noexcept;
  ~CopyJob();

  // Reads the next records and writes them. Errors: unreadable; before anything is written
  // no_samples, obstacle and no_series; unwritable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // In which of the two readings it is.
  [[nodiscard]] bool is_copying() const noexcept;
  // Returns how far this reading is.
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what this reading has found so far, also before the first step; the first one does not
  // look for what is wrong with single values of a text log.
  [[nodiscard]] LogFindings findings() const;

  // The paths of the options that nothing in the logs matches; known after the first reading.
  [[nodiscard]] std::span<const UnmatchedPath> unmatched() const noexcept;
  // The columns that are not copied, because their names are not counter paths: LogJob. Known when
  // the log was created.
  [[nodiscard]] std::span<const std::string> invalid_paths() const noexcept;
  // Returns the paths of the series that came since the last call and have no column (RowSink).
  [[nodiscard]] std::vector<std::string> take_without_column();
  // Returns the model of what was copied so far.
  [[nodiscard]] CopyModel model() const;

 private:
  struct State;
  explicit CopyJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
