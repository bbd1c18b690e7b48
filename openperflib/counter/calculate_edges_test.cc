// Cases without a number, and the reasons: docs/counter_types.md, section 5, row by row.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/testing/expected_number.h"

namespace openperflib {
namespace {

constexpr Policy kStrict{};
constexpr Policy kWraps{.wrap = Wrap::modulo_2_32};
constexpr Policy kPlain{.multi_timer = MultiTimer::plain};
constexpr Policy kCapped{.cap = Cap::at_100};
constexpr Policy kClockWasSet{.clock_check = ClockCheck::clock_was_set};

struct Reading {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint32_t multi = 1;
  std::uint8_t size = 8;
  std::uint64_t time_base = 10'000'000;
  CStatus status = CStatus::valid_data;
};

RawCounter counter_of(const Reading& r) {
  return {r.first, r.second, r.time_base, r.multi, r.size, r.status};
}

Value calculated(std::uint32_t type, const Reading& older, const Reading& newer,
                 const Policy& policy = kStrict) {
  return calculate(CounterType(type), counter_of(older), counter_of(newer), policy);
}

void expect_none(const Value& value, CStatus status) {
  EXPECT_EQ(value.status, status);
  EXPECT_TRUE(std::isnan(value.number));
  EXPECT_FALSE(value.usable());
}

// --- statuses

TEST(Calculate, OneReadingOfATypeOfTwo_IsInvalidData) {
  for (const TypeRow& row : type_table()) {
    if (row.formula.samples != 2) continue;
    SCOPED_TRACE(row.winperf);
    expect_none(calculated(row.type.bits(), {.status = CStatus::invalid_data}, {10, 10}),
                CStatus::invalid_data);
    expect_none(calculated(row.type.bits(), {.status = CStatus::no_instance}, {10, 10}),
                CStatus::invalid_data);
  }
}

TEST(Calculate, TypesOfOneReading_IgnoreTheOlder) {
  const Reading absent{.size = 4, .status = CStatus::no_data};
  expect_number(calculated(PERF_COUNTER_RAWCOUNT, absent, {7}), 7);
  expect_number(calculated(PERF_RAW_FRACTION, absent, {1, 4}), 25);
  expect_number(calculated(PERF_ELAPSED_TIME, absent, {10'000'000, 20'000'000}), 1);
}

TEST(Calculate, UnusableNewerReading_GivesItsStatus) {
  for (const CStatus status : {CStatus::no_instance, CStatus::no_data, CStatus::no_machine,
                               CStatus::item_not_validated, CStatus::no_counter}) {
    expect_none(calculated(PERF_COUNTER_RAWCOUNT, {}, {.first = 7, .status = status}), status);
    expect_none(
        calculated(PERF_COUNTER_COUNTER, {1, 1}, {.first = 2, .second = 2, .status = status}),
        status);
  }
}

TEST(Calculate, NewData_IsTreatedAsValidData) {
  expect_number(calculated(PERF_COUNTER_DELTA, {.first = 1, .status = CStatus::new_data},
                           {.first = 3, .status = CStatus::new_data}),
                2);
}

TEST(Calculate, ReadingsOfDifferentSizes_AreInvalidData) {
  expect_none(calculated(PERF_COUNTER_DELTA, {.first = 1, .size = 4}, {.first = 3, .size = 8}),
              CStatus::invalid_data);
}

TEST(Calculate, TextLabelsHistogramsAndBases_AreInvalidData) {
  for (const std::uint32_t type :
       {PERF_COUNTER_TEXT, PERF_COUNTER_NODATA, PERF_COUNTER_HISTOGRAM_TYPE, PERF_SAMPLE_BASE,
        PERF_RAW_BASE, PERF_LARGE_RAW_BASE, PERF_AVERAGE_BASE, PERF_COUNTER_MULTI_BASE}) {
    expect_none(calculated(type, {1, 1}, {2, 2}), CStatus::invalid_data);
  }
}

// --- clocks

TEST(Calculate, ClockNotAdvanced_IsNegativeTimebase) {
  for (const TypeRow& row : type_table()) {
    if (row.formula.second != SecondOperand::clock_difference) continue;
    SCOPED_TRACE(row.winperf);
    expect_none(calculated(row.type.bits(), {1, 100}, {2, 100}), CStatus::negative_timebase);
    expect_none(calculated(row.type.bits(), {1, 100}, {2, 99}), CStatus::negative_timebase);
  }
}

TEST(Calculate, ClockWithoutAFrequency_IsInvalidData) {
  for (const std::uint32_t type :
       {PERF_COUNTER_COUNTER, PERF_COUNTER_BULK_COUNT, PERF_SAMPLE_COUNTER, PERF_AVERAGE_TIMER,
        PERF_COUNTER_MULTI_TIMER}) {
    expect_none(calculated(type, {1, 1}, {.first = 2, .second = 2, .time_base = 0}),
                CStatus::invalid_data);
  }
  expect_number(calculated(PERF_COUNTER_TIMER, {1, 1}, {.first = 2, .second = 2, .time_base = 0}),
                100);
}

TEST(Calculate, ClockNotAdvanced_HasPriorityOverDecrease) {
  expect_none(calculated(PERF_COUNTER_COUNTER, {5, 100}, {2, 99}), CStatus::negative_timebase);
}

TEST(Calculate, ClockWasSet_TypesOfThe100nsClockHaveNoData) {
  for (const TypeRow& row : type_table()) {
    if (row.formula.samples == 0) continue;
    SCOPED_TRACE(row.winperf);
    const bool reads_it = row.type.timer() == Timer::hundred_ns;
    const Value value = calculated(row.type.bits(), {1, 10}, {2, 20}, kClockWasSet);
    EXPECT_EQ(value.status, reads_it ? CStatus::no_data : CStatus::valid_data);
    EXPECT_EQ(std::isnan(value.number), reads_it);
  }
  EXPECT_TRUE(find_type(CounterType(PERF_PRECISION_100NS_TIMER))->formula.uses_100ns_clock);
}

// --- values that decreased

TEST(Calculate, DecreasedValue_IsNegativeValue) {
  for (const TypeRow& row : type_table()) {
    if (row.formula.first != FirstOperand::difference) continue;
    SCOPED_TRACE(row.winperf);
    expect_none(calculated(row.type.bits(), {11, 100}, {10, 200}), CStatus::negative_value);
    expect_none(calculated(row.type.bits(), {.first = 11, .second = 100, .size = 4},
                           {.first = 10, .second = 200, .size = 4}),
                CStatus::negative_value);
  }
}

TEST(Calculate, DecreasedValueWithoutOperations_IsNegativeValue) {
  expect_none(calculated(PERF_AVERAGE_BULK, {11, 100}, {10, 100}), CStatus::negative_value);
}

TEST(Calculate, FourByteWrap_IsAcceptedIfThePolicyAllows) {
  const Reading older{.first = 0xFFFF'FFF0, .second = 0, .size = 4};
  const Reading newer{.first = 0x10, .second = 10'000'000, .size = 4};
  expect_number(calculated(PERF_COUNTER_COUNTER, older, newer, kWraps), 32);
  expect_none(calculated(PERF_COUNTER_COUNTER, older, newer, kStrict), CStatus::negative_value);
}

TEST(Calculate, DecreasedEightByteValue_IsNeverAWrap) {
  expect_none(calculated(PERF_COUNTER_DELTA, {0xFFFF'FFF0}, {0x10}, kWraps),
              CStatus::negative_value);
}

TEST(Calculate, WrapOfHalfTheRangeOrMore_IsARestart) {
  const auto delta = [](std::uint64_t older, std::uint64_t newer) {
    return calculated(PERF_COUNTER_DELTA, {.first = older, .size = 4}, {.first = newer, .size = 4},
                      kWraps);
  };
  expect_number(delta(0x8000'0001, 0), 0x7FFF'FFFF);
  expect_none(delta(0x8000'0000, 0), CStatus::negative_value);
  expect_none(delta(5, 4), CStatus::negative_value);
}

TEST(Calculate, FourByteReadingBeyond32Bits_DoesNotWrap) {
  expect_none(calculated(PERF_COUNTER_DELTA, {.first = 0x1'FFFF'FFF0, .size = 4},
                         {.first = 0x10, .size = 4}, kWraps),
              CStatus::negative_value);
}

TEST(Calculate, IncreasedValue_IsNotAWrap) {
  expect_number(calculated(PERF_COUNTER_DELTA, {.first = 0, .size = 4},
                           {.first = 0xFFFF'FFFF, .size = 4}, kWraps),
                4294967295.0);
}

TEST(Calculate, FourByteBaseWrap_IsAcceptedToo) {
  const Reading older{.first = 0, .second = 0xFFFF'FFFF};
  const Reading newer{.first = 80, .second = 3};
  expect_number(calculated(PERF_AVERAGE_BULK, older, newer, kWraps), 20);
  expect_none(calculated(PERF_AVERAGE_BULK, older, newer, kStrict), CStatus::negative_denominator);
  expect_none(calculated(PERF_PRECISION_100NS_TIMER, older, newer, kWraps),
              CStatus::negative_denominator);
}

TEST(Calculate, DifferencesBeyond2To53_LoseNoDigit) {
  constexpr std::uint64_t kHuge = 18446744073709551000u;
  expect_number(calculated(PERF_COUNTER_LARGE_DELTA, {kHuge}, {kHuge + 7}), 7);
  expect_number(calculated(PERF_COUNTER_BULK_COUNT, {kHuge, 0}, {kHuge + 1, 10'000'000}), 1);
}

// --- denominators

TEST(Calculate, NoOperations_IsAValidZero) {
  for (const std::uint32_t type :
       {PERF_SAMPLE_FRACTION, PERF_AVERAGE_TIMER, PERF_AVERAGE_BULK, PERF_PRECISION_SYSTEM_TIMER,
        PERF_PRECISION_100NS_TIMER, PERF_PRECISION_OBJECT_TIMER}) {
    expect_number(calculated(type, {1, 100}, {5, 100}), 0);
  }
  expect_number(calculated(PERF_RAW_FRACTION, {}, {5, 0}), 0);
  expect_number(calculated(PERF_LARGE_RAW_FRACTION, {}, {5, 0}), 0);
}

TEST(Calculate, DecreasedBase_IsNegativeDenominator) {
  for (const TypeRow& row : type_table()) {
    if (row.formula.second != SecondOperand::base_difference) continue;
    SCOPED_TRACE(row.winperf);
    expect_none(calculated(row.type.bits(), {1, 100}, {5, 99}), CStatus::negative_denominator);
  }
}

TEST(Calculate, NegativeBaseOfAFraction_IsNegativeDenominator) {
  const auto minus_one = static_cast<std::uint64_t>(-1);
  expect_none(calculated(PERF_LARGE_RAW_FRACTION, {}, {5, minus_one}),
              CStatus::negative_denominator);
}

TEST(Calculate, MultiTypesWithoutSources_AreAValidZero) {
  for (const std::uint32_t type : {PERF_COUNTER_MULTI_TIMER, PERF_COUNTER_MULTI_TIMER_INV,
                                   PERF_100NSEC_MULTI_TIMER, PERF_100NSEC_MULTI_TIMER_INV}) {
    expect_number(calculated(type, {1, 100}, {.first = 5, .second = 200, .multi = 0}), 0);
  }
}

// --- percentages

TEST(Calculate, InverseTypesBelowZero_AreZeroUnderEveryPolicy) {
  for (const Policy& policy : {kStrict, kWraps, kPlain, kCapped}) {
    expect_number(calculated(PERF_100NSEC_TIMER_INV, {0, 0}, {110, 100}, policy), 0);
    expect_number(calculated(PERF_COUNTER_TIMER_INV, {0, 0}, {110, 100}, policy), 0);
    expect_number(calculated(PERF_100NSEC_MULTI_TIMER_INV, {0, 0},
                             {.first = 210, .second = 100, .multi = 2}, policy),
                  0);
  }
}

TEST(Calculate, PercentagesAbove100_AreCappedOnlyByPolicy) {
  expect_number(calculated(PERF_100NSEC_TIMER, {0, 0}, {350, 100}), 350);
  expect_number(calculated(PERF_100NSEC_TIMER, {0, 0}, {350, 100}, kCapped), 100);
  expect_number(calculated(PERF_RAW_FRACTION, {}, {6, 4}, kCapped), 100);
  expect_number(
      calculated(PERF_COUNTER_MULTI_TIMER_INV, {0, 0}, {.first = 0, .second = 100, .multi = 2}),
      200);
  expect_number(calculated(PERF_COUNTER_MULTI_TIMER_INV, {0, 0},
                           {.first = 0, .second = 100, .multi = 2}, kCapped),
                100);
}

TEST(Calculate, OtherTypes_AreNotCapped) {
  expect_number(calculated(PERF_COUNTER_RAWCOUNT, {}, {350}, kCapped), 350);
  expect_number(calculated(PERF_COUNTER_LARGE_QUEUELEN_TYPE, {0, 0}, {35000, 100}, kCapped), 350);
}

TEST(Calculate, MultiTimer_HasTwoInterpretations) {
  const Reading older{0, 50'000'000};
  expect_number(
      calculated(PERF_COUNTER_MULTI_TIMER, older, {.first = 10, .second = 100'000'000, .multi = 4}),
      50);
  const Reading newer{.first = 100'000'000, .second = 100'000'000, .multi = 4};
  expect_number(calculated(PERF_COUNTER_MULTI_TIMER, older, newer, kPlain), 50);
}

TEST(Calculate, PlainMultiTimer_NeedsNoFrequency) {
  const Reading newer{.first = 100, .second = 100, .multi = 4, .time_base = 0};
  expect_number(calculated(PERF_COUNTER_MULTI_TIMER, {0, 0}, newer, kPlain), 25);
}

TEST(Calculate, PlainPolicy_ChangesNoOtherType) {
  expect_number(calculated(PERF_COUNTER_COUNTER, {0, 0}, {10, 10'000'000}, kPlain), 10);
  expect_number(
      calculated(PERF_100NSEC_MULTI_TIMER, {0, 0}, {.first = 10, .second = 10, .multi = 4}, kPlain),
      25);
}

// --- elapsed time

TEST(Calculate, ElapsedTimeWithoutStart_IsZero) {
  expect_number(calculated(PERF_ELAPSED_TIME, {}, {0, 100}), 0);
}

TEST(Calculate, ElapsedTimeOfAFutureStart_IsZero) {
  expect_number(calculated(PERF_ELAPSED_TIME, {}, {100, 100}), 0);
  expect_number(calculated(PERF_ELAPSED_TIME, {}, {101, 100}), 0);
}

TEST(Calculate, ElapsedTimeWithoutAFrequency_IsZero) {
  expect_number(calculated(PERF_ELAPSED_TIME, {}, {.first = 100, .second = 200, .time_base = 0}),
                0);
}

}  // namespace
}  // namespace openperflib
