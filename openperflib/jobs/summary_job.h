// SummaryJob: statistics of each counter of logs.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/workers.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/summary/summary_ranking.h"

namespace openperflib {

// Value.
struct SummaryOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<std::string> paths = {};  // empty: all series
  std::size_t top = 0;                  // only the largest instances of each counter; 0: all
  RankedBy by = RankedBy::average;      // what `top` compares
  Workers* workers = nullptr;           // outlive the job; null: one thread does everything
};

// Value.
struct SummaryModel {
  SummaryExtent extent;
  RowsOf rows = RowsOf::readings;
  // In the order of the paths, then of their appearance; titles name the machine where there are
  // several. Series of a path that did not exist are included.
  std::vector<SummaryOfSeries> series;
  std::vector<UnmatchedPath> unmatched;
  LogFindings findings;
};

// Resource, movable: the open logs.
class SummaryJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<SummaryJob, JobFault> begin(SummaryOptions options,
                                                                 const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  SummaryJob(SummaryJob&&) noexcept;
  SummaryJob& operator=(SummaryJob&&) noexcept;
  ~SummaryJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the model of what was read so far. Only once.
  [[nodiscard]] SummaryModel take_model();

 private:
  struct State;
  explicit SummaryJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
