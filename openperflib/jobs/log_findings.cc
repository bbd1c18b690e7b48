#include "openperflib/jobs/log_findings.h"

#include "openperflib/os/time/time_zone.h"
#include "openperflib/query/catalog/suggestions.h"

namespace openperflib {

std::string assumed_zone_of(const LogReader& log) {
  return name_of_offset(log.header().bias_minutes.value_or(0));
}

LogFindings findings_of(const LogCursor& log) {
  const LogReader& reader = log.reader();
  return {.without_zone = {log.without_zone().begin(), log.without_zone().end()},
          .assumed_zone = assumed_zone_of(reader),
          .names_remarks = {log.names_remarks().begin(), log.names_remarks().end()},
          .anomalies = {reader.anomalies().begin(), reader.anomalies().end()},
          .anomaly_count = reader.anomaly_count()};
}

UnmatchedPath unmatched_path(const std::string& path, const LogCursor& log) {
  return {.path = path, .hint = suggestion_for(path, log.reader().catalog())};
}

}  // namespace openperflib
