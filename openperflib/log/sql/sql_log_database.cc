#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/whole_number_internal.h"
#include "openperflib/log/sql/sql_log_database_internal.h"

namespace openperflib {
namespace {

using ColumnKind = OdbcStatement::Kind;

std::string text_or_empty(std::optional<std::string_view> text) {
  return std::string(text.value_or(std::string_view()));
}

std::string without_blanks_behind(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// No clock of this world is more than a day away from UTC.
std::optional<std::int32_t> minutes_in(std::optional<std::string_view> text) noexcept {
  constexpr std::int32_t kDay = 24 * 60;
  const auto minutes = read_sql_number(text);
  const bool is_one = minutes.has_value() && *minutes >= -kDay && *minutes <= kDay;
  return is_one ? minutes : std::nullopt;
}

}  // namespace

std::optional<std::int32_t> read_sql_number(std::optional<std::string_view> text) noexcept {
  return text.has_value() ? whole_number<std::int32_t>(*text) : std::nullopt;
}

bool is_sql_guid(std::string_view text) noexcept {
  constexpr std::string_view kLetters = "0123456789abcdefABCDEF-{}";
  return !text.empty() && text.size() <= 38 && text.find_first_not_of(kLetters) == text.npos;
}

SourceFault SqlLogDatabase::fault(std::string words) const {
  return {.errno_value = 0, .file = shown_, .error = std::nullopt, .message = std::move(words)};
}

std::expected<SqlLogDatabase, SourceFault> SqlLogDatabase::connect(const SqlLogName& name,
                                                                   OdbcConnection::Absent absent) {
  auto connection = OPENPERFLIB_TRY(OdbcConnection::open(name, absent));
  const SqlDialect* const dialect = find_sql_dialect(connection->product());
  const std::string product = connection->product();
  SqlLogDatabase database(std::move(connection), dialect, name.shown);
  if (dialect == nullptr) {
    return std::unexpected(database.fault(fmt::format(
        "{} is not a supported database; use SQLite, PostgreSQL or Microsoft SQL Server",
        product)));
  }
  OPENPERFLIB_TRY(database.check_tables());
  return database;
}

// A view may compute rows without end, and a table of a module or with a computed column a text of
// any length. Where the statements are not understood there is nothing of the kind.
std::expected<void, SourceFault> SqlLogDatabase::check_tables() {
  if (!dialect_->guard.empty()) (void)connection_->run(dialect_->guard);
  for (const std::string& statement : dialect_->statements_for_strangers()) {
    OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(*connection_));
    const OdbcStatement::Column column;
    const bool is_understood = rows.query(statement, {&column, 1}).has_value();
    const auto has_one = is_understood ? rows.next() : std::expected<bool, SourceFault>(false);
    if (!is_understood) connection_->rollback();
    if (!has_one.value_or(false)) continue;
    return std::unexpected(
        fault(fmt::format("{} is not a plain table but a view or computed, and is not read",
                          rows.text(0).value_or(""))));
  }
  return {};
}

std::expected<void, SourceFault> SqlLogDatabase::check_count(std::string_view from,
                                                             std::int64_t most,
                                                             std::string_view called) {
  const auto count = OPENPERFLIB_TRY(number(fmt::format("SELECT COUNT(*) {}", from))).value_or(0);
  if (count <= most) return {};
  return std::unexpected(fault(fmt::format("has {} {}; {} are read at most", count, called, most)));
}

std::expected<SqlLogDatabase, SourceFault> SqlLogDatabase::open(const SqlLogName& name) {
  return connect(name, OdbcConnection::Absent::is_fault);
}

std::expected<SqlLogDatabase, SourceFault> SqlLogDatabase::make(const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(connect(name, OdbcConnection::Absent::is_made));
  for (const std::string& statement : database.dialect().statements_for_tables()) {
    OPENPERFLIB_TRY(database.connection().run(statement));
  }
  OPENPERFLIB_TRY(database.connection().commit());
  return database;
}

std::expected<std::vector<SqlLogSet>, SourceFault> SqlLogDatabase::sets() {
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(*connection_));
  const std::array<OdbcStatement::Column, 7> columns = {{{ColumnKind::ascii, 40},
                                                         {ColumnKind::text, 1024},
                                                         {ColumnKind::ascii, 32},
                                                         {ColumnKind::ascii, 32},
                                                         {},
                                                         {},
                                                         {ColumnKind::text, 64}}};
  OPENPERFLIB_TRY(check_count("FROM DisplayToID", kMostSets, "log sets"));
  OPENPERFLIB_TRY(rows.query(
      fmt::format(
          "SELECT {}, {}, {}, {}, {}, {}, {} FROM DisplayToID", dialect_->number_column("GUID", 40),
          dialect_->text_column("DisplayString", 1024), dialect_->text_column("LogStartTime", 32),
          dialect_->text_column("LogStopTime", 32), dialect_->number_column("NumberOfRecords"),
          dialect_->number_column("MinutesToUTC"), dialect_->text_column("TimeZoneName", 64)),
      columns));
  std::vector<SqlLogSet> sets;
  while (OPENPERFLIB_TRY(rows.next())) {
    SqlLogSet& set = sets.emplace_back();
    set.guid = text_or_empty(rows.text(0));
    set.name = text_or_empty(rows.text(1));
    set.start_time = text_or_empty(rows.text(2));
    set.stop_time = text_or_empty(rows.text(3));
    set.records = read_sql_number(rows.text(4));
    set.minutes_to_utc = minutes_in(rows.text(5));
    set.zone_name = without_blanks_behind(text_or_empty(rows.text(6)));
  }
  std::ranges::sort(sets, {}, &SqlLogSet::name);
  return sets;
}

std::expected<std::optional<SqlLogSet>, SourceFault> SqlLogDatabase::find_set(
    std::string_view name) {
  for (SqlLogSet& set : OPENPERFLIB_TRY(sets())) {
    if (set.name != name) continue;
    if (!is_sql_guid(set.guid)) {
      return std::unexpected(fault(fmt::format("the GUID of {} is none", name)));
    }
    return std::optional(std::move(set));
  }
  return std::nullopt;
}

std::expected<SqlLogSet, SourceFault> SqlLogDatabase::set_of(const SqlLogName& name) {
  auto all = OPENPERFLIB_TRY(sets());
  const bool is_the_only_one = name.set.empty() && all.size() == 1;
  const auto found =
      is_the_only_one ? all.begin() : std::ranges::find(all, name.set, &SqlLogSet::name);
  if (found == all.end()) return std::unexpected(no_such_set(name, all));
  if (!is_sql_guid(found->guid)) return std::unexpected(fault("its GUID is none"));
  return std::move(*found);
}

SourceFault SqlLogDatabase::no_such_set(const SqlLogName& name,
                                        std::span<const SqlLogSet> existing) const {
  if (existing.empty()) return fault("holds no log set");
  constexpr std::size_t kShown = 10;
  std::string all;
  for (const SqlLogSet& set : existing.first(std::min(existing.size(), kShown))) {
    all += (all.empty() ? "" : ", ") + set.name;
  }
  if (existing.size() > kShown) all += ", ...";
  return fault(fmt::format("{}; it has: {}",
                           name.set.empty() ? "names no log set" : "no such log set", all));
}

std::expected<std::optional<std::int64_t>, SourceFault> SqlLogDatabase::number(
    std::string_view statement) {
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(*connection_));
  const OdbcStatement::Column column;
  OPENPERFLIB_TRY(rows.query(statement, {&column, 1}));
  if (!OPENPERFLIB_TRY(rows.next())) return std::nullopt;
  const auto text = rows.text(0);
  std::int64_t value = 0;
  if (!text.has_value()) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace openperflib
