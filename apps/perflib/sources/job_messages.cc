#include "apps/perflib/sources/job_messages.h"

#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/log/sql/sql_log_name.h"

namespace openperflib::apps {

Failure failure_of(const JobFault& fault) {
  switch (fault.kind) {
    case JobFault::Kind::not_a_log:
      return failure_of(fault.log);
    case JobFault::Kind::not_a_path:
      return usage_error(fault.path, not_a_path(fault.syntax)).error();
    case JobFault::Kind::unreadable:
    case JobFault::Kind::unwritable:
      return failed(fault.source).error();
    case JobFault::Kind::no_samples:
      return failed(shown_log_name(fault.path), "contains no samples").error();
    case JobFault::Kind::nothing_common:
    case JobFault::Kind::stopped:
      break;
  }
  return failed(describe(fault)).error();
}

void report_opened(const LogFindings& findings) {
  report_unknown_zones(findings.without_zone, findings.assumed_zone);
  report_names(findings.names_remarks);
}

bool report_anomalies(const LogFindings& findings) {
  return report_anomalies(findings.anomalies, findings.anomaly_count);
}

}  // namespace openperflib::apps
