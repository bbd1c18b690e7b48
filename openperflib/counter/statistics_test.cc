#include "openperflib/counter/statistics.h"

#include <gtest/gtest.h>

#include <array>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kSecond = 10'000'000;

RawCounter at(std::uint64_t second, std::uint64_t first, CStatus status = CStatus::valid_data) {
  return {first, second * kSecond, kSecond, 1, 8, status};
}

RawCounter of_base(std::uint64_t base, std::uint64_t first) {
  return {first, base, kSecond, 1, 8, CStatus::valid_data};
}

RangeStatistics statistics_of(std::uint32_t type, const Policy& policy = {}) {
  return RangeStatistics(formula_of(CounterType(type)), policy);
}

TEST(RangeStatistics, NoReadings_HaveNoValues) {
  const Statistics result = statistics_of(PERF_COUNTER_RAWCOUNT).result();
  EXPECT_EQ(result.count, 0u);
  EXPECT_EQ(result.gaps, 0u);
  for (const Value& value :
       {result.minimum, result.maximum, result.last, result.mean, result.average}) {
    EXPECT_EQ(value.status, CStatus::no_data);
  }
}

TEST(RangeStatistics, TypeOfOneSample_HasTheMeanForAverage) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_RAWCOUNT);
  for (const std::uint64_t n : {4u, 10u, 1u, 5u}) statistics.add(at(0, n));
  const Statistics result = statistics.result();
  EXPECT_EQ(result.count, 4u);
  EXPECT_EQ(result.minimum.number, 1);
  EXPECT_EQ(result.maximum.number, 10);
  EXPECT_EQ(result.last.number, 5);
  EXPECT_EQ(result.mean.number, 5);
  EXPECT_EQ(result.average.number, 5);
}

TEST(RangeStatistics, ValuesOfAScale_AreAllInIt) {
  RangeStatistics statistics(formula_of(CounterType(PERF_COUNTER_RAWCOUNT)), {}, -2);
  EXPECT_EQ(statistics.add(at(0, 1381)).number, 13.81);
  statistics.add(at(0, 19));
  const Statistics result = statistics.result();
  EXPECT_EQ(result.minimum.number, 0.19);
  EXPECT_EQ(result.maximum.number, 13.81);
  EXPECT_EQ(result.last.number, 0.19);
  EXPECT_EQ(result.mean.number, 7);
  EXPECT_EQ(result.average.number, 7);
}

TEST(RangeStatistics, EachAdd_ReturnsTheValueOfTheReading) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_COUNTER);
  EXPECT_EQ(statistics.add(at(0, 0)).status, CStatus::invalid_data);
  EXPECT_EQ(statistics.add(at(2, 60)).number, 30);
}

// Uneven steps tell the two averages apart: 10 for one second and 1 for nine is 1.9 and not 5.5.
TEST(RangeStatistics, AverageOfARate_IsTheFormulaOverFirstAndLast) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_COUNTER);
  statistics.add(at(0, 0));
  statistics.add(at(1, 10));
  statistics.add(at(10, 19));
  const Statistics result = statistics.result();
  EXPECT_EQ(result.count, 2u);
  EXPECT_EQ(result.gaps, 0u);
  EXPECT_EQ(result.minimum.number, 1);
  EXPECT_EQ(result.maximum.number, 10);
  EXPECT_EQ(result.mean.number, 5.5);
  EXPECT_EQ(result.average.number, 1.9);
  EXPECT_EQ(result.average.number,
            calculate(CounterType(PERF_COUNTER_COUNTER), at(0, 0), at(10, 19)).number);
}

TEST(RangeStatistics, AverageOfAnAverage_IsWeightedByOperations) {
  RangeStatistics statistics = statistics_of(PERF_AVERAGE_BULK);
  statistics.add(of_base(0, 0));
  statistics.add(of_base(1, 1000));
  statistics.add(of_base(1, 1000));  // nothing happened: 0 and valid, and no weight
  statistics.add(of_base(100, 10'900));
  const Statistics result = statistics.result();
  EXPECT_EQ(result.minimum.number, 0);
  EXPECT_EQ(result.average.number, 109);
}

TEST(RangeStatistics, GapsSplitTheRangeIntoRunsWeightedByTheirTime) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_COUNTER);
  statistics.add(at(0, 0));
  statistics.add(at(1, 10));
  statistics.add(at(2, 0, CStatus::no_data));
  statistics.add(at(3, 1000));  // whatever happened since 1 is not in the average
  statistics.add(at(6, 1006));
  const Statistics result = statistics.result();
  EXPECT_EQ(result.count, 2u);
  EXPECT_EQ(result.gaps, 1u);
  EXPECT_EQ(result.average.number, 4);  // (10 + 6) / (1 + 3)
}

TEST(RangeStatistics, ReadingThatFell_IsAGapAndTheNewBeginning) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_COUNTER);
  statistics.add(at(0, 100));
  EXPECT_EQ(statistics.add(at(1, 5)).status, CStatus::negative_value);
  EXPECT_EQ(statistics.add(at(2, 8)).number, 3);
  EXPECT_EQ(statistics.result().gaps, 1u);
  EXPECT_EQ(statistics.result().average.number, 3);
}

TEST(RangeStatistics, Restart_TakesNoDifferenceAndCountsNoGap) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_COUNTER);
  statistics.add(at(0, 0));
  statistics.add(at(1, 10));
  statistics.restart();
  EXPECT_EQ(statistics.add(at(2, 500)).status, CStatus::invalid_data);
  EXPECT_EQ(statistics.add(at(3, 520)).number, 20);
  EXPECT_EQ(statistics.result().gaps, 0u);
  EXPECT_EQ(statistics.result().average.number, 15);
}

TEST(RangeStatistics, LastValue_OutlivesAGap) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_RAWCOUNT);
  statistics.add(at(0, 7));
  statistics.add(at(1, 0, CStatus::no_instance));
  EXPECT_EQ(statistics.result().last.number, 7);
  EXPECT_EQ(statistics.result().gaps, 1u);
}

TEST(RangeStatistics, WrapsInsideARange_AreInItsAverage) {
  RangeStatistics statistics =
      statistics_of(PERF_COUNTER_COUNTER, Policy{.wrap = Wrap::modulo_2_32});
  std::uint64_t counter = 0;
  for (std::uint64_t second = 0; second <= 10; ++second) {
    RawCounter raw = at(second, counter & 0xFFFF'FFFF);
    raw.size = 4;
    statistics.add(raw);
    counter += 2'000'000'000;  // wraps four times in all: more than first and last could tell
  }
  EXPECT_EQ(statistics.result().gaps, 0u);
  EXPECT_EQ(statistics.result().average.number, 2e9);
}

TEST(RangeStatistics, AverageOfADelta_IsTheMean) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_DELTA);
  for (const std::uint64_t n : {0u, 4u, 6u}) statistics.add(at(0, n));
  EXPECT_EQ(statistics.result().average.number, 3);
}

TEST(RangeStatistics, InverseTimer_IsOneFormulaOverTheWholeRange) {
  RangeStatistics statistics = statistics_of(PERF_100NSEC_TIMER_INV);
  statistics.add(at(0, 0));
  statistics.add(at(1, kSecond));  // idle: 0 %
  statistics.add(at(4, kSecond));  // busy: 100 %
  EXPECT_EQ(statistics.result().average.number, 75);
  EXPECT_EQ(statistics.result().mean.number, 50);
}

TEST(RangeStatistics, TypeWithoutAValue_IsAllGaps) {
  RangeStatistics statistics = statistics_of(PERF_RAW_BASE);
  statistics.add(at(0, 1));
  statistics.add(at(1, 2));
  EXPECT_EQ(statistics.result().count, 0u);
  EXPECT_EQ(statistics.result().gaps, 2u);
}

TEST(RangeStatistics, SumsBeyond64Bits_EndThere) {
  RangeStatistics statistics = statistics_of(PERF_COUNTER_TIMER);
  constexpr std::uint64_t kMost = 18446744073709551615u;
  for (const std::uint64_t n : {std::uint64_t{0}, kMost, std::uint64_t{0}, kMost}) {
    statistics.add(of_base(n, n));
  }
  EXPECT_EQ(statistics.result().average.number, 100);
}

TEST(RingStatistics, BeginsAtTheOldestAndWrapsAround) {
  const std::array ring = {at(10, 19), at(0, 0), at(1, 10)};
  const Statistics result = ring_statistics(formula_of(CounterType(PERF_COUNTER_COUNTER)), ring, 1);
  EXPECT_EQ(result.count, 2u);
  EXPECT_EQ(result.minimum.number, 1);
  EXPECT_EQ(result.maximum.number, 10);
  EXPECT_EQ(result.mean.number, 1.9);
}

TEST(RingStatistics, MeanOfReadings_IsArithmetic) {
  const std::array ring = {at(0, 1), at(0, 2), at(0, 6)};
  const Statistics result =
      ring_statistics(formula_of(CounterType(PERF_COUNTER_RAWCOUNT)), ring, 0);
  EXPECT_EQ(result.count, 3u);
  EXPECT_EQ(result.mean.number, 3);
}

TEST(RangeFormula, IsThatOfTypesThatAreDivided) {
  for (const std::uint32_t type : {PERF_COUNTER_COUNTER, PERF_AVERAGE_TIMER, PERF_100NSEC_TIMER}) {
    EXPECT_TRUE(has_range_formula(formula_of(CounterType(type)))) << type;
  }
  for (const std::uint32_t type : {PERF_COUNTER_RAWCOUNT, PERF_COUNTER_DELTA, PERF_ELAPSED_TIME}) {
    EXPECT_FALSE(has_range_formula(formula_of(CounterType(type)))) << type;
  }
}

TEST(RingStatistics, UnusableEntries_AreLeftOut) {
  const std::array ring = {at(0, 0), at(1, 0, CStatus::no_data), at(4, 40)};
  const Statistics result = ring_statistics(formula_of(CounterType(PERF_COUNTER_COUNTER)), ring, 0);
  EXPECT_EQ(result.count, 1u);
  EXPECT_EQ(result.gaps, 0u);
  EXPECT_EQ(result.mean.number, 10);
}

TEST(RingStatistics, OneReadingOfATypeOfTwoOrABadBeginning_HasNoValues) {
  const Formula formula = formula_of(CounterType(PERF_COUNTER_COUNTER));
  const std::array ring = {at(0, 0)};
  EXPECT_EQ(ring_statistics(formula, ring, 0).mean.status, CStatus::no_data);
  EXPECT_EQ(ring_statistics(formula, ring, 1).count, 0u);
  EXPECT_EQ(ring_statistics(formula, {}, 0).count, 0u);
}

}  // namespace
}  // namespace openperflib
