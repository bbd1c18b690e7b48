#include "openperflib/view/chart/value_pyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace openperflib {
namespace {

// The same, value by value.
ValueExtremes counted(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  ValueExtremes all;
  for (std::size_t i = begin; i < end; ++i) {
    const double one = values[i];
    if (std::isnan(one)) continue;
    all.join({.first = one, .least = one, .largest = one, .last = one, .sum = one, .count = 1});
  }
  return all;
}

TEST(ValuePyramid, Extremes_AreThoseOfTheRecords) {
  const ValuePyramid pyramid({5, 9, ValueExtremes::kNone, 1, 3});
  EXPECT_EQ(
      pyramid.of(0, 5),
      (ValueExtremes{.first = 5, .least = 1, .largest = 9, .last = 3, .sum = 18, .count = 4}));
  EXPECT_EQ(pyramid.of(0, 5).average(), 4.5);
  EXPECT_EQ(pyramid.of(2, 4).first, 1);
  EXPECT_EQ(pyramid.of(2, 3).count, 0U);
  EXPECT_TRUE(std::isnan(pyramid.of(2, 3).least));
  EXPECT_TRUE(std::isnan(pyramid.of(2, 3).average()));
  EXPECT_EQ(pyramid.of(3, 3).count, 0U);
}

TEST(ValuePyramid, NoValues_HaveNoExtremes) {
  const ValuePyramid pyramid;
  EXPECT_EQ(pyramid.of(0, 0).count, 0U);
}

TEST(ValuePyramid, SumBeyondADouble_HasAnAverageNevertheless) {
  const ValuePyramid pyramid({1e308, 1.5e308});
  EXPECT_EQ(pyramid.of(0, 2).average(), 1.25e308);
}

// Whole numbers, whose sums are exact in any order.
TEST(ValuePyramid, AnyRecords_AreAsIfTheyWereCounted) {
  constexpr unsigned kSeed = 40;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) {
    values.push_back(random() % 5 == 0 ? ValueExtremes::kNone
                                       : static_cast<double>(random() % 1000));
  }
  const ValuePyramid pyramid(values);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t begin = random() % 5001;
    const std::size_t end = begin + random() % (5001 - begin);
    const ValueExtremes found = pyramid.of(begin, end);
    const ValueExtremes expected = counted(values, begin, end);
    ASSERT_EQ(found.count, expected.count) << begin << " " << end;
    if (found.count != 0) {
      ASSERT_EQ(found, expected) << begin << " " << end;
    }
  }
}

// Whole blocks of three levels, and a part of each.
TEST(ValuePyramid, ValuesThatAreAdded_AreAsIfTheyCameAtOnce) {
  std::vector<double> values;
  ValuePyramid grown;
  for (std::size_t i = 0; i < 4096 + 300; ++i) {
    values.push_back(i % 7 == 0 ? ValueExtremes::kNone : static_cast<double>(i * 37 % 1009));
    grown.add(values.back());
    if (i % 251 != 0) continue;
    const ValuePyramid at_once(values);
    ASSERT_EQ(grown.values().size(), i + 1);
    for (std::size_t begin = 0; begin < i; begin += 61) {
      ASSERT_EQ(grown.of(begin, i).count, counted(values, begin, i).count) << begin << " " << i;
      if (grown.of(begin, i).count == 0) continue;
      ASSERT_EQ(grown.of(begin, i), at_once.of(begin, i)) << begin << " " << i;
      ASSERT_EQ(grown.of(begin, i), counted(values, begin, i)) << begin << " " << i;
    }
  }
}

// The last block has three values; a sanitizer sees a read beyond them.
TEST(ValuePyramid, LoadAround_ReadsNothingButValues) {
  const ValuePyramid pyramid(std::vector<double>(ValuePyramid::kFanOut + 3, 1.0));
  for (std::size_t record = 0; record < 3 * ValuePyramid::kFanOut; ++record) {
    pyramid.load_around(record);
  }
  ValuePyramid().load_around(0);
  EXPECT_EQ(pyramid.of(0, ValuePyramid::kFanOut + 3).count, ValuePyramid::kFanOut + 3);
}

TEST(ValuePyramid, Memory_IsElevenBytesARecord) {
  const ValuePyramid pyramid(std::vector<double>(65536, 1.0));
  EXPECT_EQ(pyramid.bytes(), 65536 * 8 + (4096 + 256 + 16 + 1) * sizeof(ValueExtremes));
}

}  // namespace
}  // namespace openperflib
