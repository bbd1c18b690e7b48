// Averages over parts of a log are those that RangeStatistics makes of all readings in them.
#include "openperflib/view/chart/reading_runs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/statistics.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kSecond = 10'000'000;

RawCounter reading(std::uint64_t second, std::uint64_t first,
                   CStatus status = CStatus::valid_data) {
  return {first, second * kSecond, kSecond, 1, 8, status};
}

Formula formula(std::uint32_t type) { return formula_of(CounterType(type)); }

// Each reading is of the record at its place, and is compared with the one before.
ReadingRuns runs_of(std::uint32_t type, const std::vector<RawCounter>& readings) {
  ReadingRuns runs(formula(type));
  RawCounter older{.status = CStatus::invalid_data};
  for (std::size_t i = 0; i < readings.size(); ++i) {
    const bool is_comparable = calculate(formula(type), older, readings[i]).usable();
    runs.add(i, older, readings[i], is_comparable);
    older = readings[i];
  }
  return runs;
}

Value average_of(std::uint32_t type, const std::vector<RawCounter>& readings, std::size_t begin,
                 std::size_t end) {
  RangeStatistics range(formula(type));
  for (std::size_t i = begin; i < end; ++i) (void)range.add(readings[i]);
  return range.result().average;
}

// 10 in the first second, 9 in the next nine, 1 in the last.
const std::vector<RawCounter>& four_readings() {
  static const std::vector<RawCounter> kReadings = {reading(0, 0), reading(1, 10), reading(10, 19),
                                                    reading(11, 20)};
  return kReadings;
}

TEST(ReadingRuns, AverageOfARate_IsThatOfTheWholePart) {
  const ReadingRuns runs = runs_of(PERF_COUNTER_COUNTER, four_readings());
  EXPECT_EQ(runs.average(0, 3).number, 1.9);
  EXPECT_EQ(runs.average(0, 2).number, 10);
  EXPECT_EQ(runs.average(1, 4).number, 1);
}

TEST(ReadingRuns, OneReading_HasNoAverage) {
  const ReadingRuns runs = runs_of(PERF_COUNTER_COUNTER, four_readings());
  EXPECT_FALSE(runs.average(1, 2).usable());
  EXPECT_FALSE(runs.average(2, 2).usable());
  EXPECT_FALSE(runs.average(4, 9).usable());
  EXPECT_FALSE(ReadingRuns(formula(PERF_COUNTER_COUNTER)).average(0, 9).usable());
}

TEST(ReadingRuns, ReadingThatIsMissing_SplitsTheAverage) {
  const ReadingRuns runs =
      runs_of(PERF_COUNTER_COUNTER, {reading(0, 0), reading(1, 10), reading(2, 0, CStatus::no_data),
                                     reading(3, 1000), reading(6, 1006)});
  EXPECT_EQ(runs.average(0, 5).number, 4);  // (10 + 6) / (1 + 3)
  EXPECT_EQ(runs.average(2, 5).number, 2);
}

// It had used nothing when it began: 30 in the second before the second record.
TEST(ReadingRuns, ProcessThatBegins_CountsFromItsStart) {
  ReadingRuns runs(formula(PERF_COUNTER_COUNTER));
  runs.add(1, reading(0, 0), reading(1, 30), true);
  runs.add(2, reading(1, 30), reading(2, 40), true);
  EXPECT_EQ(runs.average(0, 3).number, 20);
  EXPECT_EQ(runs.average(1, 3).number, 20);
  EXPECT_EQ(runs.average(2, 3).status, CStatus::no_data);
}

// The records of another machine come between.
TEST(ReadingRuns, RecordsThatLackTheSeries_BreakNothing) {
  ReadingRuns runs(formula(PERF_COUNTER_COUNTER));
  runs.add(0, {.status = CStatus::invalid_data}, reading(0, 0), false);
  runs.add(2, reading(0, 0), reading(2, 20), true);
  runs.add(4, reading(2, 20), reading(4, 60), true);
  EXPECT_EQ(runs.average(0, 5).number, 15);
  EXPECT_EQ(runs.average(1, 5).number, 20);  // from the second reading to the third
  EXPECT_EQ(runs.average(0, 3).number, 10);
}

TEST(ReadingRuns, LengthOfAQueue_IsThatOfEachReading) {
  const std::vector<RawCounter> readings = {{0, 0, kSecond, 2, 8, CStatus::valid_data},
                                            {100, kSecond, kSecond, 5, 8, CStatus::valid_data},
                                            {400, 3 * kSecond, kSecond, 1, 8, CStatus::valid_data}};
  const ReadingRuns runs = runs_of(PERF_COUNTER_LARGE_QUEUELEN_TYPE, readings);
  for (const std::size_t begin : {0U, 1U}) {
    const Value expected = average_of(PERF_COUNTER_LARGE_QUEUELEN_TYPE, readings, begin, 3);
    EXPECT_EQ(runs.average(begin, 3).number, expected.number) << begin;
  }
}

TEST(ReadingRuns, AnyPart_HasTheAverageOfAllItsReadings) {
  constexpr unsigned kSeed = 40;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  std::vector<RawCounter> readings;
  std::uint64_t count = 0;
  for (std::uint64_t second = 0; second < 300; ++second) {
    const bool is_missing = random() % 20 == 0;
    count = random() % 25 == 0 ? 0 : count + random() % 1000;  // now and then it restarts
    readings.push_back(reading(second, count, is_missing ? CStatus::no_data : CStatus::valid_data));
  }
  for (const std::uint32_t type : {PERF_COUNTER_COUNTER, PERF_AVERAGE_BULK, PERF_100NSEC_TIMER}) {
    const ReadingRuns runs = runs_of(type, readings);
    for (int i = 0; i < 500; ++i) {
      const std::size_t begin = random() % 300;
      const std::size_t end = begin + random() % (301 - begin);
      const Value expected = average_of(type, readings, begin, end);
      const Value found = runs.average(begin, end);
      ASSERT_EQ(found.status, expected.status) << begin << " " << end;
      if (expected.usable()) {
        ASSERT_EQ(found.number, expected.number) << begin << " " << end;
      }
    }
  }
}

TEST(ReadingRuns, Memory_IsThatOfTwoNumbersAReading) {
  ReadingRuns runs(formula(PERF_COUNTER_COUNTER));
  RawCounter older{.status = CStatus::invalid_data};
  for (std::uint64_t i = 0; i < 4096; ++i) {
    runs.add(i, older, reading(i, i), i != 0);
    older = reading(i, i);
  }
  EXPECT_LT(runs.bytes(), 4096U * 16 + 1024);
}

}  // namespace
}  // namespace openperflib
