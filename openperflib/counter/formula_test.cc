// The flag algebra: types outside the table, docs/counter_types.md, section 7.
#include "openperflib/counter/formula.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/testing/expected_number.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kCounter = PERF_TYPE_COUNTER | PERF_SIZE_LARGE;
constexpr std::uint32_t kDelta = PERF_DELTA_COUNTER;
constexpr std::uint32_t kBothDeltas = PERF_DELTA_COUNTER | PERF_DELTA_BASE;

RawCounter raw(std::uint64_t first, std::uint64_t second, std::uint32_t multi = 1,
               std::uint64_t time_base = 10) {
  return {first, second, time_base, multi, 8, CStatus::valid_data};
}

Value value_by_flags(std::uint32_t type, const RawCounter& older, const RawCounter& newer,
                     BaseDefinition base = BaseDefinition::present) {
  EXPECT_EQ(find_type(CounterType(type)), nullptr) << "a predefined type";
  return calculate(formula_of(CounterType(type), base), older, newer);
}

TEST(FlagAlgebra, Dec1000_IsAThousandthOfTheReading) {
  expect_number(value_by_flags(PERF_NUMBER_DEC_1000, {}, raw(12'345, 0)), 12.345);
  EXPECT_EQ(CounterType(PERF_NUMBER_DEC_1000).samples(), 1);
}

TEST(FlagAlgebra, KindZero_IsAlwaysZero) {
  expect_number(value_by_flags(PERF_TYPE_ZERO, {}, raw(7, 0)), 0);
}

TEST(FlagAlgebra, NumberWithTheDeltaFlag_IsADifference) {
  expect_number(value_by_flags(PERF_NUMBER_DECIMAL | kDelta, raw(5, 0), raw(7, 0)), 2);
}

TEST(FlagAlgebra, ValueWithoutTheDeltaFlag_IsTheReading) {
  expect_number(value_by_flags(kCounter | PERF_COUNTER_VALUE, {}, raw(7, 0)), 7);
}

TEST(FlagAlgebra, Rate_UsesTheClockNamedByTheTimer) {
  const std::uint32_t type =
      kCounter | PERF_COUNTER_RATE | PERF_TIMER_100NS | kDelta | PERF_DISPLAY_PER_SEC;
  expect_number(value_by_flags(type, raw(0, 0), raw(60, 20)), 30);
  EXPECT_EQ(CounterType(type).companion(), Companion::perf_time_100ns);
}

TEST(FlagAlgebra, RateInPercent_IsAShareOfTheClocksTicks) {
  const std::uint32_t type = PERF_TYPE_COUNTER | PERF_COUNTER_RATE | kDelta | PERF_DISPLAY_PERCENT;
  expect_number(value_by_flags(type, raw(0, 0), raw(5, 20)), 25);
}

TEST(FlagAlgebra, RateWithoutDeltaFlag_DividesTheReading) {
  const std::uint32_t type = kCounter | PERF_COUNTER_RATE;
  expect_number(value_by_flags(type, raw(1, 0), raw(60, 20)), 30);
  EXPECT_EQ(CounterType(type).samples(), 2);
}

TEST(FlagAlgebra, InverseAndMulti_ComeBeforeThePercentage) {
  const std::uint32_t inverse =
      PERF_TYPE_COUNTER | PERF_COUNTER_RATE | kDelta | PERF_INVERSE_COUNTER | PERF_DISPLAY_PERCENT;
  expect_number(value_by_flags(inverse, raw(0, 0), raw(5, 20)), 75);
  expect_number(value_by_flags(inverse | PERF_MULTI_COUNTER, raw(0, 0), raw(5, 20, 3)), 275);
  const std::uint32_t multi =
      PERF_TYPE_COUNTER | PERF_COUNTER_RATE | kDelta | PERF_MULTI_COUNTER | PERF_DISPLAY_PERCENT;
  expect_number(value_by_flags(multi, raw(0, 0), raw(5, 20, 5)), 5);
  expect_number(value_by_flags(inverse, raw(0, 0), raw(25, 20)), 0);
}

TEST(FlagAlgebra, FractionOfDifferences_DividesByItsBase) {
  expect_number(
      value_by_flags(kCounter | PERF_COUNTER_FRACTION | kBothDeltas, raw(0, 10), raw(5, 30)), 0.25);
  EXPECT_EQ(CounterType(kCounter | PERF_COUNTER_FRACTION | kBothDeltas).samples(), 2);
}

TEST(FlagAlgebra, FractionShownInSeconds_ConvertsByTheTimeBase) {
  const std::uint32_t type = kCounter | PERF_COUNTER_FRACTION | kBothDeltas | PERF_DISPLAY_SECONDS;
  expect_number(value_by_flags(type, raw(0, 10), raw(400, 30)), 2);
}

TEST(FlagAlgebra, FractionOfReadings_NeedsOneReading) {
  expect_number(value_by_flags(kCounter | PERF_COUNTER_FRACTION, {}, raw(3, 4)), 0.75);
}

TEST(FlagAlgebra, FractionWithoutABase_DividesByTheTimeBase) {
  expect_number(value_by_flags(kCounter | PERF_COUNTER_FRACTION | kBothDeltas, raw(0, 10),
                               raw(5, 30), BaseDefinition::absent),
                0.25);
  expect_number(value_by_flags(kCounter | PERF_COUNTER_FRACTION | kDelta, raw(0, 0), raw(50, 30),
                               BaseDefinition::absent),
                5);
  EXPECT_EQ(CounterType(kCounter | PERF_COUNTER_FRACTION | PERF_TIMER_100NS).clock(),
            Companion::perf_time_100ns);
}

TEST(FlagAlgebra, PredefinedFractionWithoutBase_KeepsItsFormula) {
  const Formula formula = formula_of(CounterType(PERF_RAW_FRACTION), BaseDefinition::absent);
  EXPECT_EQ(formula.second, SecondOperand::base_newest);
}

TEST(FlagAlgebra, Precision_IsAShareOfItsOwnClock) {
  const std::uint32_t type = PERF_TYPE_COUNTER | PERF_COUNTER_PRECISION | kDelta;
  expect_number(value_by_flags(type, raw(0, 100), raw(5, 120)), 0.25);
  EXPECT_EQ(value_by_flags(type, raw(0, 100), raw(5, 120), BaseDefinition::absent).status,
            CStatus::invalid_data);
}

TEST(FlagAlgebra, Elapsed_UsesTheClockNamedByTheTimer) {
  const std::uint32_t type = kCounter | PERF_COUNTER_ELAPSED | PERF_DISPLAY_SECONDS;
  expect_number(value_by_flags(type, {}, raw(100, 250)), 15);
  EXPECT_EQ(CounterType(type).companion(), Companion::perf_time);
}

// Two are in the queue from time 10, and one leaves at 40: length 2 for 30 ticks and length 1 for
// 10 is 70 ticks of queueing in 40.
TEST(FlagAlgebra, QueueLength_CountsTheTimeSinceTheLastChange) {
  const std::uint32_t type = kCounter | PERF_COUNTER_QUEUELEN;
  const auto minus = [](std::uint64_t n) { return static_cast<std::uint64_t>(0) - n; };
  const RawCounter older = raw(minus(20), 10, 2);       // two came at 10: 0 - 2 * 10
  const RawCounter newer = raw(minus(20) + 40, 50, 1);  // one left at 40: + 40
  expect_number(value_by_flags(type, older, newer), 70.0 / 40.0);
}

TEST(FlagAlgebra, DecreasedQueueLength_IsNegativeValue) {
  EXPECT_EQ(value_by_flags(kCounter | PERF_COUNTER_QUEUELEN, raw(100, 10, 0), raw(1, 20, 0)).status,
            CStatus::negative_value);
}

TEST(FlagAlgebra, TypesWithoutArithmetic_AreInvalidData) {
  for (const std::uint32_t type :
       {kCounter | PERF_COUNTER_BASE, kCounter | PERF_COUNTER_HISTOGRAM, kCounter | 0x80000u,
        std::uint32_t{0x00030000}, PERF_COUNTER_TEXT | PERF_TEXT_ASCII,
        PERF_SIZE_ZERO | PERF_NUMBER_DECIMAL, PERF_COUNTER_COUNTER | PERF_COUNTER_HISTOGRAM_TYPE}) {
    EXPECT_EQ(value_by_flags(type, raw(1, 1), raw(2, 2)).status, CStatus::invalid_data)
        << std::hex << type;
    EXPECT_EQ(CounterType(type).samples(), 0) << std::hex << type;
  }
}

TEST(FlagAlgebra, TimerBitsWithoutClock_LeaveNoValue) {
  constexpr std::uint32_t kNoClock = PERF_TIMER_100NS | PERF_OBJECT_TIMER;
  EXPECT_EQ(
      value_by_flags(kCounter | PERF_COUNTER_RATE | kDelta | kNoClock, raw(1, 1), raw(2, 2)).status,
      CStatus::invalid_data);
  EXPECT_EQ(value_by_flags(kCounter | PERF_COUNTER_ELAPSED | kNoClock, {}, raw(1, 2)).status,
            CStatus::invalid_data);
  expect_number(value_by_flags(kCounter | kNoClock, {}, raw(2, 2)), 2);
}

TEST(FlagAlgebra, UnresolvedType_GivesTheSame) {
  expect_number(calculate(CounterType(PERF_NUMBER_DEC_1000), {}, raw(12'345, 0)), 12.345);
}

TEST(FlagAlgebra, ClockCheck_HoldsForTypesOutsideTheTable) {
  const std::uint32_t type = kCounter | PERF_COUNTER_RATE | PERF_TIMER_100NS | kDelta;
  const Policy policy{.clock_check = ClockCheck::clock_was_set};
  EXPECT_EQ(calculate(CounterType(type), raw(0, 0), raw(1, 1), policy).status, CStatus::no_data);
}

}  // namespace
}  // namespace openperflib
