// A log in memory, for the tests of the layers above the readers.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Each record names its readings; the catalog changes when the names do.
class MemoryLog final : public LogReader {
 public:
  // A time for the first record: 2024-09-03.
  static constexpr FileTime kStart = 133'700'000'000'000'000;

  // One series of a record: the numbers of a PERF_COUNTER_COUNTER, in ticks of 1 per second.
  struct Reading {
    std::string instance;
    std::uint64_t first;
    std::uint64_t second;
    std::uint32_t entry = 0;  // of the log that requested it
  };

  // Has no records, no zone and no entries at first.
  explicit MemoryLog(std::string machine) : machine_(std::move(machine)) {
    header_.format = LogFormat::blg;
    header_.content = LogContent::readings;
  }
  // Times are those of a zone's clock.
  MemoryLog& on_clock(std::string zone_name, int bias_minutes) {
    header_.zone_name = std::move(zone_name);
    header_.bias_minutes = bias_minutes;
    return *this;
  }
  // A record at this time, on the log's clock. Records are not sorted.
  MemoryLog& add(FileTime time, std::vector<Reading> readings) {
    records_.push_back({time, std::move(readings)});
    return *this;
  }

  // Readings, as in a BLG.
  [[nodiscard]] const LogHeader& header() const noexcept override { return header_; }
  // The catalog of the record last read.
  [[nodiscard]] const Catalog& catalog() const noexcept override { return catalog_; }
  // Never fails; every reading is valid.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override {
    if (next_ == records_.size()) return ReadResult::end;
    const Record& record = records_[next_++];
    set_catalog(record);
    into.time_local = record.time;
    into.sample.time_utc = header_.to_utc(record.time);
    into.sample.counters.clear();
    for (const Reading& one : record.readings) {
      into.sample.counters.push_back({.first = one.first,
                                      .second = one.second,
                                      .time_base = 1,
                                      .size = 8,
                                      .status = CStatus::valid_data});
    }
    return ReadResult::reading;
  }
  // None.
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override { return {}; }
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override { return 0; }  // always 0
  [[nodiscard]] std::uint64_t position() const noexcept override { return next_; }   // in records
  // In records.
  [[nodiscard]] std::uint64_t size() const noexcept override { return records_.size(); }

 private:
  // Value. Its time is on the log's clock.
  struct Record {
    FileTime time;
    std::vector<Reading> readings;
  };
  // Makes the catalog of a record, unless its names are those of the record before.
  void set_catalog(const Record& record) {
    std::vector<std::string> names;
    for (const Reading& one : record.readings) names.push_back(one.instance);
    if (names == names_) return;
    names_ = names;
    catalog_.clear();
    for (const Reading& one : record.readings) {
      Series series;
      series.path = one.entry;
      series.machine = machine_;
      series.object = "Processor";
      series.instance = one.instance;
      series.counter = "Rate";
      series.type = CounterType(PERF_COUNTER_COUNTER);
      catalog_.add(series);
    }
  }

  std::string machine_;
  LogHeader header_;
  Catalog catalog_;
  std::vector<Record> records_;
  std::vector<std::string> names_;
  std::size_t next_ = 0;
};

namespace memory_log {

inline constexpr FileTime kSecond = kTicksPerSecond;

// What a query for all rates shows, a text a record: the time in seconds, then the values or "-".
inline std::vector<std::string> rates_of(LogReader& log) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\Processor(*)\\Rate").has_value());
  LogRecord record;
  std::vector<std::string> rows;
  while (log.read(record).value() == ReadResult::reading) {
    query.take({log.catalog(), record.sample});
    std::string row = std::to_string(record.time_local / kSecond);
    for (const Value& value : query.row().values) {
      row += value.usable() ? " " + std::to_string(static_cast<int>(value.number)) : " -";
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace memory_log

}  // namespace openperflib
