// What programs ask about the logs of a data source before they read them.
#pragma once

#include <cstdint>
#include <expected>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/log_contents.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Opens each log of a source that is not real time. Returns the format of the first. Errors: those
// of open_log(); PDH_INVALID_ARGUMENT: there are several, and one of them is not binary or there
// are more than 32.
[[nodiscard]] std::expected<LogFormat, PdhStatus> format_of(const DataSource& source,
                                                            const TitleTable& titles);

// The local times of the first and the last record, and how many there are.
struct LogTimeRange {
  FileTime first_local = 0;
  FileTime last_local = 0;
  std::uint64_t records = 0;
  bool operator==(const LogTimeRange&) const = default;
};
// Returns the range of all logs of a source together. Errors: PDH_DATA_SOURCE_IS_REAL_TIME;
// PDH_NO_DATA: there is no record; those of `contents`.
[[nodiscard]] std::expected<LogTimeRange, PdhStatus> time_range_of(const DataSource& source,
                                                                   LogContents& contents);

// The bytes of all files of a source. Errors: PDH_DATA_SOURCE_IS_REAL_TIME; PDH_NOT_IMPLEMENTED for
// a set of a database; PDH_FILE_NOT_FOUND, PDH_ACCESS_DENIED.
[[nodiscard]] std::expected<std::uint64_t, PdhStatus> size_of(const DataSource& source);

}  // namespace openperflib
