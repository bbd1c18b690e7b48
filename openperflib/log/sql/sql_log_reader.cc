#include "openperflib/log/sql/sql_log_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/sql/sql_log_counters_internal.h"
#include "openperflib/log/sql/sql_log_record_internal.h"
#include "openperflib/log/sql/sql_log_set_internal.h"
#include "openperflib/log/sql/sql_log_spans_internal.h"

namespace openperflib {
namespace {

using Outcome = std::expected<void, SourceFault>;

LogEntry log_entry_of(const SqlCounter& counter) {
  LogEntry entry;
  entry.machine = counter.machine;
  entry.object = counter.object;
  entry.parent = counter.parent;
  entry.instance = counter.instance;
  entry.instance_number = static_cast<std::uint32_t>(std::max(0, counter.instance_index));
  entry.counter = counter.counter;
  entry.type = counter.type;
  entry.time_base = counter.time_base;
  entry.default_scale = counter.default_scale;
  return entry;
}

std::uint8_t size_of(CounterType type) noexcept { return type.size() == TypeSize::large ? 8 : 4; }

}  // namespace

struct SqlLogReader::State {
  State(SqlLogDatabase opened, std::string shown)
      : database(std::move(opened)), anomalies(std::move(shown)) {}

  [[nodiscard]] Outcome open(const SqlLogName& name);
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into);

  SqlLogDatabase database;
  LogAnomalies anomalies;
  LogHeader header;
  Catalog catalog;
  std::uint64_t records = 0;
  std::uint64_t read_records = 0;

 private:
  [[nodiscard]] std::expected<std::vector<SqlCounterRow>, SourceFault> counters_of(
      const std::string& guid, const SqlLogSetFacts& facts);
  [[nodiscard]] std::expected<bool, SourceFault> next_row();
  void tell_unreachable_rows();

  std::optional<SqlRowSpans> rows_;
  std::optional<SqlRecordReader> record_;
  SqlDataTexts texts_;
  bool has_row_ = false;  // texts_ is still to be taken
  bool has_told_ = false;
};

// A set of ours has its counters in its order, also those without a row; another has those of its
// rows.
std::expected<std::vector<SqlCounterRow>, SourceFault> SqlLogReader::State::counters_of(
    const std::string& guid, const SqlLogSetFacts& facts) {
  const std::string_view table = facts.is_ours ? "LogSetCounters" : "CounterData";
  auto counters = OPENPERFLIB_TRY(read_sql_counters(
      database,
      fmt::format("WHERE CounterID IN (SELECT CounterID FROM {} WHERE GUID = '{}')", table, guid)));
  if (!facts.is_ours) return counters;
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database.connection()));
  const OdbcStatement::Column column;
  OPENPERFLIB_TRY(rows.query(
      fmt::format("SELECT CounterID FROM LogSetCounters WHERE GUID = '{}' ORDER BY Position", guid),
      {&column, 1}));
  std::unordered_map<std::int32_t, std::size_t> places;
  while (OPENPERFLIB_TRY(rows.next())) {
    const auto number = read_sql_number(rows.text(0).value_or(""));
    if (number.has_value()) places.try_emplace(*number, places.size());
  }
  std::ranges::sort(counters, {}, [&](const SqlCounterRow& row) { return places[row.id]; });
  return counters;
}

Outcome SqlLogReader::State::open(const SqlLogName& name) {
  const SqlLogSet set = OPENPERFLIB_TRY(database.set_of(name));
  const auto facts = OPENPERFLIB_TRY(read_sql_log_set_facts(database, set.guid));
  const auto counters = OPENPERFLIB_TRY(counters_of(set.guid, facts));
  header.format = LogFormat::sql;
  header.content = facts.content.value_or(LogContent::readings);
  header.zone_name = set.zone_name;
  if (set.minutes_to_utc.has_value()) header.bias_minutes = *set.minutes_to_utc;
  records = static_cast<std::uint64_t>(std::max(0, set.records.value_or(0)));
  std::unordered_map<std::int32_t, SqlRecordSeries> series;
  catalog.clear();
  for (const SqlCounterRow& row : counters) {
    series[row.id] = {.place = static_cast<std::uint32_t>(header.entries.size()),
                      .time_base = row.counter.time_base,
                      .size = size_of(row.counter.type)};
    catalog.add(series_of(row.counter));
    header.entries.push_back(log_entry_of(row.counter));
  }
  std::vector<std::int32_t> numbers;
  for (const auto& [number, place] : series) numbers.push_back(number);
  std::ranges::sort(numbers);
  record_.emplace(header.content, facts.is_ours ? header.bias_minutes.value_or(0) : 0,
                  std::move(series));
  rows_.emplace(
      OPENPERFLIB_TRY(SqlRowSpans::open(database, set.guid, header.content, std::move(numbers))));
  return {};
}

std::expected<bool, SourceFault> SqlLogReader::State::next_row() {
  if (std::exchange(has_row_, false)) return true;
  const bool has_one = OPENPERFLIB_TRY(rows_->next(texts_));
  if (!has_one) tell_unreachable_rows();
  return has_one;
}

void SqlLogReader::State::tell_unreachable_rows() {
  if (rows_->unreachable_rows() <= 0 || std::exchange(has_told_, true)) return;
  anomalies.lose(
      fmt::format("{} rows of CounterData have no number of a record, or no counter that "
                  "CounterDetails has",
                  rows_->unreachable_rows()),
      {});
}

std::expected<ReadResult, SourceFault> SqlLogReader::State::read(LogRecord& into) {
  bool has_begun = false;
  while (OPENPERFLIB_TRY(next_row())) {
    if (!has_begun) record_->begin(texts_, into);
    has_begun = true;
    if (!record_->belongs(texts_)) {
      has_row_ = true;
      if (record_->has_time()) break;
      has_begun = false;  // a record without a time is none
      continue;
    }
    record_->take(texts_, into, anomalies);
  }
  if (!has_begun || !record_->has_time()) return ReadResult::end;
  ++read_records;
  into.sample.time_utc = into.row.time_utc = header.to_utc(into.time_local);
  return ReadResult::reading;
}

SqlLogReader::SqlLogReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
SqlLogReader::~SqlLogReader() = default;

std::expected<std::unique_ptr<SqlLogReader>, SourceFault> SqlLogReader::open(
    const SqlLogName& name) {
  SqlLogDatabase database = OPENPERFLIB_TRY(SqlLogDatabase::open(name));
  // Between two records others may write, and so may a copy into the same database.
  database.connection().commit_each_statement();
  auto state = std::make_unique<State>(std::move(database), name.shown);
  OPENPERFLIB_TRY(state->open(name));
  return std::unique_ptr<SqlLogReader>(new SqlLogReader(std::move(state)));
}

const LogHeader& SqlLogReader::header() const noexcept { return state_->header; }
const Catalog& SqlLogReader::catalog() const noexcept { return state_->catalog; }
std::expected<ReadResult, SourceFault> SqlLogReader::read(LogRecord& into) {
  return state_->read(into);
}
std::span<const LogAnomaly> SqlLogReader::anomalies() const noexcept {
  return state_->anomalies.items();
}
std::uint64_t SqlLogReader::anomaly_count() const noexcept { return state_->anomalies.count(); }
std::uint64_t SqlLogReader::position() const noexcept { return state_->read_records; }
std::uint64_t SqlLogReader::size() const noexcept { return state_->records; }

}  // namespace openperflib
