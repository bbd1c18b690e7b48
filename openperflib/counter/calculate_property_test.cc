// Properties of every type with any readings, including foreign ones.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/counter/statistics.h"

namespace openperflib {
namespace {

// Readings of all magnitudes: half of them near the ends of 32 and 64 bits.
rc::Gen<std::uint64_t> any_word() {
  return rc::gen::oneOf(
      rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange<std::uint64_t>(0, 4),
      rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 8),
                   [](std::uint64_t n) { return 0xFFFF'FFFCu + n; }),
      rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 4), [](std::uint64_t n) { return ~n; }));
}

RawCounter any_reading() {
  const auto size = static_cast<std::uint8_t>(*rc::gen::element(4, 8));
  const CStatus status = *rc::gen::weightedElement<CStatus>({{6, CStatus::valid_data},
                                                             {1, CStatus::new_data},
                                                             {1, CStatus::no_data},
                                                             {1, CStatus::no_instance}});
  return {*any_word(), *any_word(), *any_word(), *rc::gen::arbitrary<std::uint32_t>(),
          size,        status};
}

CounterType any_type() {
  if (*rc::gen::arbitrary<bool>()) return CounterType(*rc::gen::arbitrary<std::uint32_t>());
  const auto rows = type_table();
  return rows[*rc::gen::inRange<std::size_t>(0, rows.size())].type;
}

Policy any_policy() {
  return {.wrap = *rc::gen::element(Wrap::strict, Wrap::modulo_2_32),
          .multi_timer = *rc::gen::element(MultiTimer::timed, MultiTimer::plain),
          .cap = *rc::gen::element(Cap::none, Cap::at_100),
          .clock_check = *rc::gen::element(ClockCheck::off, ClockCheck::clock_was_set)};
}

RC_GTEST_PROP(CalculateLaw, ValueIsFiniteOnlyIfUsable, ()) {
  const Value value = calculate(any_type(), any_reading(), any_reading(), any_policy());
  RC_ASSERT(value.usable() == std::isfinite(value.number));
  RC_ASSERT(value.usable() != std::isnan(value.number));
}

RC_GTEST_PROP(CalculateLaw, UnusableNewerReadingNeverGivesANumber, ()) {
  RawCounter newer = any_reading();
  newer.status = CStatus::no_instance;
  RC_ASSERT(!calculate(any_type(), any_reading(), newer, any_policy()).usable());
}

RC_GTEST_PROP(CalculateLaw, OnlyALargeRawCountIsBelowZero, ()) {
  const CounterType type = any_type();
  RC_PRE(type != CounterType(PERF_COUNTER_LARGE_RAWCOUNT));
  const Value value = calculate(type, any_reading(), any_reading(), any_policy());
  RC_ASSERT(!value.usable() || value.number >= 0);
}

RC_GTEST_PROP(CalculateLaw, CappedPercentagesStayBetween0And100, ()) {
  const CounterType type = any_type();
  RC_PRE(type.suffix() == Suffix::percent);
  Policy policy = any_policy();
  policy.cap = Cap::at_100;
  const Value value = calculate(type, any_reading(), any_reading(), policy);
  RC_ASSERT(!value.usable() || (value.number >= 0 && value.number <= 100));
}

RC_GTEST_PROP(CalculateLaw, ResolvedAndUnresolvedAgree, ()) {
  const CounterType type = any_type();
  const RawCounter older = any_reading(), newer = any_reading();
  const Policy policy = any_policy();
  const Value direct = calculate(type, older, newer, policy);
  const Value resolved = calculate(formula_of(type), older, newer, policy);
  RC_ASSERT(direct.status == resolved.status);
  RC_ASSERT(!direct.usable() || direct.number == resolved.number);
}

RC_GTEST_PROP(CalculateLaw, UserAndInverseTimersSumTo100, ()) {
  const auto ticks = *rc::gen::inRange<std::uint64_t>(1, 1ULL << 40);
  const auto busy = *rc::gen::inRange<std::uint64_t>(0, ticks + 1);
  const RawCounter older{5, 7, 1, 1, 8, CStatus::valid_data};
  const RawCounter newer{5 + busy, 7 + ticks, 1, 1, 8, CStatus::valid_data};
  const double user = calculate(CounterType(PERF_100NSEC_TIMER), older, newer).number;
  const double idle = calculate(CounterType(PERF_100NSEC_TIMER_INV), older, newer).number;
  RC_ASSERT(std::fabs(user + idle - 100) < 1e-12);
}

RC_GTEST_PROP(CalculateLaw, WrappingAgreesWithStrictWithoutDecrease, ()) {
  const auto from = *rc::gen::inRange<std::uint64_t>(0, 1ULL << 32);
  const auto to = *rc::gen::inRange<std::uint64_t>(from, 1ULL << 32);
  const RawCounter older{from, 0, 10, 1, 4, CStatus::valid_data};
  const RawCounter newer{to, 10, 10, 1, 4, CStatus::valid_data};
  const CounterType type(PERF_COUNTER_COUNTER);
  RC_ASSERT(calculate(type, older, newer, Policy{.wrap = Wrap::modulo_2_32}).number ==
            calculate(type, older, newer).number);
}

RC_GTEST_PROP(CalculateLaw, CounterCutTo32Bits_GivesTheSameRate, ()) {
  const auto from = *rc::gen::arbitrary<std::uint64_t>() >> 1;
  const auto step = *rc::gen::inRange<std::uint64_t>(0, 1ULL << 31);
  const auto cut = [](std::uint64_t n) { return n & 0xFFFF'FFFF; };
  const RawCounter older{cut(from), 0, 10, 1, 4, CStatus::valid_data};
  const RawCounter newer{cut(from + step), 10, 10, 1, 4, CStatus::valid_data};
  const Value value =
      calculate(CounterType(PERF_COUNTER_COUNTER), older, newer, Policy{.wrap = Wrap::modulo_2_32});
  RC_ASSERT(value.number == static_cast<double>(step));
}

RC_GTEST_PROP(CalculateLaw, RangeAverageOfOneRun_IsTheFormulaOverItsEnds, ()) {
  const CounterType type =
      *rc::gen::element(CounterType(PERF_COUNTER_BULK_COUNT), CounterType(PERF_100NSEC_TIMER_INV),
                        CounterType(PERF_AVERAGE_TIMER), CounterType(PERF_PRECISION_100NS_TIMER));
  const auto steps = *rc::gen::inRange<std::size_t>(1, 20);
  RangeStatistics statistics(formula_of(type));
  RawCounter raw{100, 200, 10'000'000, 1, 8, CStatus::valid_data};
  const RawCounter first = raw;
  statistics.add(raw);
  for (std::size_t i = 0; i < steps; ++i) {
    raw.first += *rc::gen::inRange<std::uint64_t>(0, 1ULL << 32);
    raw.second += *rc::gen::inRange<std::uint64_t>(1, 1ULL << 32);
    statistics.add(raw);
  }
  RC_ASSERT(statistics.result().count == steps);
  RC_ASSERT(statistics.result().average.number == calculate(type, first, raw).number);
}

}  // namespace
}  // namespace openperflib
