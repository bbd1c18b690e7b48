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
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct CopyOptions {
  LogInputs logs;          // without a request
  LogJobOptions log = {};  // what is written, and where
  // At most so many columns of a text log with a column for each series, that of the time included;
  // 0: any number.
  std::size_t most_columns = 0;
};

// Opens the file of the target, when the logs were read once and nothing is in the way: an empty
// one, which can be written and read, or the log that is appended to, or standard output; -1 for a
// set of a database. It must stay open as long as the job. Errors: it cannot be created.
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
  // A job without the first reading, for a caller that has shown what a survey of the logs found.
  // `summary`: what SurveyJob made of the same logs and window. `selection`: what select_series()
  // made of it and the counters of the options. Errors: target_is_input; no_samples, obstacle,
  // no_series and too_many_columns.
  [[nodiscard]] static std::expected<CopyJob, JobFault> begin_surveyed(CopyOptions options,
                                                                       LogSummary summary,
                                                                       LogSelection selection,
                                                                       OpenCopy open,
                                                                       const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  CopyJob(CopyJob&&) noexcept;
  CopyJob& operator=(CopyJob&&) noexcept;
  ~CopyJob();

  // Reads the next records and writes them. Errors: unreadable, and unwritable if the target
  // refuses; before anything is written no_samples, obstacle, no_series and too_many_columns;
  // ends_later, and not_a_log if what is to be appended to is not one.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Completes what was written so far, for a caller that stops before the end and keeps it.
  void stop();
  // In which of the two readings it is.
  [[nodiscard]] bool is_copying() const noexcept;
  // Returns how far this reading is.
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what this reading has found so far, also before the first step; the first one does not
  // look for what is wrong with single values of a text log.
  [[nodiscard]] LogFindings findings() const;

  // The paths of the options that nothing in the logs matches; known after the first reading.
  [[nodiscard]] std::span<const UnmatchedPath> unmatched() const noexcept;
  // The columns that are not copied, because their names are not counter paths: LogJob. Known after
  // the first reading.
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
