// SqlRecordReader: rows of CounterData, in the order of RecordIndex, as records.
//
// It does not access the database: the caller passes the rows, as texts that may be anything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// The columns of the query for the rows of a set; nullopt: NULL.
enum class SqlDataColumn : std::uint8_t {
  record_index,
  counter_id,
  date_time,
  first_a,
  first_b,
  second_a,
  second_b,
  multi_count,
  value
};
inline constexpr std::size_t kSqlDataColumns = 9;
using SqlDataTexts = std::array<std::optional<std::string_view>, kSqlDataColumns>;

// A series of the set: the place of its reading, and what its rows do not contain.
struct SqlRecordSeries {
  std::uint32_t place = 0;  // in the record
  std::uint64_t time_base = 0;
  std::uint8_t size = 8;
};

// Resource: builds one record at a time.
class SqlRecordReader {
 public:
  // `series` by CounterID. `minutes_to_local`: subtract it from a stored time to get a local one.
  SqlRecordReader(LogContent content, std::int64_t minutes_to_local,
                  std::unordered_map<std::int32_t, SqlRecordSeries> series)
      : content_(content), minutes_to_local_(minutes_to_local), series_(std::move(series)) {}

  // Whether a row belongs to the current record; if there is none, it begins with this row. A row
  // without a RecordIndex belongs to any record: take() reports what is wrong with it.
  [[nodiscard]] bool belongs(const SqlDataTexts& row) const noexcept;
  // Begins a record with this row.
  void begin(const SqlDataTexts& row, LogRecord& into);
  // Takes a row of the current record. Unreadable values are left out and reported.
  void take(const SqlDataTexts& row, LogRecord& into, LogAnomalies& anomalies);
  // Whether the current record has a time, without which it is invalid.
  [[nodiscard]] bool has_time() const noexcept { return has_time_; }
  [[nodiscard]] std::int64_t record_index() const noexcept { return index_; }

 private:
  void take_time(std::optional<std::string_view> text, LogRecord& into, LogAnomalies& anomalies,
                 std::int32_t counter);
  void take_reading(const SqlDataTexts& row, const SqlRecordSeries& series, std::int32_t counter,
                    LogRecord& into, LogAnomalies& anomalies) const;
  void take_value(const SqlDataTexts& row, const SqlRecordSeries& series, std::int32_t counter,
                  LogRecord& into, LogAnomalies& anomalies) const;
  void lose(LogAnomalies& anomalies, std::string_view column, std::int32_t counter,
            std::string_view what) const;

  LogContent content_;
  std::int64_t minutes_to_local_;
  std::unordered_map<std::int32_t, SqlRecordSeries> series_;
  std::int64_t index_ = 0;  // of the current record
  bool has_begun_ = false;
  bool has_time_ = false;
  std::string last_time_;  // the last one read: all rows of a record have the same
};

}  // namespace openperflib
