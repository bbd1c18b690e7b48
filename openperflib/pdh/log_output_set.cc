#include <algorithm>
#include <cerrno>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_reader.h"
#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/pdh/log_output_set_internal.h"

namespace openperflib {
namespace {

using Existing = PdhLogOptions::Existing;
using Outcome = std::expected<void, PdhStatus>;

// nullopt: there is no such set; the database, its file and its tables may be missing too.
std::expected<std::optional<SqlLogSet>, PdhStatus> find_set(const SqlLogName& name) {
  const auto has_tables = has_sql_log_tables(name);
  if (!has_tables.has_value() && has_tables.error().errno_value == ENOENT) return std::nullopt;
  if (!has_tables.has_value()) return std::unexpected(PDH_SQL_CONNECT_FAILED);
  if (!*has_tables) return std::nullopt;
  auto sets = list_sql_log_sets(name);
  if (!sets.has_value()) return std::unexpected(PDH_SQL_EXEC_DIRECT_FAILED);
  const auto found = std::ranges::find(*sets, name.set, &SqlLogSet::name);
  if (found == sets->end()) return std::nullopt;
  return std::optional(std::move(*found));
}

// Its counters may be others, but not whether it has readings.
Outcome check_append(const SqlLogName& name, const SqlLogSet& set, LogContent content,
                     FileTime first_utc) {
  const bool has_records = set.records.value_or(0) != 0;
  if (!has_records) return {};
  const auto reader = SqlLogReader::open(name);
  if (!reader.has_value()) return std::unexpected(PDH_SQL_EXEC_DIRECT_FAILED);
  if ((*reader)->header().content != content) return std::unexpected(PDH_UNMATCHED_APPEND_COUNTER);
  const auto last_local = local_time_of(set, set.stop_time);
  const FileTime first_local = to_local(first_utc, set.minutes_to_utc.value_or(0));
  if (last_local.has_value() && *last_local > first_local) {
    return std::unexpected(PDH_INCORRECT_APPEND_TIME);
  }
  return {};
}

}  // namespace

Outcome ready_log_set(const SqlLogName& name, Existing existing, LogContent content,
                      FileTime first_utc) {
  const auto set = OPENPERFLIB_TRY(find_set(name));
  if (!set.has_value()) return {};
  switch (existing) {
    case Existing::refused:
      return std::unexpected(PDH_FILE_ALREADY_EXISTS);
    case Existing::appended_to:
      return check_append(name, *set, content, first_utc);
    case Existing::replaced:
      break;
  }
  if (delete_sql_log_set(name).has_value()) return {};
  return std::unexpected(PDH_SQL_EXEC_DIRECT_FAILED);
}

}  // namespace openperflib
