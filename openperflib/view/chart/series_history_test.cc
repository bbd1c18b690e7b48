// The statistics of parts of a series.
#include "openperflib/view/chart/series_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

constexpr double kAbsent = ValueExtremes::kNone;

SeriesHistory series_with(std::vector<double> values, std::size_t first_record = 0) {
  return {.machine = std::make_shared<HistoryMachine>(),
          .first_record = first_record,
          .pyramid = ValuePyramid(std::move(values))};
}

TEST(SeriesHistory, StatisticsOfAPart_AreOfItsValues) {
  SeriesHistory series = series_with({9, 1, kAbsent, 5, 3, 7});
  series.gaps = {2};
  const PartStatistics part = series.statistics_of({.begin = 1, .end = 5});
  EXPECT_EQ(part.count, 3U);
  EXPECT_EQ(part.gaps, 1U);
  EXPECT_EQ(part.minimum.number, 1);
  EXPECT_EQ(part.average.number, 3);
  EXPECT_EQ(part.maximum.number, 5);
  EXPECT_EQ(part.last.number, 3);
  EXPECT_EQ(part.p95.number, 5);
  EXPECT_TRUE(part.percentiles_are_exact);
  EXPECT_TRUE(part.average_is_mean);
  EXPECT_EQ(series.statistics_of({.begin = 3, .end = 6}).gaps, 0U);
}

TEST(SeriesHistory, PartWithoutValues_HasNoNumbers) {
  const SeriesHistory series = series_with({1, kAbsent, 3});
  for (const RecordRange& part :
       {RecordRange{.begin = 1, .end = 2}, RecordRange{}, RecordRange{.begin = 7, .end = 9}}) {
    const PartStatistics none = series.statistics_of(part);
    EXPECT_EQ(none.count, 0U);
    EXPECT_FALSE(none.average.usable());
    EXPECT_FALSE(none.p95.usable());
    EXPECT_TRUE(std::isnan(series.extremes_of(part).first));
  }
}

// It came with the tenth record, and went with the twelfth.
TEST(SeriesHistory, RecordsWithoutTheSeries_HaveNoValue) {
  const SeriesHistory series = series_with({4, 6}, 10);
  EXPECT_FALSE(series.has_value(9));
  EXPECT_TRUE(series.has_value(10));
  EXPECT_TRUE(series.has_value(11));
  EXPECT_FALSE(series.has_value(12));
  const ValueExtremes all = series.extremes_of({.begin = 0, .end = 100});
  EXPECT_EQ(all.first, 4);
  EXPECT_EQ(all.last, 6);
  EXPECT_EQ(series.extremes_of({.begin = 11, .end = 100}).count, 1U);
  EXPECT_EQ(series.extremes_of({.begin = 0, .end = 10}).count, 0U);
}

// Nearest rank: 95 of 100 values do not exceed 95.
TEST(SeriesHistory, Percentile_IsAValueThatWasThere) {
  std::vector<double> values;
  for (int i = 100; i > 0; --i) values.push_back(i);
  EXPECT_EQ(series_with(values).statistics_of({.begin = 0, .end = 100}).p95.number, 95);
  EXPECT_EQ(series_with(values).statistics_of({.begin = 0, .end = 1}).p95.number, 100);
}

TEST(SeriesHistory, PercentileOfMoreThanAMillion_IsCloseToOne) {
  std::vector<double> values;
  for (std::size_t i = 0; i <= SeriesHistory::kExactValues; ++i) {
    values.push_back(static_cast<double>(i % 1000 + 1));
  }
  const SeriesHistory series = series_with(std::move(values));
  const PartStatistics all =
      series.statistics_of({.begin = 0, .end = SeriesHistory::kExactValues + 1});
  EXPECT_FALSE(all.percentiles_are_exact);
  EXPECT_NEAR(all.p95.number, 950, 950 * 0.006);
  EXPECT_TRUE(series.statistics_of({.begin = 1, .end = SeriesHistory::kExactValues + 1})
                  .percentiles_are_exact);
}

TEST(SeriesHistory, CalculatedValues_AreMissingOnlyAfterTheFirst) {
  SeriesHistory series = series_with({1, kAbsent, kAbsent, 4, kAbsent});
  series.gaps = {1, 2, 4};
  series.rows = RowsOf::values;
  EXPECT_EQ(series.statistics_of({.begin = 0, .end = 5}).gaps, 3U);
  EXPECT_EQ(series.statistics_of({.begin = 1, .end = 5}).gaps, 1U);
  EXPECT_EQ(series.statistics_of({.begin = 1, .end = 3}).gaps, 0U);
}

// 10 in a second, then 9 in nine seconds: 1.9 a second over all, and not 5.5.
TEST(SeriesHistory, AverageOfARate_IsThatOfItsReadings) {
  constexpr std::uint64_t kSecond = 10'000'000;
  const auto at = [](std::uint64_t second, std::uint64_t first) {
    return RawCounter{first, second * kSecond, kSecond, 1, 8, CStatus::valid_data};
  };
  SeriesHistory series = series_with({10, 1}, 1);
  ReadingRuns& runs = series.readings.emplace(formula_of(CounterType(PERF_COUNTER_COUNTER)));
  runs.add(0, {.status = CStatus::invalid_data}, at(0, 0), false);
  runs.add(1, at(0, 0), at(1, 10), true);
  runs.add(2, at(1, 10), at(10, 19), true);
  const PartStatistics all = series.statistics_of({.begin = 0, .end = 3});
  EXPECT_EQ(all.average.number, 1.9);
  EXPECT_FALSE(all.average_is_mean);
  EXPECT_EQ(all.count, 2U);
  EXPECT_EQ(series.statistics_of({.begin = 1, .end = 3}).average.number, 1);
  const PartStatistics last = series.statistics_of({.begin = 2, .end = 3});
  EXPECT_EQ(last.average.number, 1);  // there is but one value
  EXPECT_TRUE(last.average_is_mean);
}

}  // namespace
}  // namespace openperflib
