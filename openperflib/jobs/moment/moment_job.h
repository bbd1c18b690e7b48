// MomentJob: what logs show of one moment.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/watch/watch_model.h"
#include "openperflib/view/watch/watched_moment.h"

namespace openperflib {

// Value.
struct MomentOptions {
  LogInputs logs;
  WrittenTime time;                     // a time of day: its last occurrence in the logs
  std::vector<std::string> paths = {};  // empty: everything
};

// Resource, movable: the open logs. The moment is that of the last sample at or before the time;
// the samples before it, which a curve of watch shows, are those of averages and bounds.
class MomentJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<MomentJob, JobFault> begin(MomentOptions options,
                                                                const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  MomentJob(MomentJob&&) noexcept;
  MomentJob& operator=(MomentJob&&) noexcept;
  ~MomentJob();

  // Reads the times of the logs, then the samples up to the moment. Errors: not_a_log, unreadable,
  // no_samples.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;

  // After the last step: the moment; without a time if the logs have none, and then nothing below.
  [[nodiscard]] const WatchedMoment& moment() const noexcept;
  // Returns the session, whose newest row is that of the moment.
  [[nodiscard]] const CounterSession& session() const noexcept;
  // Returns the groups of the moment, with one for each path that matches nothing.
  [[nodiscard]] std::vector<WatchGroup> groups() const;
  // Returns the processor time of the moment that no process accounts for, as
  // WatchModel::remainder(). A caller that limits what is read of recordings adds
  // remainder_paths_for() to it.
  [[nodiscard]] std::optional<CpuRemainder> remainder() const;

 private:
  struct State;
  explicit MomentJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
