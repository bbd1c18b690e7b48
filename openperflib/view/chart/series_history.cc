#include "openperflib/view/chart/series_history.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "openperflib/counter/statistics.h"
#include "openperflib/counter/value_distribution.h"

namespace openperflib {
namespace {

constexpr double kPercentile = 95;

Value value_of(double number) noexcept { return {.number = number, .status = CStatus::valid_data}; }

// The least value that 95 % of them do not exceed (nearest rank), as ValueDistribution has it.
// Changes their order; there is at least one.
double p95_of(std::vector<double>& values) {
  const double share = kPercentile / 100 * static_cast<double>(values.size());
  const auto rank = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(share)));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::ranges::nth_element(values, place);
  return *place;
}

}  // namespace

RecordRange SeriesHistory::in_pyramid(const RecordRange& records) const noexcept {
  const std::size_t size = pyramid.values().size();
  const auto place = [&](std::size_t record) {
    return record <= first_record ? 0 : std::min(size, record - first_record);
  };
  return {.begin = place(records.begin), .end = place(records.end)};
}

ValueExtremes SeriesHistory::extremes_of(const RecordRange& records) const noexcept {
  const RecordRange places = in_pyramid(records);
  return pyramid.of(places.begin, places.end);
}

void SeriesHistory::load_around(std::size_t record) const noexcept {
  pyramid.load_around(in_pyramid({.begin = record, .end = record}).begin);
}

bool SeriesHistory::has_value(std::size_t record) const noexcept {
  if (record < first_record || record - first_record >= pyramid.values().size()) return false;
  return !std::isnan(pyramid.values()[record - first_record]);
}

bool SeriesHistory::is_passed_on(std::size_t before, std::size_t after) const {
  const auto next = std::ranges::upper_bound(passes, before);
  return next != passes.end() && *next <= after;
}

// Calculated values that are missing before the first one of the part are not gaps.
std::uint64_t SeriesHistory::gaps_in(const RecordRange& records) const {
  std::size_t begin = records.begin;
  if (rows == RowsOf::values) {
    while (begin < records.end && !has_value(begin)) ++begin;
  }
  const auto first = std::ranges::lower_bound(gaps, begin);
  const auto end = std::ranges::lower_bound(gaps, std::max(begin, records.end));
  return static_cast<std::uint64_t>(end - first);
}

void SeriesHistory::add_percentile(PartStatistics& statistics, const RecordRange& records) const {
  const RecordRange places = in_pyramid(records);
  const auto begin = pyramid.values().begin() + static_cast<std::ptrdiff_t>(places.begin);
  const auto end = pyramid.values().begin() + static_cast<std::ptrdiff_t>(places.end);
  if (statistics.count <= kExactValues) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(statistics.count));
    std::copy_if(begin, end, std::back_inserter(values),
                 [](double one) { return !std::isnan(one); });
    statistics.p95 = value_of(p95_of(values));
    return;
  }
  ValueDistribution values(0);
  std::for_each(begin, end, [&](double one) {
    if (!std::isnan(one)) values.add(one);
  });
  statistics.p95 = values.percentile(kPercentile);
  statistics.percentiles_are_exact = false;
}

PartStatistics SeriesHistory::statistics_of(const RecordRange& records) const {
  const ValueExtremes all = extremes_of(records);
  PartStatistics statistics{.count = all.count, .gaps = gaps_in(records)};
  if (readings.has_value()) statistics.average = readings->average(records.begin, records.end);
  if (all.count == 0) return statistics;
  statistics.minimum = value_of(all.least);
  statistics.maximum = value_of(all.largest);
  statistics.last = value_of(all.last);
  statistics.average_is_mean = !statistics.average.usable();
  if (statistics.average_is_mean) statistics.average = value_of(all.average());
  add_percentile(statistics, records);
  return statistics;
}

std::size_t SeriesHistory::bytes() const noexcept {
  return sizeof(SeriesHistory) + path.capacity() + title.capacity() + machine_title.capacity() +
         pyramid.bytes() + (gaps.capacity() + passes.capacity()) * sizeof(std::size_t) +
         (readings.has_value() ? readings->bytes() : 0);
}

}  // namespace openperflib
