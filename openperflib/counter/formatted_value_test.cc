// PDH's formats: docs/pdh.md, "Formats".
#include "openperflib/counter/formatted_value.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

constexpr auto kLong = std::numeric_limits<std::int32_t>::max();
constexpr auto kLarge = std::numeric_limits<std::int64_t>::max();

ValueFormat format_of(std::uint32_t flags) { return ValueFormat::of_flags(flags).value(); }

FormattedValue formatted_value_of(double number, std::uint32_t flags, int scale = 0) {
  return formatted(Formula{}, Value{.number = number, .status = CStatus::valid_data}, RawCounter{},
                   format_of(flags), scale);
}

RawCounter reading(std::uint64_t first, std::uint64_t second = 0) {
  return {.first = first,
          .second = second,
          .time_base = 10'000'000,
          .size = 8,
          .status = CStatus::valid_data};
}

FormattedValue formatted_value_of(std::uint32_t type, const RawCounter& older,
                                  const RawCounter& newer, std::uint32_t flags, int scale = 0) {
  return formatted(formula_of(CounterType(type)), older, newer, format_of(flags), scale);
}

TEST(ValueFormat, ExactlyOneKind_IsAFormat) {
  EXPECT_EQ(ValueFormat::of_flags(PDH_FMT_DOUBLE), ValueFormat());
  const ValueFormat all =
      format_of(PDH_FMT_LONG | PDH_FMT_NOSCALE | PDH_FMT_1000 | PDH_FMT_NOCAP100);
  EXPECT_EQ(all.kind(), NumberKind::integer_32);
  EXPECT_EQ(all.cap(), Cap::none);
  EXPECT_FALSE(all.is_scaled());
  EXPECT_TRUE(all.times_1000());
  const ValueFormat large = format_of(PDH_FMT_LARGE);
  EXPECT_EQ(large.kind(), NumberKind::integer_64);
  EXPECT_EQ(large.cap(), Cap::at_100);
  EXPECT_TRUE(large.is_scaled());
  EXPECT_FALSE(large.times_1000());
}

TEST(ValueFormat, NoKindSeveralOrAnotherFlag_IsNone) {
  for (const std::uint32_t flags :
       {0U, PDH_FMT_NOSCALE, PDH_FMT_LONG | PDH_FMT_DOUBLE, PDH_FMT_LONG | PDH_FMT_LARGE,
        PDH_FMT_LARGE | PDH_FMT_DOUBLE, PDH_FMT_LONG | PDH_FMT_LARGE | PDH_FMT_DOUBLE,
        PDH_FMT_DOUBLE | PDH_FMT_RAW, PDH_FMT_DOUBLE | PDH_FMT_ANSI,
        PDH_FMT_DOUBLE | PDH_FMT_UNICODE, PDH_FMT_DOUBLE | PDH_FMT_NODATA, PDH_FMT_DOUBLE | 1U,
        PDH_FMT_DOUBLE | 0x80000000U}) {
    EXPECT_EQ(ValueFormat::of_flags(flags), std::nullopt) << flags;
  }
}

TEST(FormattedValue, Integers_HaveNoFraction) {
  EXPECT_EQ(formatted_value_of(2.9, PDH_FMT_LONG).integer(), 2);
  EXPECT_EQ(formatted_value_of(-2.9, PDH_FMT_LONG).integer(), -2);
  EXPECT_EQ(formatted_value_of(2.9, PDH_FMT_LARGE).integer(), 2);
  EXPECT_EQ(formatted_value_of(2.9, PDH_FMT_DOUBLE).real(), 2.9);
}

TEST(FormattedValue, WhatDoesNotFit_IsTheNearestIntegerThatDoes) {
  EXPECT_EQ(formatted_value_of(2147483647.0, PDH_FMT_LONG).integer(), kLong);
  EXPECT_EQ(formatted_value_of(2147483648.0, PDH_FMT_LONG).integer(), kLong);
  EXPECT_EQ(formatted_value_of(-2147483648.0, PDH_FMT_LONG).integer(), -2147483648LL);
  EXPECT_EQ(formatted_value_of(-1e300, PDH_FMT_LONG).integer(), -2147483648LL);
  EXPECT_EQ(formatted_value_of(9223372036854775808.0, PDH_FMT_LARGE).integer(), kLarge);
  EXPECT_EQ(formatted_value_of(9223372036854774784.0, PDH_FMT_LARGE).integer(),
            9223372036854774784LL);
  EXPECT_EQ(formatted_value_of(-1e300, PDH_FMT_LARGE).integer(),
            std::numeric_limits<std::int64_t>::min());
}

TEST(FormattedValue, ScaleThenThousand_BeforeTheFractionIsCut) {
  EXPECT_EQ(formatted_value_of(0.0081, PDH_FMT_DOUBLE, 3).real(), 8.1);
  EXPECT_EQ(formatted_value_of(0.0081, PDH_FMT_DOUBLE | PDH_FMT_NOSCALE, 3).real(), 0.0081);
  EXPECT_EQ(formatted_value_of(12345, PDH_FMT_LONG, -2).integer(), 123);
  EXPECT_EQ(formatted_value_of(0.0081, PDH_FMT_LONG | PDH_FMT_1000).integer(), 8);
  EXPECT_EQ(formatted_value_of(0.5, PDH_FMT_LONG | PDH_FMT_1000, 2).integer(), 50'000);
  EXPECT_EQ(formatted_value_of(0.5, PDH_FMT_LONG | PDH_FMT_1000 | PDH_FMT_NOSCALE, 2).integer(),
            500);
}

TEST(FormattedValue, Percentage_IsCappedBeforeItIsScaled) {
  const RawCounter older = reading(0, 0);
  const RawCounter newer = reading(15'000'000, 10'000'000);
  const auto of = [&](std::uint32_t flags, int scale) {
    return formatted_value_of(PERF_COUNTER_TIMER, older, newer, PDH_FMT_DOUBLE | flags, scale)
        .real();
  };
  EXPECT_EQ(of(0, 0), 100);
  EXPECT_EQ(of(PDH_FMT_NOCAP100, 0), 150);
  EXPECT_EQ(of(0, 1), 1000);
  EXPECT_EQ(of(PDH_FMT_1000, 0), 100'000);
}

TEST(FormattedValue, RawCount_KeepsItsBitsAsAnUnscaledLargeNumber) {
  const RawCounter beyond_double = reading(9'007'199'254'740'993);  // 2^53 + 1
  const auto large = [](const RawCounter& raw, std::uint32_t flags, int scale) {
    return formatted_value_of(PERF_COUNTER_LARGE_RAWCOUNT, {}, raw, flags, scale).integer();
  };
  EXPECT_EQ(large(beyond_double, PDH_FMT_LARGE, 0), 9'007'199'254'740'993);
  EXPECT_EQ(large(beyond_double, PDH_FMT_LARGE | PDH_FMT_NOSCALE, 1), 9'007'199'254'740'993);
  EXPECT_EQ(large(reading(0xFFFF'FFFF'FFFF'FFFF), PDH_FMT_LARGE, 0), -1);
  EXPECT_EQ(large(reading(0xFFFF'FFFF'FFFF'FFFF), PDH_FMT_LARGE, 1), -10);  // as a number
  EXPECT_EQ(large(reading(4'000'000'000), PDH_FMT_LONG, 0), kLong);
  EXPECT_EQ(formatted_value_of(PERF_COUNTER_LARGE_RAWCOUNT_HEX, {}, beyond_double, PDH_FMT_LARGE)
                .integer(),
            9'007'199'254'740'993);
}

TEST(FormattedValue, WithoutAValue_IsItsStatusAndZero) {
  const RawCounter nothing{.status = CStatus::invalid_data};
  for (const std::uint32_t flags : {PDH_FMT_LONG, PDH_FMT_LARGE, PDH_FMT_DOUBLE}) {
    const FormattedValue first =
        formatted_value_of(PERF_COUNTER_COUNTER, nothing, reading(1, 1), flags);
    EXPECT_EQ(first.status, CStatus::invalid_data);
    EXPECT_EQ(first.real(), 0);
    EXPECT_EQ(first.integer(), 0);
    const RawCounter gone{.status = CStatus::no_instance};
    EXPECT_EQ(formatted_value_of(PERF_COUNTER_RAWCOUNT, nothing, gone, flags).status,
              CStatus::no_instance);
  }
  EXPECT_EQ(
      formatted_value_of(PERF_COUNTER_COUNTER, reading(2, 1), reading(1, 2), PDH_FMT_LONG).status,
      CStatus::negative_value);
}

TEST(FormattedValue, MultiTimer_HasTwoForms) {
  const RawCounter older{.first = 0,
                         .second = 0,
                         .time_base = 10'000'000,
                         .multi = 4,
                         .size = 8,
                         .status = CStatus::valid_data};
  RawCounter newer = older;
  newer.first = 10;
  newer.second = 50'000'000;
  const Formula formula = formula_of(CounterType(PERF_COUNTER_MULTI_TIMER));
  const ValueFormat real;
  EXPECT_EQ(formatted(formula, older, newer, real, 0).real(), 50);
  newer.first = 100'000'000;
  EXPECT_EQ(formatted(formula, older, newer, real, 0, MultiTimer::plain).real(), 50);
}

}  // namespace
}  // namespace openperflib
