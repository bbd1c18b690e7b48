// Percentiles: exact while the values are kept, right to half a percent afterwards.
#include "openperflib/counter/value_distribution.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace openperflib {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

// Returns the range of a number by the logarithms that define it.
std::int32_t range_by_logarithm(double number) {
  const double size = std::min(std::abs(number), kLargest);
  if (size < 1e-12) return 0;
  const double range = (std::log(size) - std::log(1e-12)) * (1 / std::log(1.01));
  auto n = static_cast<std::int32_t>(range);
  const double beyond = range - n;
  if ((beyond < 1e-6 || beyond > 1 - 1e-6) && size < kLargest * 1e-12) {
    n = static_cast<std::int32_t>(std::floor(std::log(size / 1e-12) / std::log(1.01)));
  }
  return number < 0 ? -(n + 1) : n + 1;
}

// Returns the number that stands for all of a range.
double middle_of_range(std::int32_t range) {
  if (range == 0) return 0;
  const double ranges = std::abs(range) - 0.5;
  double size = 1e-12 * std::pow(1.01, ranges);
  if (size >= kLargest * 1e-12) {
    const double root = std::pow(1.01, ranges / 2);
    size = std::min(1e-12 * root * root, kLargest);
  }
  return range < 0 ? -size : size;
}

// Compares the range in which `values` counts a number with that of its logarithm.
void expect_range_of_logarithm(ValueDistribution& values, double number) {
  values.clear();
  values.add(number);
  EXPECT_EQ(values.percentile(50).number, middle_of_range(range_by_logarithm(number))) << number;
}

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

// Values wait before they are counted: what is asked for between has all of them.
TEST(ValueDistribution, PercentilesBetweenValues_HaveAllThatCameBefore) {
  ValueDistribution values(0);
  for (int i = 1; i <= 1000; ++i) {
    values.add(i % 2 == 0 ? i : -i);
    EXPECT_FALSE(values.is_exact());
    const double largest = i % 2 == 0 ? i : i == 1 ? -1 : i - 1;
    EXPECT_NEAR(values.percentile(100).number, largest, std::abs(largest) * 0.006);
  }
  EXPECT_NEAR(values.percentile(50).number, -1, 0.01);
}

TEST(ValueDistribution, ValuesThatWait_AreAddedWithTheOthers) {
  ValueDistribution few(0);
  ValueDistribution more(0);
  for (int i = 0; i < 5; ++i) few.add(100);
  for (int i = 0; i < 7; ++i) more.add(200);
  few.add(more);
  EXPECT_EQ(few.count(), 12U);
  EXPECT_NEAR(few.percentile(41).number, 100, 0.6);
  EXPECT_NEAR(few.percentile(42).number, 200, 1.1);
}

TEST(ValueDistribution, Cleared_IsAsNew) {
  ValueDistribution values(2);
  for (int i = 1; i <= 3; ++i) values.add(i);
  values.clear();
  EXPECT_TRUE(values.is_exact());
  EXPECT_EQ(values.percentile(50).status, CStatus::no_data);
  values.add(9);
  EXPECT_EQ(values.percentile(50).number, 9.0);
}

TEST(ValueDistribution, MoreValuesThanARangeHolds_AreAllCounted) {
  ValueDistribution values(0);
  for (int i = 0; i < 70'000; ++i) values.add(7);
  for (int i = 0; i < 30'000; ++i) values.add(8);
  EXPECT_NEAR(values.percentile(70).number, 7, 0.035);
  EXPECT_NEAR(values.percentile(70.001).number, 8, 0.04);
  EXPECT_NEAR(values.percentile(100).number, 8, 0.04);
  ValueDistribution both(0);
  both.add(values);
  both.add(values);
  EXPECT_EQ(both.count(), 200'000U);
  EXPECT_NEAR(both.percentile(70).number, 7, 0.035);
  EXPECT_NEAR(both.percentile(70.001).number, 8, 0.04);
}

// Such ranges are too far apart to be counted side by side.
TEST(ValueDistribution, NumbersOfAnySize_AreInTheirOrder) {
  ValueDistribution values(0);
  constexpr std::array<double, 7> kNumbers = {-1e300, -1, -1e-9, 0, 1e-9, 1e20, 1e300};
  for (int i = 0; i < 100; ++i) values.add(kNumbers);
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    const double percent = (static_cast<double>(i) + 0.5) * 100 / kNumbers.size();
    EXPECT_NEAR(values.percentile(percent).number, kNumbers[i], std::abs(kNumbers[i]) * 0.006);
  }
}

// Numbers of all signs and many sizes, a third of them 0 and a third in one range, which needs
// several counts: whatever is counted together, a percentile is the middle of the range of the
// exact one.
TEST(ValueDistribution, ManyNumbers_HaveThePercentilesOfTheirRanges) {
  constexpr int kNumbers = 60'000;
  std::mt19937_64 random(38);
  std::vector<double> numbers;
  for (int i = 0; i < kNumbers; ++i) {
    const double size = std::pow(10, static_cast<double>(random() % 3000) / 100 - 15);
    const double other = random() % 2 == 0 ? size : -size;
    numbers.push_back(i % 3 == 0 ? 0 : i % 3 == 1 ? 250 : other);
  }
  ValueDistribution exact(kNumbers);
  ValueDistribution counted(0);
  exact.add(numbers);
  for (std::size_t i = 0; i < numbers.size(); i += 25) {
    counted.add(std::span(numbers).subspan(i, 25));
  }
  for (double percent = 0.1; percent <= 100; percent += 0.1) {
    const double wanted = exact.percentile(percent).number;
    EXPECT_EQ(counted.percentile(percent).number, middle_of_range(range_by_logarithm(wanted)));
  }
}

TEST(ValueDistribution, LargestDouble_IsInTheLastRange) {
  ValueDistribution values(0);
  values.add(std::numeric_limits<double>::max());
  EXPECT_NEAR(values.percentile(50).number / std::numeric_limits<double>::max(), 1, 0.006);
}

// The bounds themselves belong to the range above them, whichever way they are rounded.
TEST(ValueDistribution, NumbersNearBounds_AreInTheRangeOfTheirLogarithm) {
  for (int n = 1; n < 3000; n += 7) {
    const double bound = 1e-12 * std::pow(1.01, n);
    for (const double number : {std::nextafter(bound, 0.0), bound, std::nextafter(bound, 1e300)}) {
      const double range = std::floor(std::log(number / 1e-12) / std::log(1.01)) + 1;
      ValueDistribution values(0);
      values.add(number);
      EXPECT_EQ(values.percentile(50).number, 1e-12 * std::pow(1.01, std::abs(range) - 0.5));
    }
  }
}

// All bounds that a double can have, with the numbers beside them, above and below 0.
TEST(ValueDistribution, AllBounds_AreInTheRangeOfTheirLogarithm) {
  constexpr int kRanges = 74'110;
  ValueDistribution values(0);
  for (int n = 0; n <= kRanges; ++n) {
    const double root = std::pow(1.01, n / 2.0);
    const double bound = std::min(1e-12 * root * root, kLargest) * (n % 2 == 0 ? 1 : -1);
    expect_range_of_logarithm(values, std::nextafter(bound, 0.0));
    expect_range_of_logarithm(values, bound);
    expect_range_of_logarithm(values, std::nextafter(bound, bound < 0 ? -kLargest : kLargest));
  }
}

TEST(ValueDistribution, NumbersOfAnyBits_AreInTheRangeOfTheirLogarithm) {
  ValueDistribution values(0);
  std::mt19937_64 random(38);
  for (int i = 0; i < 100'000; ++i) {
    const auto number = std::bit_cast<double>(std::uint64_t{random()});
    if (std::isfinite(number)) expect_range_of_logarithm(values, number);
  }
}

// Powers of two begin what a double stores with one exponent; powers of ten are what people write.
TEST(ValueDistribution, RoundNumbers_AreInTheRangeOfTheirLogarithm) {
  ValueDistribution values(0);
  for (int exponent = -45; exponent < 1024; ++exponent) {
    for (int part = 0; part < 128; part += 9) {
      expect_range_of_logarithm(values, std::ldexp(1 + part / 128.0, exponent));
    }
  }
  for (int exponent = -15; exponent <= 308; ++exponent) {
    expect_range_of_logarithm(values, std::pow(10.0, exponent));
  }
}

TEST(ValueDistribution, SmallestAndLargestNumbers_AreInTheRangeOfTheirLogarithm) {
  using Limits = std::numeric_limits<double>;
  ValueDistribution values(0);
  for (const double size :
       {0.0, Limits::denorm_min(), Limits::min(), std::nextafter(1e-12, 0.0), 1e-12,
        std::nextafter(1e-12, 1.0), 1e-12 * kLargest, kLargest, Limits::infinity()}) {
    expect_range_of_logarithm(values, size);
    expect_range_of_logarithm(values, -size);
  }
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

// Numbers of all sizes, as one list, one by one, and as two distributions that are added.
RC_GTEST_PROP(ValueDistribution, NumbersTogether_AreAsOneAfterTheOther,
              (const std::vector<std::int16_t>& exponents, std::uint8_t exact)) {
  std::vector<double> numbers;
  for (const std::int16_t one : exponents) {
    numbers.push_back(one % 3 == 0 ? 0 : (one < 0 ? -1 : 1) * std::pow(1.02, one % 4000));
  }
  ValueDistribution together(exact);
  ValueDistribution one_by_one(exact);
  ValueDistribution first(exact);
  ValueDistribution second(exact);
  together.add(numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    one_by_one.add(numbers[i]);
    (i < numbers.size() / 2 ? first : second).add(numbers[i]);
  }
  first.add(second);
  RC_ASSERT(together.count() == numbers.size());
  RC_ASSERT(together.is_exact() == one_by_one.is_exact());
  for (const double percent : {1.0, 25.0, 50.0, 75.0, 100.0}) {
    const Value expected = together.percentile(percent);
    RC_ASSERT(one_by_one.percentile(percent).status == expected.status);
    RC_ASSERT(!expected.usable() || one_by_one.percentile(percent).number == expected.number);
    RC_ASSERT(!expected.usable() || first.percentile(percent).number == expected.number);
  }
}

}  // namespace
}  // namespace openperflib
