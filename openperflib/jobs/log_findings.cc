#include "openperflib/jobs/log_findings.h"

#include <span>

#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/catalog/suggestions.h"

namespace openperflib {
namespace {

std::string assumed_zone_of(const LogReader& log) {
  return name_of_offset(log.header().bias_minutes.value_or(0));
}

LogFindings findings_in(const LogReader& reader, std::span<const std::string> without_zone,
                        std::span<const SourceFault> names_remarks) {
  return {.without_zone = {without_zone.begin(), without_zone.end()},
          .assumed_zone = assumed_zone_of(reader),
          .names_remarks = {names_remarks.begin(), names_remarks.end()},
          .anomalies = {reader.anomalies().begin(), reader.anomalies().end()},
          .anomaly_count = reader.anomaly_count()};
}

}  // namespace

LogFindings findings_of(const LogCursor& log) {
  return findings_in(log.reader(), log.without_zone(), log.names_remarks());
}

LogFindings findings_of(const OpenedLogs& logs) {
  return findings_in(*logs.reader, logs.without_zone, logs.names_remarks);
}

UnmatchedPath unmatched_path(const std::string& path, const LogCursor& log) {
  return {.path = path, .hint = suggestion_for(path, log.reader().catalog())};
}

}  // namespace openperflib
