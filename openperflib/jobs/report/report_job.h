// ReportJob: logs, checked against rules.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/base/workers.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/jobs/report/report_model.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Value.
struct ReportOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<Rule> rules = {};            // read_rules(built_in_rules()), and others
  std::vector<GivenFact> facts = {};       // what the logs do not say
  std::vector<LeftOutRule> left_out = {};  // of their files, to be shown
  std::vector<WrittenNote> notes = {};     // what people wrote beside the logs, to be shown
  bool overview = false;                   // whether the report has the panels of a page
  Workers* workers = nullptr;              // outlive the job; null: one thread does everything
};

// Resource, movable: the open logs, which are read up to three times.
class ReportJob {
 public:
  // `titles` and their texts must outlive the job and its model. Errors: not_a_log.
  [[nodiscard]] static std::expected<ReportJob, JobFault> begin(ReportOptions options,
                                                                const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  ReportJob(ReportJob&&) noexcept;
  ReportJob& operator=(ReportJob&&) noexcept;
  ~ReportJob();

  // Reads on. Errors: unreadable; not_a_log: a log is gone, or is another one.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Returns the progress of the reading in progress.
  [[nodiscard]] JobProgress progress() const noexcept;
  [[nodiscard]] LogFindings findings() const;
  // After the last step. Only once.
  [[nodiscard]] ReportModel take_model();

 private:
  struct State;
  explicit ReportJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
