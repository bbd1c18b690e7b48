// Runs jobs of the library, and says why they and sessions failed.
#pragma once

#include <expected>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/progress_line.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/job_fault.h"
#include "openperflib/sources/open_session.h"

namespace openperflib::apps {

[[nodiscard]] Failure failure_of(const JobFault& fault);
// Why a session is not open.
[[nodiscard]] Failure failure_of(const SessionFault& fault);

// Runs a job that has begun to its end, and returns it for its model.
template <class Job>
[[nodiscard]] std::expected<Job, Failure> run_to_end(std::expected<Job, JobFault> job,
                                                     BeginProgressLine begin_progress_line) {
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  JobRun how;
  if (begin_progress_line != nullptr) how.progress = begin_progress_line();
  const auto ended = run(*job, how);
  if (!ended.has_value()) return std::unexpected(failure_of(ended.error()));
  return *std::move(job);
}

}  // namespace openperflib::apps
