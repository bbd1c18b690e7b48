// LogFindings: what was odd about the logs that a job has read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Value.
struct LogFindings {
  // The files that do not name their time zone although others do, and the zone in which they were
  // read: "UTC+01:00".
  std::vector<std::string> without_zone;
  std::string assumed_zone;
  // Files of names that were not used, and logs that the given names do not fit.
  std::vector<SourceFault> names_remarks;
  std::vector<LogAnomaly> anomalies;  // at most LogReader::kMostAnomalies
  std::uint64_t anomaly_count = 0;    // all of them
};

// Returns what was found so far.
[[nodiscard]] LogFindings findings_of(const LogCursor& log);
[[nodiscard]] LogFindings findings_of(const OpenedLogs& logs);

// A path that no record has, and what may be meant: "did you mean ...?", or empty. Value.
struct UnmatchedPath {
  std::string path;
  std::string hint;
};
// Makes the hint from the names in the catalog that the reader of `log` has now.
[[nodiscard]] UnmatchedPath unmatched_path(const std::string& path, const LogCursor& log);

}  // namespace openperflib
