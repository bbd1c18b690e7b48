// Percentiles: exact while the values are kept, right to half a percent afterwards.
#include "openperflib/counter/value_distribution.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace openperflib {
namespace {

TEST(ValueDistribution, WithoutValues_HasNoPercentile) {
  EXPECT_EQ(ValueDistribution(10).percentile(50).status, CStatus::no_data);
}

TEST(ValueDistribution, NearestRank_IsAValueThatWasThere) {
  ValueDistribution values(100);
  for (int i = 100; i >= 1; --i) values.add(i);
  EXPECT_TRUE(values.is_exact());
  EXPECT_EQ(values.percentile(50).number, 50.0);
  EXPECT_EQ(values.percentile(95).number, 95.0);
  EXPECT_EQ(values.percentile(99.5).number, 100.0);
  EXPECT_EQ(values.percentile(0.001).number, 1.0);
}

TEST(ValueDistribution, OneValue_IsEveryPercentile) {
  ValueDistribution values(10);
  values.add(-7.25);
  EXPECT_EQ(values.percentile(1).number, -7.25);
  EXPECT_EQ(values.percentile(100).number, -7.25);
}

TEST(ValueDistribution, MoreThanIsKept_IsRightToHalfAPercent) {
  ValueDistribution values(8);
  for (int i = 1; i <= 10'000; ++i) values.add(i);
  EXPECT_FALSE(values.is_exact());
  EXPECT_NEAR(values.percentile(50).number, 5000, 25);
  EXPECT_NEAR(values.percentile(99).number, 9900, 50);
  EXPECT_EQ(values.count(), 10'000U);
}

TEST(ValueDistribution, ZeroAndBelow_AreInTheirOrder) {
  ValueDistribution values(2);
  for (const double number : {-1000.0, 0.0, 1e-15, 5.0, 1e12}) values.add(number);
  EXPECT_NEAR(values.percentile(20).number, -1000, 5);
  EXPECT_EQ(values.percentile(40).number, 0.0);
  EXPECT_EQ(values.percentile(60).number, 0.0);
  EXPECT_NEAR(values.percentile(100).number, 1e12, 5e9);
}

TEST(ValueDistribution, AnotherOneAdded_IsAsIfItsValuesWere) {
  ValueDistribution few(4);
  ValueDistribution more(4);
  for (const double number : {3.0, 1.0}) few.add(number);
  for (const double number : {2.0, 4.0}) more.add(number);
  few.add(more);
  EXPECT_TRUE(few.is_exact());
  EXPECT_EQ(few.count(), 4U);
  EXPECT_EQ(few.percentile(50).number, 2.0);
  few.add(more);
  EXPECT_FALSE(few.is_exact());
  EXPECT_EQ(few.count(), 6U);
  EXPECT_NEAR(few.percentile(100).number, 4, 0.02);
}

TEST(ValueDistribution, LessThanItHasIsKept_GivesUpTheValues) {
  ValueDistribution values(10);
  for (int i = 1; i <= 8; ++i) values.add(i);
  values.keep_exact(8);
  EXPECT_TRUE(values.is_exact());
  values.keep_exact(7);
  EXPECT_FALSE(values.is_exact());
  EXPECT_NEAR(values.percentile(50).number, 4, 0.02);
}

RC_GTEST_PROP(ValueDistribution, AnyPercentile_IsWithinOnePercentOfTheExactOne,
              (const std::vector<std::int32_t>& numbers)) {
  RC_PRE(!numbers.empty());
  ValueDistribution exact(numbers.size());
  ValueDistribution bounded(0);
  for (const std::int32_t number : numbers) {
    exact.add(number);
    bounded.add(number);
  }
  const double percent = *rc::gen::inRange(1, 101);
  const double wanted = exact.percentile(percent).number;
  RC_ASSERT(std::abs(bounded.percentile(percent).number - wanted) <= std::abs(wanted) * 0.01);
}

}  // namespace
}  // namespace openperflib
