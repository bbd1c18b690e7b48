#include "apps/perflib/sources/job_messages.h"

#include <cstdint>
#include <string>

#include "apps/perflib/sources/open_session.h"
#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::apps {
namespace {

// Why a log cannot be written in a format, and which one to choose.
std::string_view obstacle_advice(LogObstacle obstacle) {
  switch (obstacle) {
    case LogObstacle::no_records:
    case LogObstacle::none_in_window:
      return "contains no samples";
    case LogObstacle::calculated_values:
      return "contains calculated values; a .blg needs raw readings. Choose .csv or .tsv";
    case LogObstacle::not_a_recording:
      return "is not a recording; only recordings can be written as a .perfrec";
    case LogObstacle::several_machines:
      return "has samples of several machines, and a .perfrec has those of one; write a .blg "
             "instead";
  }
  return {};
}

// An unknown format is reported with its code, by which people find what to do.
Failure unopened(std::uint32_t pdh_code, const std::string& text, const SourceFault& fault) {
  if (pdh_code == PDH_UNKNOWN_LOG_FORMAT) return {.what = text + " (PDH_UNKNOWN_LOG_FORMAT)"};
  return failed(fault).error();
}

}  // namespace

Failure failure_of(const JobFault& fault) {
  switch (fault.kind) {
    case JobFault::Kind::not_a_log:
      return unopened(fault.log.pdh_code, describe(fault.log), fault.log.fault);
    case JobFault::Kind::not_a_path:
      return usage_error(fault.path, not_a_path(fault.syntax)).error();
    case JobFault::Kind::unreadable:
    case JobFault::Kind::unwritable:
      return failed(fault.source).error();
    case JobFault::Kind::no_samples:
      return failed(shown_log_name(fault.path), "contains no samples").error();
    case JobFault::Kind::obstacle:
      return failed(shown_log_name(fault.path), obstacle_advice(fault.obstacle)).error();
    case JobFault::Kind::no_series:
      return failed(shown_log_name(fault.path), "contains no counter that can be read").error();
    case JobFault::Kind::exists:
      return failed(fault.path, "already exists; use -y to overwrite").error();
    case JobFault::Kind::target_is_input:
      return failed(fault.path, "is one of the inputs; a log set cannot be appended to itself")
          .error();
    case JobFault::Kind::nothing_common:
    case JobFault::Kind::ends_later:
    case JobFault::Kind::too_many_columns:
    case JobFault::Kind::stopped:
      break;
  }
  return failed(describe(fault)).error();
}

Failure failure_of(const SessionFault& fault) {
  return unopened(fault.pdh_code, fault.text, fault.fault);
}

}  // namespace openperflib::apps
