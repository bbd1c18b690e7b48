#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_log_guid.h"
#include "openperflib/log/sql/sql_log_set_internal.h"
#include "openperflib/log/sql/sql_log_time_internal.h"

namespace openperflib {
namespace {

using ColumnKind = OdbcStatement::Kind;
using Outcome = std::expected<void, SourceFault>;

constexpr std::size_t kZoneNameLetters = 32;

std::string literal_or_null(const std::string& text) {
  return text.empty() ? std::string("NULL") : fmt::format("'{}'", text);
}

std::expected<std::optional<LogContent>, SourceFault> content_of(SqlLogDatabase& database,
                                                                 const std::string& guid) {
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  const OdbcStatement::Column column;
  OPENPERFLIB_TRY(rows.query(
      fmt::format("SELECT FirstValueA FROM CounterData WHERE GUID = '{}'", guid), {&column, 1}));
  if (!OPENPERFLIB_TRY(rows.next())) return std::nullopt;
  return rows.text(0).has_value() ? LogContent::readings : LogContent::values;
}

// A query that fails ends the transaction in some databases.
std::optional<std::int64_t> number_if_there(SqlLogDatabase& database,
                                            const std::string& statement) {
  const auto number = database.number(statement);
  if (!number.has_value()) database.connection().rollback();
  return number.value_or(std::nullopt);
}

}  // namespace

std::expected<SqlLogSetFacts, SourceFault> read_sql_log_set_facts(SqlLogDatabase& database,
                                                                  const std::string& guid) {
  const auto of_ours = [&](std::string_view what, std::string_view table) {
    return number_if_there(database,
                           fmt::format("SELECT {} FROM {} WHERE GUID = '{}'", what, table, guid));
  };
  SqlLogSetFacts facts;
  facts.is_ours = of_ours("COUNT(*)", "LogSetCounters").value_or(0) != 0;
  const std::int64_t last_empty = of_ours("MAX(RecordIndex)", "EmptyRecords").value_or(0);
  const std::int64_t last_data =
      OPENPERFLIB_TRY(database.number(fmt::format(
                          "SELECT MAX(RecordIndex) FROM CounterData WHERE GUID = '{}'", guid)))
          .value_or(0);
  const std::int64_t last = std::max(last_empty, last_data);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  facts.content = OPENPERFLIB_TRY(content_of(database, guid));
  if (last > 0 || facts.content.has_value()) {
    facts.last = static_cast<std::int32_t>(std::clamp<std::int64_t>(last, 0, kMost));
  }
  return facts;
}

std::expected<SqlLogSetRow, SourceFault> SqlLogSetRow::find(SqlLogDatabase& database,
                                                            const std::string& name,
                                                            const ZoneOffset& zone) {
  SqlLogSetRow row;
  if (auto set = OPENPERFLIB_TRY(database.find_set(name))) {
    row.set_ = *std::move(set);
    row.is_there_ = true;
    // They are put into a statement again, so only valid times are kept.
    if (!read_sql_time(row.set_.start_time)) row.set_.start_time.clear();
    if (!read_sql_time(row.set_.stop_time)) row.set_.stop_time.clear();
    row.facts_ = OPENPERFLIB_TRY(read_sql_log_set_facts(database, row.set_.guid));
    return row;
  }
  row.set_.guid = text_of(random_log_guid());
  row.set_.name = name;
  row.set_.minutes_to_utc = zone.bias_minutes;
  row.set_.zone_name = zone.name.substr(0, kZoneNameLetters);
  return row;
}

std::string SqlLogSetRow::time_text(FileTime time_utc) const {
  const bool is_utc = facts_.is_ours || !facts_.last.has_value();
  std::string text;
  write_sql_time(is_utc ? time_utc : to_local(time_utc, set_.minutes_to_utc.value_or(0)), text);
  return text;
}

Outcome SqlLogSetRow::write(SqlLogDatabase& database, std::int32_t records,
                            const std::string& first, const std::string& last) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::int64_t sum = std::int64_t{std::max(0, set_.records.value_or(0))} + records;
  const auto all = static_cast<std::int32_t>(std::min(sum, kMost));
  if (set_.start_time.empty()) set_.start_time = first;
  if (!last.empty()) set_.stop_time = last;
  OdbcStatement statement = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  if (is_there_) {
    OPENPERFLIB_TRY(statement.run(fmt::format(
        "UPDATE DisplayToID SET LogStartTime = {}, LogStopTime = {}, NumberOfRecords = {} "
        "WHERE GUID = '{}'",
        literal_or_null(set_.start_time), literal_or_null(set_.stop_time), all, set_.guid)));
  } else {
    constexpr std::array kKinds = {ColumnKind::text, ColumnKind::text};
    OPENPERFLIB_TRY(statement.prepare(
        fmt::format(
            "INSERT INTO DisplayToID (GUID, RunID, DisplayString, LogStartTime, LogStopTime, "
            "NumberOfRecords, MinutesToUTC, TimeZoneName) "
            "VALUES ('{}', 0, ?, {}, {}, {}, {}, ?)",
            set_.guid, literal_or_null(set_.start_time), literal_or_null(set_.stop_time), all,
            set_.minutes_to_utc.value_or(0)),
        kKinds));
    statement.set(0, std::string_view(set_.name));
    statement.set(1, std::string_view(set_.zone_name));
    OPENPERFLIB_TRY(statement.execute());
  }
  is_there_ = true;
  set_.records = all;
  return {};
}

}  // namespace openperflib
