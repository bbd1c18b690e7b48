// SqlLogSetRow: the row in DisplayToID of the set that a writer writes into.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib {

// What is known about a set from its rows. Value.
struct SqlLogSetFacts {
  bool is_ours = false;               // it has rows in LogSetCounters: its times are UTC
  std::optional<std::int32_t> last;   // RecordIndex of its last record; nullopt: it has none
  std::optional<LogContent> content;  // nullopt: it has no row
};

// Errors: those of the database. Missing tables of our own are not an error.
[[nodiscard]] std::expected<SqlLogSetFacts, SourceFault> read_sql_log_set_facts(
    SqlLogDatabase& database, const std::string& guid);

// Resource, movable.
class SqlLogSetRow {
 public:
  // Finds the set, or prepares a new one that write() will add.
  [[nodiscard]] static std::expected<SqlLogSetRow, SourceFault> find(SqlLogDatabase& database,
                                                                     const std::string& name,
                                                                     const ZoneOffset& zone);
  [[nodiscard]] const std::string& guid() const noexcept { return set_.guid; }
  [[nodiscard]] const SqlLogSetFacts& facts() const noexcept { return facts_; }
  // A time as this set stores it.
  [[nodiscard]] std::string time_text(FileTime time_utc) const;
  // Adds the row, or updates it with this many more records, the first and the last of them at
  // these times. Errors: those of the database.
  [[nodiscard]] std::expected<void, SourceFault> write(SqlLogDatabase& database,
                                                       std::int32_t records,
                                                       const std::string& first,
                                                       const std::string& last);

 private:
  SqlLogSet set_;
  SqlLogSetFacts facts_;
  bool is_there_ = false;
};

}  // namespace openperflib
