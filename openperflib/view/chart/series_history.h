// SeriesHistory: one series of a log over all of its records, and what parts of the time show of
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/view/chart/chart.h"
#include "openperflib/view/chart/reading_runs.h"
#include "openperflib/view/chart/value_pyramid.h"
#include "openperflib/view/summary/rows_of.h"

namespace openperflib {

// A machine of a log. Merged logs have records of each in turn. Value.
struct HistoryMachine {
  std::string name = {};
  FileTime longest_step = 0;            // between two of its records without a gap; 0: not known
  std::vector<bool> is_in_record = {};  // by record; empty: it is in all of them

  [[nodiscard]] bool has_record(std::size_t record) const {
    return is_in_record.empty() || (record < is_in_record.size() && is_in_record[record]);
  }
};

// Records one after the other: from `begin` up to and without `end`. Value.
struct RecordRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const RecordRange&) const = default;
};

// The statistics of a series over some records. Value.
struct PartStatistics {
  std::uint64_t count = 0;  // values
  std::uint64_t gaps = 0;   // records in which a value is missing
  Value minimum = {};
  Value average = {};  // by the formula of the type, or the mean of the values
  Value maximum = {};
  Value last = {};
  Value p95 = {};
  bool percentiles_are_exact = true;  // otherwise accurate to 0.5 %
  bool average_is_mean = false;
};

// What a series is, and all that its records have of it. Value.
struct SeriesHistory {
  std::string path = {};           // as in CSV
  std::string title = {};          // "\Processor(_Total)\% Processor Time"
  std::string machine_title = {};  // with its machine
  CounterType type = CounterType();
  ChartUnit unit = {};
  std::int32_t default_scale = 0;  // of logs of readings
  std::uint64_t instances = 1;     // that had the name in turn
  std::shared_ptr<const HistoryMachine> machine = {};

  std::size_t first_record = 0;          // that values() begins with: the series came with it
  ValuePyramid pyramid = {};             // of the records from there on to the last value
  std::vector<std::size_t> gaps = {};    // records in which a value is missing
  std::vector<std::size_t> passes = {};  // those with which another instance took the name over
  std::optional<ReadingRuns> readings = std::nullopt;  // of types with a formula for ranges
  RowsOf rows = RowsOf::readings;

  // Returns whether another instance had the name when the first of two records was taken.
  [[nodiscard]] bool is_passed_on(std::size_t before, std::size_t after) const;
  // Returns the extremes of the values of some records.
  [[nodiscard]] ValueExtremes extremes_of(const RecordRange& records) const noexcept;
  // Loads what extremes_of() and has_value() read around a record into the cache.
  void load_around(std::size_t record) const noexcept;
  // Returns whether a record has a value.
  [[nodiscard]] bool has_value(std::size_t record) const noexcept;
  // Returns the statistics of the values of some records. The average of a rate is that from the
  // first reading in them to the last, as a summary of this part of the log has it.
  [[nodiscard]] PartStatistics statistics_of(const RecordRange& records) const;
  // Returns how much memory it takes.
  [[nodiscard]] std::size_t bytes() const noexcept;

  // How many values of a part percentiles are exact for.
  static constexpr std::size_t kExactValues = std::size_t{1} << 20;

 private:
  [[nodiscard]] RecordRange in_pyramid(const RecordRange& records) const noexcept;
  [[nodiscard]] std::uint64_t gaps_in(const RecordRange& records) const;
  void add_percentile(PartStatistics& statistics, const RecordRange& records) const;
};

}  // namespace openperflib
