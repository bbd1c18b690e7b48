// The rows of a log as texts, for tests that compare two forms of its readings (LogReadings).
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// A series of the last row: its path, process, reading, value and status, and its original path, if
// it has one.
inline std::string cell_text_of(const Query& query, std::size_t series) {
  const Series& one = query.binding().series()[series];
  const std::string_view machine = query.binding().machine();
  const Value& value = query.row().values[series];
  const RawCounter& reading = query.newer().counters[series];
  const std::string text =
      fmt::format("{} {} {} {} {} {}", path_of(one, machine), one.process_id, reading.first,
                  static_cast<int>(reading.status), value.usable() ? value.number : -1,
                  static_cast<int>(value.status));
  const std::string original = original_path_of(one, machine);
  return original.empty() ? text : text + ' ' + original;
}

// Each row: its series in their order, then its times and Sample::starts_anew.
inline std::vector<std::vector<std::string>> rows_of_log(LogReader& log,
                                                         const std::vector<std::string>& paths) {
  Query query(fixed_titles());
  for (const std::string& path : paths) (void)query.add(path).value();
  LogRecord record;
  std::vector<std::vector<std::string>> rows;
  while (log.read(record).value() == ReadResult::reading) {
    query.take(record_of(log, record));
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t i = 0; i < query.row().values.size(); ++i) {
      row.push_back(cell_text_of(query, i));
    }
    row.push_back(fmt::format("{} {} {}", query.row().time_utc, query.newer().starts_anew,
                              record.time_local));
  }
  return rows;
}

}  // namespace openperflib
