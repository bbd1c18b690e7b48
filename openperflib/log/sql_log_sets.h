// The log sets of a database: listed and deleted, and the tables that they need.
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {

// A row of DisplayToID. Value; what is NULL there, or no number or time, is nothing here.
struct SqlLogSet {
  std::string guid;        // as the database writes it: letters, digits and dashes
  std::string name;        // DisplayString
  std::string start_time;  // as stored
  std::string stop_time;
  std::optional<std::int32_t> records;
  std::optional<std::int32_t> minutes_to_utc;
  std::string zone_name;
  bool is_ours = false;  // it is in LogSetCounters: its times are UTC, else they are local
  bool operator==(const SqlLogSet&) const = default;
};

// A stored time of a set on the clock of its log; nullopt: it is none.
[[nodiscard]] std::optional<FileTime> local_time_of(const SqlLogSet& set,
                                                    const std::string& stored);

// All sets of a database, by their names. Errors: the database's; it holds no performance logs.
[[nodiscard]] std::expected<std::vector<SqlLogSet>, SourceFault> list_sql_log_sets(
    const SqlLogName& name);

// Makes what is missing of a database that logs can go into: its file and its tables. Errors: the
// database's.
[[nodiscard]] std::expected<void, SourceFault> make_sql_log_tables(const SqlLogName& name);

// Deletes the set that `name` names, with its counters where no other set has them; whole or not at
// all. Errors: the database's; there is no such set.
[[nodiscard]] std::expected<void, SourceFault> delete_sql_log_set(const SqlLogName& name);

}  // namespace openperflib
