// LiveReportJob: this machine for a while, or root folders, checked against rules.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/base/workers.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/report/report_model.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct LiveReportOptions {
  std::vector<Rule> rules;                 // read_rules(built_in_rules()), and others
  std::vector<GivenFact> facts = {};       // what the machine does not say
  std::vector<LeftOutRule> left_out = {};  // of the files of the rules, to be shown
  std::uint64_t samples = 0;               // 0: until end_samples()
  bool overview = false;                   // whether the report has the panels of a page
  // When the blocks of all samples take so much memory, no further one is collected.
  std::uint64_t most_bytes = std::uint64_t{1} << 30;
  Workers* workers = nullptr;  // that judge the rules beside the caller; they outlive the job
};

// Resource, movable: the session, and all samples, which are read up to three times as a log is.
// Memory: their blocks, with the objects of the rules only.
class LiveReportJob {
 public:
  // `session`: of a machine or of root folders, whose rows only the job collects; the paths of the
  // rules are added to it. `titles` and their texts must outlive the job and its model. Errors:
  // not_a_path.
  [[nodiscard]] static std::expected<LiveReportJob, JobFault> begin(CounterSession session,
                                                                    LiveReportOptions options,
                                                                    const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  LiveReportJob(LiveReportJob&&) noexcept;
  LiveReportJob& operator=(LiveReportJob&&) noexcept;
  ~LiveReportJob();

  // Collects the sample that is due; where none is, waits for at most 20 ms. The first one of a
  // machine is only what its first rates are relative to, and does not count. After the last one:
  // reads those that were collected. Errors: unreadable; no_series, if no path can ever match
  // anything.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Whether there are further samples to collect.
  [[nodiscard]] bool is_collecting() const noexcept;
  // When the next sample is due, for a caller that waits itself; root folders are always due, and
  // so are the steps after the last sample.
  [[nodiscard]] CounterSession::Clock::time_point due() const;
  // No further sample is collected: the next steps judge those that were.
  void end_samples() noexcept;
  // Whether the samples ended because they take most_bytes.
  [[nodiscard]] bool is_full() const noexcept;

  // The samples, in place of bytes: those that were collected; after the last one, those that the
  // reading in progress has read.
  [[nodiscard]] JobProgress progress() const noexcept;
  [[nodiscard]] const CounterSession& session() const noexcept;
  // After the last step. Only once.
  [[nodiscard]] ReportModel take_model();

 private:
  struct State;
  explicit LiveReportJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
