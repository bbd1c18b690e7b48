// What all jobs have in common: they run in steps, tell how far they are, and can be stopped.
//
//   SummaryJob job = SummaryJob::begin(options, fixed_titles()).value();
//   if (run(job, {.progress = show}).has_value()) print(job.take_model());
//
// A caller with an event loop calls step() itself: a step ends when 20 ms are over.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <functional>

#include "openperflib/jobs/job_fault.h"

namespace openperflib {

// Whether a job has more to do.
enum class JobStep : std::uint8_t { more, done };

// How far a job is, in bytes of what it reads. Value.
struct JobProgress {
  std::uint64_t position = 0;
  std::uint64_t size = 0;  // 0: not known
};

// How run() runs a job. Value.
struct JobRun {
  std::function<void(const JobProgress&)> progress = {};  // called after each step; empty: nobody
  const std::atomic<bool>* stop = nullptr;                // true: the job ends before its next step
};

// Runs a job to its end, step by step. Errors: those of its steps; stopped.
template <class Job>
[[nodiscard]] std::expected<void, JobFault> run(Job& job, const JobRun& how = {}) {
  for (;;) {
    if (how.stop != nullptr && how.stop->load(std::memory_order_relaxed)) {
      return std::unexpected(JobFault{.kind = JobFault::Kind::stopped});
    }
    const auto step = job.step();
    if (!step.has_value()) return std::unexpected(step.error());
    if (how.progress) how.progress(job.progress());
    if (*step == JobStep::done) return {};
  }
}

}  // namespace openperflib
