// The average of a range from pairs of readings: that of RangeStatistics.
#include "openperflib/counter/range_average.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/counter/type_table.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kTicks = 10'000'000;  // per second

RawCounter at_second(std::uint64_t second, std::uint64_t first,
                     CStatus status = CStatus::valid_data) {
  return {first, second * kTicks, kTicks, 1, 8, status};
}

RangeAverage average_of(std::uint32_t type, const std::vector<RawCounter>& readings) {
  RangeAverage average(find_type(CounterType(type))->formula);
  RawCounter older{.status = CStatus::invalid_data};
  for (const RawCounter& newer : readings) {
    average.add(older, newer);
    older = newer;
  }
  return average;
}

TEST(RangeAverage, WithoutReadings_HasNoValue) {
  const RangeAverage average = average_of(PERF_COUNTER_COUNTER, {});
  EXPECT_EQ(average.average().status, CStatus::no_data);
  EXPECT_EQ(average.gaps(), 0U);
}

TEST(RangeAverage, Rate_IsOverTheTimeOfAllIntervals) {
  const RangeAverage average =
      average_of(PERF_COUNTER_COUNTER, {at_second(0, 0), at_second(1, 10), at_second(10, 19)});
  EXPECT_EQ(average.average().number, 1.9);
}

TEST(RangeAverage, TypeOfOneSample_HasTheMean) {
  const RangeAverage average =
      average_of(PERF_COUNTER_RAWCOUNT, {at_second(0, 4), at_second(1, 10), at_second(2, 1)});
  EXPECT_EQ(average.average().number, 5.0);
}

TEST(RangeAverage, Scale_IsThatOfTheAverage) {
  RangeAverage average(find_type(CounterType(PERF_COUNTER_RAWCOUNT))->formula, -2);
  average.add({}, at_second(0, 1381));
  EXPECT_EQ(average.average().number, 13.81);
}

// Whatever happened since the reading before is not in the average, also if a caller still has it.
TEST(RangeAverage, ReadingAfterOneThatIsMissing_BeginsAgain) {
  RangeAverage average(find_type(CounterType(PERF_COUNTER_COUNTER))->formula);
  average.add({.status = CStatus::invalid_data}, at_second(0, 0));
  average.add(at_second(0, 0), at_second(1, 0, CStatus::no_data));
  average.add(at_second(0, 0), at_second(2, 1000));
  average.add(at_second(2, 1000), at_second(3, 1004));
  EXPECT_EQ(average.average().number, 4.0);
  EXPECT_EQ(average.gaps(), 1U);
}

// The reading is the start of a process: 0 a second before its first reading.
TEST(RangeAverage, Begin_CountsTheDifferenceFromAReadingThatWasNotAdded) {
  RangeAverage average(find_type(CounterType(PERF_COUNTER_COUNTER))->formula);
  average.begin();
  average.add(at_second(4, 0), at_second(5, 30));
  EXPECT_EQ(average.average().number, 30.0);
  EXPECT_EQ(average.gaps(), 0U);
}

TEST(RangeAverage, AnotherSeriesAfterThese_IsARunOfItsOwn) {
  RangeAverage average =
      average_of(PERF_COUNTER_COUNTER, {at_second(0, 0), at_second(1, 10), at_second(2, 0)});
  average.add(average_of(PERF_COUNTER_COUNTER, {at_second(3, 1000), at_second(6, 1006)}));
  EXPECT_EQ(average.average().number, 4.0);  // (10 + 6) / (1 + 3)
  EXPECT_EQ(average.gaps(), 1U);             // the reading that fell
}

// Readings of all types, some of which are missing, fall or stand still.
RC_GTEST_PROP(RangeAverage, AnyReadings_HaveTheAverageAndTheGapsOfRangeStatistics,
              (const std::vector<std::uint16_t>& numbers)) {
  for (const TypeRow& row : type_table()) {
    RangeStatistics statistics(row.formula);
    std::vector<RawCounter> readings;
    std::uint64_t second = 1;
    for (const std::uint16_t number : numbers) {
      if (number % 7 != 3) ++second;
      const CStatus status = number % 5 == 1 ? CStatus::no_data : CStatus::valid_data;
      readings.push_back(at_second(second, number, status));
      (void)statistics.add(readings.back());
    }
    const RangeAverage average = average_of(row.type.bits(), readings);
    const Statistics expected = statistics.result();
    RC_ASSERT(average.gaps() == expected.gaps);
    RC_ASSERT(average.average().status == expected.average.status);
    RC_ASSERT(!expected.average.usable() || average.average().number == expected.average.number);
  }
}

}  // namespace
}  // namespace openperflib
