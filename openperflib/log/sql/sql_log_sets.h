// The log sets of a database: listing and deleting them, and the tables that they need.
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

// A row of DisplayToID. Value; NULL and invalid numbers or times become nullopt.
struct SqlLogSet {
  std::string guid;        // as in the database: letters, digits and dashes
  std::string name;        // DisplayString
  std::string start_time;  // as stored
  std::string stop_time;
  std::optional<std::int32_t> records;
  std::optional<std::int32_t> minutes_to_utc;
  std::string zone_name;
  bool is_ours = false;  // it is in LogSetCounters: its times are UTC; otherwise they are local
  bool operator==(const SqlLogSet&) const = default;
};

// A stored time of a set on the clock of its log; nullopt: it is not a time.
[[nodiscard]] std::optional<FileTime> local_time_of(const SqlLogSet& set,
                                                    const std::string& stored);

// All sets of a database, by their names. Errors: those of the database; it contains no performance
// logs.
[[nodiscard]] std::expected<std::vector<SqlLogSet>, SourceFault> list_sql_log_sets(
    const SqlLogName& name);

// Creates whatever is missing for logs in a database: its file and its tables. Errors: those of the
// database.
[[nodiscard]] std::expected<void, SourceFault> make_sql_log_tables(const SqlLogName& name);

// Whether a database has the three tables of Windows. Errors: it cannot be connected to.
[[nodiscard]] std::expected<bool, SourceFault> has_sql_log_tables(const SqlLogName& name);
// The identity of a set and the number of its run, which Windows counts. Value.
struct SqlLogRun {
  std::string guid;         // as in the database
  std::int32_t run_id = 0;  // 0 too where there is none
};
// Finds the run of the set that `name` names, or of the only one. Errors: those of the database;
// the set does not exist.
[[nodiscard]] std::expected<SqlLogRun, SourceFault> find_sql_log_run(const SqlLogName& name);
// Whether both names mean one set, also if they name its database in different ways. A set that
// does not exist, or cannot be read, is none.
[[nodiscard]] bool is_same_log_set(const SqlLogName& a, const SqlLogName& b);
// Changes the number of the run. Errors: those of find_sql_log_run().
[[nodiscard]] std::expected<void, SourceFault> set_sql_log_run(const SqlLogName& name,
                                                               std::int32_t run_id);
// Deletes the set that `name` names, with the counters that no other set has; completely or not at
// all. Errors: those of the database; the set does not exist.
[[nodiscard]] std::expected<void, SourceFault> delete_sql_log_set(const SqlLogName& name);

}  // namespace openperflib
