// What columns of time keep of the values in them.
#include "openperflib/view/chart/chart_columns.h"

#include <gtest/gtest.h>

#include <vector>

namespace openperflib {
namespace {

constexpr FileTime kBegin = 133'700'000'000'000'000;
constexpr ChartScale kTenSeconds{.begin = kBegin, .width = 10 * kTicksPerSecond};

FileTime at(double seconds) {
  return kBegin + static_cast<FileTime>(seconds * static_cast<double>(kTicksPerSecond));
}

TEST(ChartColumns, Column_KeepsFirstSmallestLargestLastAndAverage) {
  ChartColumns series;
  series.add(kTenSeconds, at(0), 5);
  series.add(kTenSeconds, at(2), 9);
  series.add(kTenSeconds, at(4), 1);
  series.add(kTenSeconds, at(9.9), 3);
  ASSERT_EQ(series.columns().size(), 1U);
  const ChartColumn& column = series.columns()[0];
  EXPECT_EQ(column.first, 5);
  EXPECT_EQ(column.least, 1);
  EXPECT_EQ(column.largest, 9);
  EXPECT_EQ(column.last, 3);
  EXPECT_EQ(column.average(), 4.5);
  EXPECT_EQ(column.count, 4U);
  EXPECT_EQ(column.first_time, at(0));
  EXPECT_EQ(column.last_time, at(9.9));
  EXPECT_EQ(column.middle(), at(4.95));
}

TEST(ChartColumns, ValueAtABoundary_BeginsTheNextColumn) {
  ChartColumns series;
  series.add(kTenSeconds, at(9.9), 1);
  series.add(kTenSeconds, at(10), 2);
  series.add(kTenSeconds, at(40), 3);
  ASSERT_EQ(series.columns().size(), 3U);
  EXPECT_EQ(series.columns()[1].first, 2);
  EXPECT_FALSE(series.columns()[1].is_after_gap);
}

// 100 values, one per second, of which every seventh is missing.
ChartColumns hundred_values(const ChartScale& scale) {
  ChartColumns series;
  for (int i = 0; i < 100; ++i) {
    if (i % 7 == 3) {
      series.note_gap();
    } else {
      series.add(scale, at(i), (i * 37) % 101);
    }
  }
  return series;
}

TEST(ChartColumns, WidenedColumns_AreThoseOfTheWiderScale) {
  ChartColumns widened = hundred_values({.begin = kBegin, .width = 2 * kTicksPerSecond});
  const ChartScale wide{.begin = kBegin, .width = 8 * kTicksPerSecond};
  widened.widen({.begin = kBegin, .width = 4 * kTicksPerSecond});
  widened.widen(wide);
  const ChartColumns direct = hundred_values(wide);
  ASSERT_EQ(widened.columns().size(), 13U);
  ASSERT_EQ(direct.columns().size(), 13U);
  for (std::size_t i = 0; i < 13; ++i) {
    const ChartColumn& one = widened.columns()[i];
    const ChartColumn& other = direct.columns()[i];
    EXPECT_EQ(one.first_time, other.first_time) << i;
    EXPECT_EQ(one.last_time, other.last_time) << i;
    EXPECT_EQ(one.first, other.first) << i;
    EXPECT_EQ(one.least, other.least) << i;
    EXPECT_EQ(one.largest, other.largest) << i;
    EXPECT_EQ(one.last, other.last) << i;
    EXPECT_EQ(one.sum, other.sum) << i;
    EXPECT_EQ(one.count, other.count) << i;
    EXPECT_EQ(one.is_after_gap, other.is_after_gap) << i;
  }
}

TEST(ChartColumns, MissingValue_IsAGapBeforeTheNextColumnOnly) {
  ChartColumns series;
  series.note_gap();  // before the first value there is nothing to connect
  series.add(kTenSeconds, at(0), 1);
  series.note_gap();
  series.add(kTenSeconds, at(5), 1);  // the same column: too narrow to see
  series.add(kTenSeconds, at(10), 1);
  series.note_gap();
  series.add(kTenSeconds, at(20), 1);
  ASSERT_EQ(series.columns().size(), 3U);
  EXPECT_FALSE(series.columns()[0].is_after_gap);
  EXPECT_FALSE(series.columns()[1].is_after_gap);
  EXPECT_TRUE(series.columns()[2].is_after_gap);
}

TEST(ChartColumns, LongerTimeWithoutAValueThanTheLongest_IsAGap) {
  ChartColumns series;
  for (const double seconds : {0.0, 10.0, 35.0, 60.1}) series.add(kTenSeconds, at(seconds), 1);
  series.mark_gaps(0);  // unknown
  EXPECT_FALSE(series.columns()[3].is_after_gap);
  series.mark_gaps(25 * kTicksPerSecond);
  EXPECT_FALSE(series.columns()[1].is_after_gap);
  EXPECT_FALSE(series.columns()[2].is_after_gap);
  EXPECT_TRUE(series.columns()[3].is_after_gap);
}

TEST(ChartColumns, SumThatIsTooLarge_LeavesAnAverage) {
  ChartColumns series;
  series.add(kTenSeconds, at(0), 1.5e308);
  series.add(kTenSeconds, at(1), 1.5e308);
  EXPECT_EQ(series.columns()[0].average(), 1.5e308);
}

TEST(ChartColumns, TimeThatGoesBack_JoinsTheLastColumn) {
  ChartColumns series;
  series.add(kTenSeconds, at(25), 1);
  series.add(kTenSeconds, at(3), 7);
  ASSERT_EQ(series.columns().size(), 1U);
  EXPECT_EQ(series.columns()[0].largest, 7);
  EXPECT_EQ(series.columns()[0].last_time, at(25));
}

}  // namespace
}  // namespace openperflib
