// PresentPathsJob: which of several paths logs have.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct PresentPathsOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<std::string> paths = {};
};

// Resource, movable: the open logs, which are read up to the first record that has one of the
// paths.
class PresentPathsJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<PresentPathsJob, JobFault> begin(PresentPathsOptions options,
                                                                      const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  PresentPathsJob(PresentPathsJob&&) noexcept;
  PresentPathsJob& operator=(PresentPathsJob&&) noexcept;
  ~PresentPathsJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns whether a record was read: without one, no path can be present.
  [[nodiscard]] bool has_samples() const noexcept;
  // The paths that this record has, in their order; none: no record has one.
  [[nodiscard]] std::vector<std::string> take_model();

 private:
  struct State;
  explicit PresentPathsJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
