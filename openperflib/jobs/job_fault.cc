#include "openperflib/jobs/job_fault.h"

#include <fmt/core.h>

namespace openperflib {

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
    case JobFault::Kind::stopped:
      return "stopped";
  }
  return {};
}

}  // namespace openperflib
