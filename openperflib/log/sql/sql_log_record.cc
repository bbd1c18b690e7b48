#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/log/sql/sql_log_record_internal.h"
#include "openperflib/log/sql/sql_log_time_internal.h"

namespace openperflib {
namespace {

using Text = std::optional<std::string_view>;

Text at(const SqlDataTexts& row, SqlDataColumn column) noexcept {
  return row[static_cast<std::size_t>(column)];
}

std::optional<std::int32_t> number_at(const SqlDataTexts& row, SqlDataColumn column) noexcept {
  return read_sql_number(at(row, column));
}

// The halves of a 64-bit number; the high one may be NULL.
std::optional<std::uint64_t> halves_at(const SqlDataTexts& row, SqlDataColumn low,
                                       SqlDataColumn high) noexcept {
  const auto low_half = number_at(row, low);
  const auto high_half = at(row, high).has_value() ? number_at(row, high) : std::optional(0);
  if (!low_half.has_value() || !high_half.has_value()) return std::nullopt;
  return from_sql_halves(*low_half, *high_half);
}

std::optional<double> real_in(std::string_view text) noexcept {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && read_to == end && !std::isnan(value) ? std::optional(value)
                                                                      : std::nullopt;
}

}  // namespace

void SqlRecordReader::lose(LogAnomalies& anomalies, std::string_view column, std::int32_t counter,
                           std::string_view what) const {
  if (anomalies.items().size() == LogReader::kMostAnomalies)
    return anomalies.lose(std::string(), {});
  anomalies.lose(
      fmt::format("CounterData.{} of record {}, counter {}: {}", column, index_, counter, what),
      {});
}

bool SqlRecordReader::belongs(const SqlDataTexts& row) const noexcept {
  const auto index = number_at(row, SqlDataColumn::record_index);
  return !has_begun_ || !index.has_value() || *index == index_;
}

void SqlRecordReader::begin(const SqlDataTexts& row, LogRecord& into) {
  const auto index = number_at(row, SqlDataColumn::record_index);
  // A skipped number: another log begins, and no value is calculated across it.
  into.sample.starts_anew = has_begun_ && index.has_value() && *index != index_ + 1;
  index_ = index.value_or(index_);
  has_begun_ = true;
  has_time_ = false;
  into.offset = static_cast<std::uint64_t>(index_);
  const std::size_t count = series_.size();
  into.sample.counters.clear();
  into.row.values.clear();
  if (content_ == LogContent::readings) {
    into.sample.counters.resize(count);
  } else {
    into.row.values.resize(count);
  }
}

void SqlRecordReader::take_time(Text text, LogRecord& into, LogAnomalies& anomalies,
                                std::int32_t counter) {
  if (has_time_ && text == last_time_) return;
  const auto time = text.has_value() ? read_sql_time(*text) : std::nullopt;
  if (!time.has_value()) return lose(anomalies, "CounterDateTime", counter, "is not a time");
  if (has_time_) return;  // the first one counts
  has_time_ = true;
  last_time_ = *text;
  into.time_local = *time - minutes_to_local_ * 60 * kTicksPerSecond;
}

void SqlRecordReader::take_reading(const SqlDataTexts& row, const SqlRecordSeries& series,
                                   std::int32_t counter, LogRecord& into,
                                   LogAnomalies& anomalies) const {
  using enum SqlDataColumn;
  RawCounter& raw = into.sample.counters[series.place];
  if (raw.status != CStatus::no_data) {
    return lose(anomalies, "CounterID", counter, "occurs twice");
  }
  raw.status = CStatus::invalid_data;
  const auto first = halves_at(row, first_a, first_b);
  if (!first.has_value()) return lose(anomalies, "FirstValueA", counter, "is not a number");
  const auto second = at(row, second_a).has_value() ? halves_at(row, second_a, second_b)
                                                    : std::optional<std::uint64_t>(0);
  if (!second.has_value()) return lose(anomalies, "SecondValueA", counter, "is not a number");
  const auto multi = at(row, SqlDataColumn::multi_count).has_value()
                         ? number_at(row, SqlDataColumn::multi_count)
                         : std::optional(0);
  if (!multi.has_value()) return lose(anomalies, "MultiCount", counter, "is not a number");
  raw = {.first = *first,
         .second = *second,
         .time_base = series.time_base,
         .multi = static_cast<std::uint32_t>(*multi),
         .size = series.size,
         .status = CStatus::valid_data};
}

void SqlRecordReader::take_value(const SqlDataTexts& row, const SqlRecordSeries& series,
                                 std::int32_t counter, LogRecord& into,
                                 LogAnomalies& anomalies) const {
  Value& value = into.row.values[series.place];
  if (value.status != CStatus::no_data) {
    return lose(anomalies, "CounterID", counter, "occurs twice");
  }
  value.status = CStatus::invalid_data;
  const Text text = at(row, SqlDataColumn::value);
  const auto number = text.has_value() ? real_in(*text) : std::nullopt;
  if (!number.has_value()) return lose(anomalies, "CounterValue", counter, "is not a number");
  value = {.number = *number, .status = CStatus::valid_data};
}

void SqlRecordReader::take(const SqlDataTexts& row, LogRecord& into, LogAnomalies& anomalies) {
  const auto counter = number_at(row, SqlDataColumn::counter_id);
  if (!number_at(row, SqlDataColumn::record_index).has_value()) {
    return lose(anomalies, "RecordIndex", counter.value_or(0), "is not a number");
  }
  if (!counter.has_value()) return lose(anomalies, "CounterID", 0, "is not a number");
  take_time(at(row, SqlDataColumn::date_time), into, anomalies, *counter);
  if (*counter == 0) return;  // of EmptyRecords
  const auto series = series_.find(*counter);
  if (series == series_.end()) {
    return lose(anomalies, "CounterID", *counter, "has no row in CounterDetails");
  }
  if (content_ == LogContent::readings) {
    take_reading(row, series->second, *counter, into, anomalies);
  } else {
    take_value(row, series->second, *counter, into, anomalies);
  }
}

}  // namespace openperflib
