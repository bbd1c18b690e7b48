// Nanoseconds per value for the common types. Floor: the one division that any rate needs, over the
// same readings, without a type, a status or a check.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/calculate.h"

namespace {

using openperflib::calculate;
using openperflib::CounterType;
using openperflib::CStatus;
using openperflib::Formula;
using openperflib::Policy;
using openperflib::RawCounter;

constexpr std::size_t kSeries = 1024;

struct Readings {
  std::vector<RawCounter> older;
  std::vector<RawCounter> newer;
};

// Readings one second apart, each different from its neighbours.
Readings readings() {
  Readings all;
  for (std::size_t i = 0; i < kSeries; ++i) {
    const RawCounter older{1000 + 17 * i, 70'000'000 + i, 10'000'000, 2, 8, CStatus::valid_data};
    RawCounter newer = older;
    newer.first += 100'000 + 31 * i;
    newer.second += 10'000'000 + i % 7;
    all.older.push_back(older);
    all.newer.push_back(newer);
  }
  return all;
}

void count_values(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kSeries));
}

void rate_floor(benchmark::State& state) {
  const Readings all = readings();
  for (auto _ : state) {
    double sum = 0;
    for (std::size_t i = 0; i < kSeries; ++i) {
      const auto risen = static_cast<double>(all.newer[i].first - all.older[i].first);
      const auto ticks = static_cast<double>(all.newer[i].second - all.older[i].second);
      sum += risen / (ticks / static_cast<double>(all.newer[i].time_base));
    }
    benchmark::DoNotOptimize(sum);
  }
  count_values(state);
}
BENCHMARK(rate_floor);

void resolved(benchmark::State& state, std::uint32_t type) {
  const Readings all = readings();
  const Formula formula = openperflib::formula_of(CounterType(type));
  const Policy policy{};
  for (auto _ : state) {
    double sum = 0;
    for (std::size_t i = 0; i < kSeries; ++i) {
      sum += calculate(formula, all.older[i], all.newer[i], policy).number;
    }
    benchmark::DoNotOptimize(sum);
  }
  count_values(state);
}
BENCHMARK_CAPTURE(resolved, PERF_COUNTER_RAWCOUNT, PERF_COUNTER_RAWCOUNT);
BENCHMARK_CAPTURE(resolved, PERF_COUNTER_COUNTER, PERF_COUNTER_COUNTER);
BENCHMARK_CAPTURE(resolved, PERF_COUNTER_BULK_COUNT, PERF_COUNTER_BULK_COUNT);
BENCHMARK_CAPTURE(resolved, PERF_100NSEC_TIMER, PERF_100NSEC_TIMER);
BENCHMARK_CAPTURE(resolved, PERF_100NSEC_TIMER_INV, PERF_100NSEC_TIMER_INV);
BENCHMARK_CAPTURE(resolved, PERF_PRECISION_100NS_TIMER, PERF_PRECISION_100NS_TIMER);
BENCHMARK_CAPTURE(resolved, PERF_RAW_FRACTION, PERF_RAW_FRACTION);
BENCHMARK_CAPTURE(resolved, PERF_AVERAGE_TIMER, PERF_AVERAGE_TIMER);
BENCHMARK_CAPTURE(resolved, PERF_ELAPSED_TIME, PERF_ELAPSED_TIME);

// Types that the branch predictor cannot predict: the mixed formulas of a real object.
void resolved_mixed(benchmark::State& state) {
  constexpr std::array kMix = {PERF_COUNTER_RAWCOUNT,      PERF_COUNTER_BULK_COUNT,
                               PERF_100NSEC_TIMER,         PERF_COUNTER_COUNTER,
                               PERF_AVERAGE_TIMER,         PERF_RAW_FRACTION,
                               PERF_COUNTER_LARGE_RAWCOUNT};
  const Readings all = readings();
  std::vector<Formula> formulas;
  for (std::size_t i = 0; i < kSeries; ++i) {
    formulas.push_back(openperflib::formula_of(CounterType(kMix[(i * i + i / 3) % kMix.size()])));
  }
  for (auto _ : state) {
    double sum = 0;
    for (std::size_t i = 0; i < kSeries; ++i) {
      sum += calculate(formulas[i], all.older[i], all.newer[i]).number;
    }
    benchmark::DoNotOptimize(sum);
  }
  count_values(state);
}
BENCHMARK(resolved_mixed);

void looked_up(benchmark::State& state) {
  const Readings all = readings();
  const CounterType type(PERF_COUNTER_COUNTER);
  for (auto _ : state) {
    double sum = 0;
    for (std::size_t i = 0; i < kSeries; ++i) {
      sum += calculate(type, all.older[i], all.newer[i]).number;
    }
    benchmark::DoNotOptimize(sum);
  }
  count_values(state);
}
BENCHMARK(looked_up);

}  // namespace
