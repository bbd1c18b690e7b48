#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_counters_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using ColumnKind = OdbcStatement::Kind;

constexpr std::uint16_t kNameLetters = 1024;

std::string_view without_leading_backslashes(std::string_view machine) {
  return machine.substr(std::min(machine.find_first_not_of('\\'), machine.size()));
}

// Everything that makes two counters different, with a letter between that no name has. Names
// ignore case.
std::string key_of(const SqlCounter& counter) {
  return folded(fmt::format("{}\n{}\n{}\n{}{}\n{}{}\n{} {} {} {}", counter.machine, counter.object,
                            counter.counter, counter.instance.has_value() ? "+" : "-",
                            counter.instance.value_or(""), counter.parent.has_value() ? "+" : "-",
                            counter.parent.value_or(""), counter.instance_index,
                            counter.type.bits(), counter.default_scale, counter.time_base));
}

std::optional<std::int32_t> number_in(OdbcStatement& rows, std::size_t column) {
  return read_sql_number(rows.text(column));
}

std::optional<std::string> text_in(OdbcStatement& rows, std::size_t column) {
  const auto text = rows.text(column);
  return text.has_value() ? std::optional(std::string(*text)) : std::nullopt;
}

std::optional<SqlCounterRow> row_in(OdbcStatement& rows) {
  const auto id = number_in(rows, 0);
  const auto machine = text_in(rows, 1);
  const auto object = text_in(rows, 2);
  const auto counter = text_in(rows, 3);
  const auto type = number_in(rows, 4);
  if (!id || !machine || !object || !counter || !type) return std::nullopt;
  SqlCounterRow row;
  row.id = *id;
  row.counter.machine = without_leading_backslashes(*machine);
  row.counter.object = *object;
  row.counter.counter = *counter;
  row.counter.type = CounterType(static_cast<std::uint32_t>(*type));
  row.counter.default_scale = number_in(rows, 5).value_or(0);
  row.counter.instance = text_in(rows, 6);
  row.counter.instance_index = number_in(rows, 7).value_or(0);
  row.counter.parent = text_in(rows, 8);
  row.counter.time_base =
      from_sql_halves(number_in(rows, 9).value_or(0), number_in(rows, 10).value_or(0));
  return row;
}

void set_or_null(OdbcStatement& statement, std::size_t parameter,
                 const std::optional<std::string>& text) {
  if (text.has_value()) {
    statement.set(parameter, std::string_view(*text));
  } else {
    statement.set_null(parameter);
  }
}

void set_parameters(OdbcStatement& statement, const SqlCounter& counter) {
  statement.set(0, std::string_view("\\\\" + counter.machine));
  statement.set(1, std::string_view(counter.object));
  statement.set(2, std::string_view(counter.counter));
  statement.set(3, static_cast<std::int32_t>(counter.type.bits()));
  statement.set(4, counter.default_scale);
  set_or_null(statement, 5, counter.instance);
  if (counter.instance.has_value()) {
    statement.set(6, counter.instance_index);
  } else {
    statement.set_null(6);
  }
  set_or_null(statement, 7, counter.parent);
  statement.set(8, sql_low_half(counter.time_base));
  statement.set(9, sql_high_half(counter.time_base));
}

}  // namespace

SqlCounter sql_counter_of(const Series& series, std::string_view machine) {
  SqlCounter counter;
  counter.machine = without_leading_backslashes(series.machine.empty() ? machine : series.machine);
  counter.object = series.object;
  counter.counter = series.counter;
  if (series.instance.has_value()) counter.instance = std::string(*series.instance);
  if (!series.parent.empty()) counter.parent = std::string(series.parent);
  counter.instance_index = static_cast<std::int32_t>(series.instance_number);
  counter.type = series.type;
  counter.default_scale = series.default_scale;
  return counter;
}

Series series_of(const SqlCounter& counter) {
  Series series;
  series.machine = counter.machine;
  series.object = counter.object;
  series.counter = counter.counter;
  if (counter.instance.has_value()) series.instance = *counter.instance;
  if (counter.parent.has_value()) series.parent = *counter.parent;
  series.instance_number = static_cast<std::uint32_t>(std::max(0, counter.instance_index));
  series.type = counter.type;
  series.default_scale = counter.default_scale;
  return series;
}

std::expected<std::vector<SqlCounterRow>, SourceFault> read_sql_counters(SqlLogDatabase& database,
                                                                         std::string_view where) {
  constexpr std::array<OdbcStatement::Column, 11> kColumns = {{{},
                                                               {ColumnKind::text, kNameLetters},
                                                               {ColumnKind::text, kNameLetters},
                                                               {ColumnKind::text, kNameLetters},
                                                               {},
                                                               {},
                                                               {ColumnKind::text, kNameLetters},
                                                               {},
                                                               {ColumnKind::text, kNameLetters},
                                                               {},
                                                               {}}};
  constexpr std::array<const char*, 11> kNames = {
      "CounterID",    "MachineName",   "ObjectName", "CounterName", "CounterType", "DefaultScale",
      "InstanceName", "InstanceIndex", "ParentName", "TimeBaseA",   "TimeBaseB"};
  OPENPERFLIB_TRY(database.check_count(fmt::format("FROM CounterDetails {}", where),
                                       SqlLogDatabase::kMostCounters, "counters"));
  std::string columns;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    columns += i == 0 ? "" : ", ";
    columns += kColumns[i].kind == ColumnKind::text
                   ? database.dialect().text_column(kNames[i], kColumns[i].letters)
                   : database.dialect().number_column(kNames[i]);
  }
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  OPENPERFLIB_TRY(
      rows.query(fmt::format("SELECT {} FROM CounterDetails {} ORDER BY CounterID", columns, where),
                 kColumns));
  std::vector<SqlCounterRow> read;
  while (OPENPERFLIB_TRY(rows.next())) {
    if (auto row = row_in(rows)) read.push_back(*std::move(row));
  }
  return read;
}

std::expected<void, SourceFault> SqlCounterNumbers::read_new(SqlLogDatabase& database) {
  const auto rows =
      OPENPERFLIB_TRY(read_sql_counters(database, fmt::format("WHERE CounterID > {}", last_)));
  for (const SqlCounterRow& row : rows) {
    numbers_[key_of(row.counter)].push_back(row.id);
    last_ = std::max(last_, row.id);
  }
  return {};
}

std::expected<void, SourceFault> SqlCounterNumbers::load(SqlLogDatabase& database) {
  numbers_.clear();
  last_ = 0;
  return read_new(database);
}

std::optional<std::int32_t> SqlCounterNumbers::find(const SqlCounter& counter,
                                                    std::uint32_t n) const {
  const auto found = numbers_.find(key_of(counter));
  if (found == numbers_.end() || n >= found->second.size()) return std::nullopt;
  return found->second[n];
}

std::expected<void, SourceFault> SqlCounterNumbers::add(
    SqlLogDatabase& database, std::span<const SqlCounter* const> counters) {
  constexpr std::array kKinds = {ColumnKind::text,    ColumnKind::text,    ColumnKind::text,
                                 ColumnKind::integer, ColumnKind::integer, ColumnKind::text,
                                 ColumnKind::integer, ColumnKind::text,    ColumnKind::integer,
                                 ColumnKind::integer};
  if (counters.empty()) return {};
  OdbcStatement statement = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  OPENPERFLIB_TRY(
      statement.prepare("INSERT INTO CounterDetails (MachineName, ObjectName, CounterName, "
                        "CounterType, DefaultScale, "
                        "InstanceName, InstanceIndex, ParentName, TimeBaseA, TimeBaseB) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        kKinds));
  for (const SqlCounter* const counter : counters) {
    set_parameters(statement, *counter);
    OPENPERFLIB_TRY(statement.execute());
  }
  return read_new(database);
}

}  // namespace openperflib
