// RehearsalJob: what alert rules would have done during logs.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/alert_rehearsal.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Value.
struct RehearsalOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<AlertRule> rules = {};
  std::size_t most_events = 1000;  // to be kept; all are counted
};

// Value.
struct RehearsalModel {
  AlertRehearsal rehearsal;
  SummaryExtent extent;
  std::vector<UnmatchedPath> unmatched;  // of the rules
  LogFindings findings;
};

// Resource, movable: the open logs.
class RehearsalJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log; not_a_path: that of a rule.
  [[nodiscard]] static std::expected<RehearsalJob, JobFault> begin(RehearsalOptions options,
                                                                   const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  RehearsalJob(RehearsalJob&&) noexcept;
  RehearsalJob& operator=(RehearsalJob&&) noexcept;
  ~RehearsalJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the model of what was read so far, as if the logs ended there. Only once.
  [[nodiscard]] RehearsalModel take_model();

 private:
  struct State;
  explicit RehearsalJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
