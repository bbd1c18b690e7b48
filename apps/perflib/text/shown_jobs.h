// Runs jobs of the library for commands: with progress on a terminal, and with reports on stderr of
// what they found.
#pragma once

#include <expected>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/log_progress.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/job_fault.h"

namespace openperflib::apps {

// Runs it to its end.
template <class Job>
[[nodiscard]] std::expected<void, JobFault> run_shown(Job& job) {
  return run(job, {.progress = begin_log_progress()});
}

// Runs a job that has begun to its end after report_opened(), and returns it for its model.
template <class Job>
[[nodiscard]] std::expected<Job, Failure> run_reported(std::expected<Job, JobFault> job) {
  if (job.has_value()) report_opened(job->findings());
  return run_to_end(std::move(job), &begin_log_progress);
}

}  // namespace openperflib::apps
