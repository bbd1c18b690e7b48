// DifferenceJob: how two logs differ.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/workers.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/log_difference.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Value.
struct DifferenceOptions {
  // aligned: as much as both have, from a time in each (their first records) on and before it.
  // by_clock: the same time of day. whole: both logs completely, whatever their lengths.
  enum class Parts : std::uint8_t { aligned, by_clock, whole };

  LogInputs before;
  LogInputs after;
  std::vector<std::string> paths = {};  // empty: all series
  Parts parts = Parts::aligned;
  std::optional<WrittenTime> at_before = {};  // of `aligned`: the time in each log
  std::optional<WrittenTime> at_after = {};
  std::optional<std::int64_t> length = {};  // at most so much from there on; 100 ns
  Workers* workers = nullptr;               // outlive the job; null: one thread does everything
};

// One side of a comparison. Value.
struct DifferenceSideModel {
  SummaryExtent extent;
  RowsOf rows = RowsOf::readings;
  LogFindings findings;
};

// Value.
struct DifferenceModel {
  std::array<DifferenceSideModel, 2> sides;  // before, after
  LogDifference difference;
  std::vector<std::string> unmatched;  // paths that neither log has
};

// Resource, movable: the open log.
class DifferenceJob {
 public:
  // Opens the first log. The texts of `titles` must outlive the job. Errors: not_a_log; not_a_path,
  // if no times are needed.
  [[nodiscard]] static std::expected<DifferenceJob, JobFault> begin(DifferenceOptions options,
                                                                    const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  DifferenceJob(DifferenceJob&&) noexcept;
  DifferenceJob& operator=(DifferenceJob&&) noexcept;
  ~DifferenceJob();

  // Reads the next records: the times of both logs, if they are needed, then each log. Errors:
  // not_a_log, not_a_path, unreadable, nothing_common, no_samples.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Returns the progress in the log that is being read.
  [[nodiscard]] JobProgress progress() const noexcept;
  // The times of both logs; empty before they are known. For nothing_common.
  [[nodiscard]] const std::array<LogTimes, 2>& times() const noexcept;
  // Returns what was found in a log so far: 0 before, 1 after.
  [[nodiscard]] const LogFindings& findings(std::size_t side) const noexcept;
  // After the last step. Only once.
  [[nodiscard]] DifferenceModel take_model();

 private:
  struct State;
  explicit DifferenceJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
