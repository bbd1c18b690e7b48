#include "openperflib/log/sql/sql_log_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/log/sql/sql_log_time_internal.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib {
namespace {

using Outcome = std::expected<void, SourceFault>;
using Guids = std::vector<std::string>;

// A set has the same GUID in a copy of its file.
bool are_different_files(const SqlLogName& a, const SqlLogName& b) {
  if (a.kind != SqlLogName::Kind::file || b.kind != SqlLogName::Kind::file) return false;
  std::error_code error;
  return !std::filesystem::equivalent(a.database, b.database, error);
}

// The sets written by these tools. Errors: our own tables do not exist.
std::expected<Guids, SourceFault> guids_of_ours(SqlLogDatabase& database) {
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  const OdbcStatement::Column column{.kind = OdbcStatement::Kind::ascii, .letters = 40};
  OPENPERFLIB_TRY(rows.query("SELECT DISTINCT GUID FROM LogSetCounters", {&column, 1}));
  Guids guids;
  while (OPENPERFLIB_TRY(rows.next())) guids.emplace_back(rows.text(0).value_or(""));
  return guids;
}

Outcome delete_rows(SqlLogDatabase& database, std::string_view table, const std::string& guid) {
  return database.connection().run(fmt::format("DELETE FROM {} WHERE GUID = '{}'", table, guid));
}

}  // namespace

std::optional<FileTime> local_time_of(const SqlLogSet& set, const std::string& stored) {
  const auto time = read_sql_time(stored);
  if (!time.has_value()) return std::nullopt;
  return set.is_ours ? to_local(*time, set.minutes_to_utc.value_or(0)) : *time;
}

std::expected<std::vector<SqlLogSet>, SourceFault> list_sql_log_sets(const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  auto sets = OPENPERFLIB_TRY(database.sets());
  const auto ours = guids_of_ours(database);
  if (!ours.has_value()) return sets;
  for (SqlLogSet& set : sets) set.is_ours = std::ranges::find(*ours, set.guid) != ours->end();
  return sets;
}

std::expected<void, SourceFault> make_sql_log_tables(const SqlLogName& name) {
  (void)OPENPERFLIB_TRY(SqlLogDatabase::make(name));
  return {};
}

std::expected<bool, SourceFault> has_sql_log_tables(const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  for (const std::string_view table : {"CounterData", "CounterDetails", "DisplayToID"}) {
    if (database.number(fmt::format("SELECT COUNT(*) FROM {} WHERE 1 = 0", table)).has_value()) {
      continue;
    }
    database.connection().rollback();
    return false;
  }
  return true;
}

std::expected<SqlLogRun, SourceFault> find_sql_log_run(const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  SqlLogSet set = OPENPERFLIB_TRY(database.set_of(name));
  const auto run_id = OPENPERFLIB_TRY(
      database.number(fmt::format("SELECT RunID FROM DisplayToID WHERE GUID = '{}'", set.guid)));
  return SqlLogRun{.guid = std::move(set.guid),
                   .run_id = static_cast<std::int32_t>(run_id.value_or(0))};
}

bool is_same_log_set(const SqlLogName& a, const SqlLogName& b) {
  if (are_different_files(a, b)) return false;
  const auto one = find_sql_log_run(a);
  if (!one.has_value()) return false;
  const auto other = find_sql_log_run(b);
  return other.has_value() && one->guid == other->guid;
}

std::expected<void, SourceFault> set_sql_log_run(const SqlLogName& name, std::int32_t run_id) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  const SqlLogSet set = OPENPERFLIB_TRY(database.set_of(name));
  OPENPERFLIB_TRY(database.connection().run(
      fmt::format("UPDATE DisplayToID SET RunID = {} WHERE GUID = '{}'", run_id, set.guid)));
  return database.connection().commit();
}

std::expected<void, SourceFault> delete_sql_log_set(const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  const auto set = OPENPERFLIB_TRY(database.find_set(name.set));
  if (!set.has_value()) return std::unexpected(database.fault("no such log set"));
  const bool has_tables_of_ours = guids_of_ours(database).has_value();
  if (!has_tables_of_ours) database.connection().rollback();
  OPENPERFLIB_TRY(delete_rows(database, "CounterData", set->guid));
  OPENPERFLIB_TRY(delete_rows(database, "DisplayToID", set->guid));
  std::string unused =
      "DELETE FROM CounterDetails WHERE CounterID NOT IN (SELECT CounterID FROM CounterData)";
  if (has_tables_of_ours) {
    OPENPERFLIB_TRY(delete_rows(database, "LogSetCounters", set->guid));
    OPENPERFLIB_TRY(delete_rows(database, "EmptyRecords", set->guid));
    unused += " AND CounterID NOT IN (SELECT CounterID FROM LogSetCounters)";
  }
  OPENPERFLIB_TRY(database.connection().run(unused));
  return database.connection().commit();
}

}  // namespace openperflib
