#include "openperflib/log/sql/sql_log_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_counters_internal.h"
#include "openperflib/log/sql/sql_log_rows_internal.h"
#include "openperflib/log/sql/sql_log_set_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Result = std::expected<void, SourceFault>;
using ColumnKind = OdbcStatement::Kind;

constexpr std::size_t kRowsOfABatch = 16'384;

}  // namespace

struct SqlLogWriter::State {
  State(SqlLogDatabase opened, SqlLogSetRow found, SqlLogWriteOptions given)
      : database(std::move(opened)), set(std::move(found)), options(std::move(given)) {}

  [[nodiscard]] Result prepare();
  // Which counters the set has already, and where the next ones go.
  [[nodiscard]] Result read_order();
  void map_columns(const Binding& binding, std::span<const std::size_t> shown);
  [[nodiscard]] Result write(const Sample& sample, const Row& row);
  [[nodiscard]] Result flush();
  [[nodiscard]] Result end();
  // The first fault stays: what was flushed is there, and nothing else.
  [[nodiscard]] Result normalize(Result result);

  SqlLogDatabase database;
  SqlLogSetRow set;
  SqlLogWriteOptions options;
  Result state;

 private:
  // One counter of the set.
  struct Column {
    SqlCounter counter;
    std::uint32_t twin = 0;  // of several that are called the same, from 0
    std::int32_t position = 0;
    std::optional<std::int32_t> number;  // CounterID; nullopt: it had no value yet
  };
  [[nodiscard]] bool has_value(const Sample& sample, const Row& row, std::size_t series) const {
    return options.content == LogContent::readings
               ? usable(sample.counters[series].status)
               : row.values[series].usable() && std::isfinite(row.values[series].number);
  }
  [[nodiscard]] SqlDataRow row_of(const Sample& sample, const Row& row, std::size_t series,
                                  std::int32_t number) const;
  // Gives numbers to columns that have none.
  [[nodiscard]] Result number_columns(std::span<Column* const> columns);
  [[nodiscard]] Result number_new_columns(const Sample& sample, const Row& row);
  [[nodiscard]] Result put_in_order(std::span<Column* const> columns);
  // Whether nothing has to be written yet. SQLite locks readers out once it holds more than two
  // megabytes of changes, and one of them may be what the rows come from.
  [[nodiscard]] bool can_wait() const noexcept {
    return options.flush == SqlLogWriteOptions::Flush::in_batches &&
           batch_.rows() + uncommitted_columns_ < kRowsOfABatch;
  }

  SqlCounterNumbers numbers_;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t>
      places_;  // in columns_, by name, twin
  std::vector<Column> columns_;
  std::vector<std::pair<std::size_t, std::size_t>> shown_;  // a series and its column
  std::unordered_set<std::int32_t> in_order_;               // numbers that LogSetCounters has
  std::int32_t first_position_ = 0;
  SqlRowBatch batch_;
  std::size_t uncommitted_columns_ = 0;
  std::int32_t last_record_ = 0;
};

Result SqlLogWriter::State::prepare() {
  if (set.facts().content.value_or(options.content) != options.content) {
    const bool has_readings = set.facts().content == LogContent::readings;
    return std::unexpected(database.fault(
        has_readings ? "holds readings, and calculated values cannot be appended to them"
                     : "holds calculated values, and readings cannot be appended to them"));
  }
  // A number left out tells readers that another log begins.
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  if (set.facts().last.has_value()) last_record_ = std::min(*set.facts().last, kMost - 1) + 1;
  OPENPERFLIB_TRY(read_order());
  OPENPERFLIB_TRY(numbers_.load(database));
  return database.connection().commit();
}

Result SqlLogWriter::State::read_order() {
  constexpr std::array<OdbcStatement::Column, 2> kTwo = {};
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  OPENPERFLIB_TRY(rows.query(
      fmt::format("SELECT Position, CounterID FROM LogSetCounters WHERE GUID = '{}'", set.guid()),
      kTwo));
  while (OPENPERFLIB_TRY(rows.next())) {
    const auto position = read_sql_number(rows.text(0).value_or(""));
    const auto number = read_sql_number(rows.text(1).value_or(""));
    constexpr std::int32_t kMost = 1 << 30;  // of a million million counters nobody has a log
    if (!position.has_value() || !number.has_value() || *position > kMost) continue;
    first_position_ = std::max(first_position_, *position + 1);
    in_order_.insert(*number);
  }
  return {};
}

void SqlLogWriter::State::map_columns(const Binding& binding, std::span<const std::size_t> shown) {
  std::map<std::string, std::uint32_t> duplicates;
  shown_.clear();
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    std::string name = fmt::format("{} {}", series.type.bits(), binding.path_of(i));
    const std::uint32_t twin = duplicates[name]++;
    const auto [place, is_new] = places_.try_emplace({std::move(name), twin}, columns_.size());
    if (is_new) {
      columns_.push_back({.counter = sql_counter_of(series, binding.machine()),
                          .twin = twin,
                          .position = static_cast<std::int32_t>(columns_.size()),
                          .number = std::nullopt});
    }
    shown_.emplace_back(i, place->second);
  }
}

SqlDataRow SqlLogWriter::State::row_of(const Sample& sample, const Row& row, std::size_t series,
                                       std::int32_t number) const {
  SqlDataRow data{.counter = number};
  const Value& value = row.values[series];
  // As Windows writes it: a rate has no value in the first record, and a column that may not be
  // NULL.
  data.value = value.usable() && std::isfinite(value.number) ? value.number : 0;
  if (options.content == LogContent::values) return data;
  const RawCounter& raw = sample.counters[series];
  data.has_reading = true;
  data.first = raw.first;
  data.second = raw.second;
  data.multi = raw.multi;
  return data;
}

// A set that others began stays without an order: its times are not as ours.
Result SqlLogWriter::State::put_in_order(std::span<Column* const> columns) {
  if (set.facts().last.has_value() && !set.facts().is_ours) return {};
  constexpr std::array kKinds = {ColumnKind::integer, ColumnKind::integer};
  OdbcStatement statement = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  OPENPERFLIB_TRY(statement.prepare(
      fmt::format("INSERT INTO LogSetCounters (GUID, Position, CounterID) VALUES ('{}', ?, ?)",
                  set.guid()),
      kKinds));
  for (const Column* const column : columns) {
    if (!in_order_.insert(column->number.value_or(0)).second) continue;
    statement.set(0, first_position_ + column->position);
    statement.set(1, column->number.value_or(0));
    OPENPERFLIB_TRY(statement.execute());
  }
  return {};
}

Result SqlLogWriter::State::number_columns(std::span<Column* const> columns) {
  std::vector<const SqlCounter*> unknown;
  for (const Column* const column : columns) {
    if (!numbers_.find(column->counter, column->twin)) unknown.push_back(&column->counter);
  }
  OPENPERFLIB_TRY(numbers_.add(database, unknown));
  uncommitted_columns_ += columns.size();
  for (Column* const column : columns) {
    column->number = numbers_.find(column->counter, column->twin);
    if (!column->number)
      return std::unexpected(database.fault("a counter has no row in CounterDetails"));
  }
  return put_in_order(columns);
}

Result SqlLogWriter::State::number_new_columns(const Sample& sample, const Row& row) {
  std::vector<Column*> added;
  for (const auto& [series, place] : shown_) {
    Column& column = columns_[place];
    if (column.number.has_value() || !has_value(sample, row, series)) continue;
    column.counter.time_base = sample.counters.empty() ? 0 : sample.counters[series].time_base;
    added.push_back(&column);
  }
  return added.empty() ? Result() : number_columns(added);
}

Result SqlLogWriter::State::write(const Sample& sample, const Row& row) {
  if (last_record_ == std::numeric_limits<std::int32_t>::max()) {
    return std::unexpected(database.fault("is full: RecordIndex has 31 bits"));
  }
  OPENPERFLIB_TRY(number_new_columns(sample, row));
  std::string time = set.time_text(sample.time_utc);
  if (time.empty()) return std::unexpected(database.fault("a time is beyond the year 9999"));
  batch_.begin_record(++last_record_, std::move(time));
  for (const auto& [series, place] : shown_) {
    if (!has_value(sample, row, series)) continue;
    batch_.add(row_of(sample, row, series, columns_[place].number.value_or(0)));
  }
  return can_wait() ? Result() : flush();
}

Result SqlLogWriter::State::flush() {
  const auto records = static_cast<std::int32_t>(batch_.records().size());
  const std::string first = records == 0 ? std::string() : batch_.records().front().time;
  const std::string last = records == 0 ? std::string() : batch_.records().back().time;
  OPENPERFLIB_TRY(batch_.insert(database, set.guid()));
  OPENPERFLIB_TRY(set.write(database, records, first, last));
  uncommitted_columns_ = 0;
  return database.connection().commit();
}

Result SqlLogWriter::State::end() {
  std::vector<Column*> left;
  for (Column& column : columns_) {
    if (!column.number.has_value()) left.push_back(&column);
  }
  OPENPERFLIB_TRY(number_columns(left));
  return flush();
}

// Another process that writes the same set has already added the row of the set, or a record of the
// number that is next here.
bool is_taken_by_another(const SourceFault& fault) {
  const bool is_of_a_key = fault.message.find("UNIQUE constraint") != std::string::npos ||
                           fault.message.find("duplicate key") != std::string::npos;
  const std::string said = folded(fault.message);
  const bool is_of_the_set = said.find("counterdata") != std::string::npos ||
                             said.find("displaytoid") != std::string::npos;
  return is_of_a_key && is_of_the_set;
}

Result SqlLogWriter::State::normalize(Result result) {
  if (!result.has_value() && is_taken_by_another(result.error())) {
    result = std::unexpected(database.fault("another process is writing this log set"));
  }
  state = std::move(result);
  if (!state.has_value()) database.connection().rollback();
  return state;
}

SqlLogWriter::SqlLogWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SqlLogWriter::~SqlLogWriter() = default;

std::expected<std::unique_ptr<SqlLogWriter>, SourceFault> SqlLogWriter::open(
    const SqlLogName& name, SqlLogWriteOptions options) {
  if (name.set.empty()) {
    return std::unexpected(
        SourceFault{.errno_value = 0,
                    .file = name.shown,
                    .error = std::nullopt,
                    .message = "does not name a log set; write SQL:DATABASE!SET"});
  }
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::make(name));
  SqlLogSetRow set = OPENPERFLIB_TRY(SqlLogSetRow::find(database, name.set, options.zone));
  auto state = std::make_unique<State>(std::move(database), std::move(set), std::move(options));
  OPENPERFLIB_TRY(state->prepare());
  return std::unique_ptr<SqlLogWriter>(new SqlLogWriter(std::move(state)));
}

std::expected<void, SourceFault> SqlLogWriter::begin(const Binding& binding,
                                                     std::span<const std::size_t> shown) {
  state_->map_columns(binding, shown);
  return state_->state;
}

std::expected<void, SourceFault> SqlLogWriter::write(const Sample& sample, const Row& row) {
  return state_->state.has_value() ? state_->normalize(state_->write(sample, row)) : state_->state;
}

std::expected<void, SourceFault> SqlLogWriter::flush() {
  return state_->state.has_value() ? state_->normalize(state_->flush()) : state_->state;
}

std::expected<void, SourceFault> SqlLogWriter::end() {
  return state_->state.has_value() ? state_->normalize(state_->end()) : state_->state;
}

}  // namespace openperflib
