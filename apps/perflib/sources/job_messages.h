// Runs jobs of the library, with progress on a terminal, reports what they found, and says why they
// and sessions failed.
#pragma once

#include <expected>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/log_progress.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/sources/open_session.h"

namespace openperflib::apps {

[[nodiscard]] Failure failure_of(const JobFault& fault);
// Why a session is not open.
[[nodiscard]] Failure failure_of(const SessionFault& fault);

// Runs it to its end.
template <class Job>
[[nodiscard]] std::expected<void, JobFault> run_shown(Job& job) {
  LogProgress progress;
  return run(job, {.progress = [&](const JobProgress& now) { progress.show_step(now); }});
}

// Runs a job that has begun to its end, and returns it for its model.
template <class Job>
[[nodiscard]] std::expected<Job, Failure> run_to_end(std::expected<Job, JobFault> job) {
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  const auto ended = run_shown(*job);
  if (!ended.has_value()) return std::unexpected(failure_of(ended.error()));
  return *std::move(job);
}

// The same after report_opened().
template <class Job>
[[nodiscard]] std::expected<Job, Failure> run_reported(std::expected<Job, JobFault> job) {
  if (job.has_value()) report_opened(job->findings());
  return run_to_end(std::move(job));
}

}  // namespace openperflib::apps
