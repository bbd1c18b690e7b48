// What values come to: the same together as one after the other.
#include "openperflib/view/summary/series_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace openperflib {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

TEST(SeriesNumbers, WithoutValues_HasNoBounds) {
  SeriesNumbers numbers;
  numbers.add(kNoNumber);
  numbers.add(std::vector{kNoNumber, kNoNumber});
  EXPECT_EQ(numbers.count(), 0U);
  EXPECT_EQ(numbers.missing(), 3U);
  EXPECT_EQ(numbers.gaps(), 0U);
  EXPECT_FALSE(numbers.minimum().usable());
  EXPECT_FALSE(numbers.mean().usable());
}

TEST(SeriesNumbers, ValuesBelowZero_HaveTheirOwnBounds) {
  SeriesNumbers numbers;
  numbers.add(std::vector{-3.0, -1.0, -2.0});
  EXPECT_EQ(numbers.minimum().number, -3.0);
  EXPECT_EQ(numbers.maximum().number, -1.0);
  EXPECT_EQ(numbers.mean().number, -2.0);
}

// What is missing before the first value is not a gap.
TEST(SeriesNumbers, MissingValues_AreGapsAfterTheFirst) {
  SeriesNumbers numbers;
  numbers.add(std::vector{kNoNumber, 1.0, kNoNumber, 4.0});
  numbers.add(kNoNumber);
  EXPECT_EQ(numbers.count(), 2U);
  EXPECT_EQ(numbers.missing(), 3U);
  EXPECT_EQ(numbers.gaps(), 2U);
  EXPECT_EQ(numbers.mean().number, 2.5);
}

// Each is of a series of its own, which has no value before the missing one.
TEST(SeriesNumbers, SeriesOfOneRecordEach_HaveNoGaps) {
  const std::vector<double> values = {3.0, kNoNumber, -1.5, kNoNumber, 7.0};
  SeriesNumbers together;
  SeriesNumbers in_turn;
  together.add_each(values);
  for (const double value : values) {
    SeriesNumbers one;
    one.add(value);
    in_turn.add(one);
  }
  for (const SeriesNumbers* const all : {&together, &in_turn}) {
    EXPECT_EQ(all->count(), 3U);
    EXPECT_EQ(all->missing(), 2U);
    EXPECT_EQ(all->gaps(), 0U);
    EXPECT_EQ(all->minimum().number, -1.5);
    EXPECT_EQ(all->maximum().number, 7.0);
    EXPECT_EQ(all->mean().number, 8.5 / 3);
    EXPECT_EQ(all->trend().growth(), 4.0);
  }
}

TEST(SeriesNumbers, RecordsTogether_AreAsOneAfterTheOther) {
  std::vector<double> values;
  for (int i = 0; i < 700; ++i) values.push_back(i % 31 == 5 && i > 300 ? kNoNumber : std::sqrt(i));
  SeriesNumbers together;
  SeriesNumbers one_by_one;
  for (SeriesNumbers* const one : {&together, &one_by_one}) one->keep_exact(100);
  for (std::size_t i = 0; i < values.size(); i += 50) {
    together.add(std::span(values).subspan(i, 50));
  }
  for (const double value : values) one_by_one.add(value);
  EXPECT_EQ(together.count(), one_by_one.count());
  EXPECT_EQ(together.gaps(), one_by_one.gaps());
  EXPECT_EQ(together.missing(), one_by_one.missing());
  EXPECT_EQ(together.mean().number, one_by_one.mean().number);
  EXPECT_EQ(together.maximum().number, one_by_one.maximum().number);
  EXPECT_EQ(together.trend().growth(), one_by_one.trend().growth());
  for (const double percent : {50.0, 95.0, 99.0}) {
    EXPECT_EQ(together.distribution().percentile(percent).number,
              one_by_one.distribution().percentile(percent).number);
  }
}

TEST(SeriesNumbers, AnotherSeriesAfterThese_IsCountedWithThem) {
  SeriesNumbers numbers;
  numbers.add(std::vector{5.0, 7.0});
  SeriesNumbers later;
  later.add(std::vector{kNoNumber, 1.0, kNoNumber});
  numbers.add(later);
  EXPECT_EQ(numbers.count(), 3U);
  EXPECT_EQ(numbers.missing(), 2U);
  EXPECT_EQ(numbers.gaps(), 1U);
  EXPECT_EQ(numbers.minimum().number, 1.0);
  EXPECT_EQ(numbers.maximum().number, 7.0);
  EXPECT_NEAR(numbers.mean().number, 13.0 / 3, 1e-12);
}

TEST(SeriesNumbers, Cleared_IsAsNew) {
  SeriesNumbers numbers;
  numbers.add(std::vector{5.0, kNoNumber, 7.0});
  numbers.clear();
  EXPECT_EQ(numbers.count(), 0U);
  EXPECT_EQ(numbers.missing(), 0U);
  numbers.add(9);
  EXPECT_EQ(numbers.minimum().number, 9.0);
  EXPECT_EQ(numbers.mean().number, 9.0);
}

}  // namespace
}  // namespace openperflib
