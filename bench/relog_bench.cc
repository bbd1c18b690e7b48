// relog of a binary log to CSV on disk, against the same program with C's snprintf where ours
// writes a number. make_log makes the log, script/bench calls it.
#include <benchmark/benchmark.h>

#include "openperflib/testing/floor.h"

namespace openperflib::bench {
namespace {

void relog_to_csv(benchmark::State& state, const char* program, const char* output) {
  const char* const arguments[] = {program, BENCH_LOGS "/1.blg", "-f", "CSV", "-o", output, "-y",
                                   nullptr};
  for (auto _ : state) {
    if (spawn_and_wait_floor(arguments) != 0) return state.SkipWithError("the program failed");
  }
}

// One process a repetition.
BENCHMARK_CAPTURE(relog_to_csv, ours, RELOG_TOOL, BENCH_LOGS "/ours.csv")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(relog_to_csv, with_snprintf, RELOG_WITH_SNPRINTF, BENCH_LOGS "/snprintf.csv")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

}  // namespace
}  // namespace openperflib::bench
