#include "openperflib/jobs/job_fault.h"

#include <fmt/core.h>

#include <utility>

#include "openperflib/log/log_job.h"

namespace openperflib {
namespace {

std::string_view obstacle_text(LogObstacle obstacle) {
  switch (obstacle) {
    case LogObstacle::no_records:
      return "has no samples to read";
    case LogObstacle::none_in_window:
      return "has no samples in the window";
    case LogObstacle::calculated_values:
      return "contains calculated values; a .blg needs raw readings";
    case LogObstacle::not_a_recording:
      return "is not a recording; only recordings can be written as a .perfrec";
    case LogObstacle::several_machines:
      return "has samples of several machines, and a .perfrec has those of one";
  }
  return {};
}

}  // namespace

std::string_view file_of(const JobFault& fault) noexcept {
  switch (fault.kind) {
    case JobFault::Kind::not_a_log:
      return fault.log.fault.file;
    case JobFault::Kind::unreadable:
    case JobFault::Kind::unwritable:
      return fault.source.file;
    case JobFault::Kind::no_samples:
    case JobFault::Kind::no_series:
    case JobFault::Kind::obstacle:
    case JobFault::Kind::exists:
    case JobFault::Kind::target_is_input:
    case JobFault::Kind::ends_later:
    case JobFault::Kind::too_many_columns:
      return fault.path;
    case JobFault::Kind::not_a_path:
    case JobFault::Kind::nothing_common:
    case JobFault::Kind::stopped:
      return {};
  }
  return {};
}

std::string describe(const JobFault& fault) {
  switch (fault.kind) {
    case JobFault::Kind::not_a_log:
      return describe(fault.log);
    case JobFault::Kind::not_a_path:
      return fmt::format("{}: not a counter path (byte {})", fault.path, fault.syntax.offset);
    case JobFault::Kind::unreadable:
    case JobFault::Kind::unwritable:
      return describe(fault.source);
    case JobFault::Kind::no_samples:
      return fmt::format("{}: has no samples to read", fault.path);
    case JobFault::Kind::nothing_common:
      return "the logs have no time in common";
    case JobFault::Kind::no_series:
      return fmt::format("{}: has no counter to read", fault.path);
    case JobFault::Kind::obstacle:
      return fmt::format("{}: {}", fault.path, obstacle_text(fault.obstacle));
    case JobFault::Kind::exists:
      return fmt::format("{}: already exists", fault.path);
    case JobFault::Kind::target_is_input:
      return fmt::format("{}: is one of the inputs; a log set cannot be appended to itself",
                         fault.path);
    case JobFault::Kind::ends_later:
      return fmt::format("{}: ends after the first sample to be appended", fault.path);
    case JobFault::Kind::too_many_columns:
      return fmt::format("{}: would have {} columns", fault.path, fault.columns);
    case JobFault::Kind::stopped:
      return "stopped";
  }
  return {};
}

JobFault not_a_log(OpenLogFault fault) {
  return {.kind = JobFault::Kind::not_a_log, .log = std::move(fault)};
}

JobFault not_a_path(std::string path, const Error& syntax) {
  return {.kind = JobFault::Kind::not_a_path, .path = std::move(path), .syntax = syntax};
}

JobFault unreadable(SourceFault fault) {
  return {.kind = JobFault::Kind::unreadable, .source = std::move(fault)};
}

JobFault unwritable(SourceFault fault) {
  return {.kind = JobFault::Kind::unwritable, .source = std::move(fault)};
}

}  // namespace openperflib
