// ChartJob: counters of logs over a part of the time, for a chart.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/chart/chart.h"
#include "openperflib/view/chart/chart_builder.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Value.
struct ChartOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<std::string> paths = {};  // empty: all series
  std::uint32_t columns = 900;          // how many columns of time a series has at most
  ChartChoice choice = {};
  std::vector<WrittenNote> notes = {};  // what people wrote beside the logs, to be shown
};

// Value.
struct ChartModel {
  Chart chart;
  std::string zone_name;  // of the logs; empty: unknown
  std::vector<UnmatchedPath> unmatched;
  LogFindings findings;
};

// Resource, movable: the open logs, which are read once. Memory: that of a ChartBuilder.
class ChartJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<ChartJob, JobFault> begin(ChartOptions options,
                                                               const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  ChartJob(ChartJob&&) noexcept;
  ChartJob& operator=(ChartJob&&) noexcept;
  ~ChartJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the model of what was read so far. Only once.
  [[nodiscard]] ChartModel take_model();

 private:
  struct State;
  explicit ChartJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
