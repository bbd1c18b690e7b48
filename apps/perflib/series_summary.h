// What each series of a run of rows comes to: count, gaps, bounds, average, percentiles, course.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/trend.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/counter/value_distribution.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

// One series. Value.
struct SummaryOfSeries {
  std::string path;   // as CSV writes it
  std::string title;  // "\Processor(_Total)", as tables show it
  std::string counter;
  CounterType type;
  std::uint32_t path_number = 0;  // which path of the query asked for it
  bool was_there = false;         // in one record at least: a name that a path asks for may not be
  std::uint64_t count = 0;        // values
  std::uint64_t gaps = 0;         // records without a value although one was due
  Value minimum;
  // Over the whole range for types of two samples (the rate of it all), else the mean.
  Value average;
  Value p50;
  Value p95;
  Value p99;
  Value maximum;
  bool percentiles_are_exact = true;  // else right to 0.5 %
  Trend trend;
};

// Whether one of them is of that path of the query, and was there.
[[nodiscard]] bool has_series_of(std::uint32_t path_number,
                                 const std::vector<SummaryOfSeries>& series);

// Resource: what the rows of one query came to. Memory: that of the series, whatever their number
// of rows.
class SeriesSummary {
 public:
  // `exact_values`: how many values of a series are kept for its percentiles.
  explicit SeriesSummary(std::size_t exact_values) : exact_values_(exact_values) {}

  // The newest row of a query, after its take().
  void add(const Query& query, LogContent content);

  // In the order of the paths, then as they came.
  [[nodiscard]] std::vector<SummaryOfSeries> result() const;

 private:
  struct Entry {
    SummaryOfSeries names;
    RangeStatistics statistics;
    ValueDistribution distribution;
    double sum = 0;  // of values that were read as such
    std::uint64_t gaps = 0;
    double minimum = 0;
    double maximum = 0;
    Trend trend;
  };
  void map_series(const Query& query);
  void add_value(Entry& entry, const Value& value);
  static void add_reading(Entry& entry, const RawCounter& older, const RawCounter& newer);

  std::size_t exact_values_;
  std::vector<Entry> entries_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> by_identity_;
  std::vector<std::size_t> places_;  // in entries_, by series of the binding
  std::uint64_t generation_ = 0;
  LogContent content_ = LogContent::readings;
};

}  // namespace openperflib::apps
