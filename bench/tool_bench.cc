// The tools as whole processes, against an empty C++ program started the same way.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "bench/bench_store.h"
#include "openperflib/testing/floor.h"

namespace openperflib::bench {
namespace {

void spawn(benchmark::State& state, const char* const* arguments) {
  for (auto _ : state) {
    if (spawn_and_wait_floor(arguments) != 0) return state.SkipWithError("the program failed");
  }
}

void spawn_empty_program_floor(benchmark::State& state) {
  constexpr const char* kArguments[] = {EMPTY_PROGRAM, nullptr};
  spawn(state, kArguments);
}

void spawn_query_of_one_counter(benchmark::State& state) {
  constexpr const char* kArguments[] = {PERFLIB_TOOL, "query", R"(\Memory\Available Bytes)",
                                        nullptr};
  spawn(state, kArguments);
}

// The same with titles of others, and without; the tool takes the folder from its environment.
void spawn_query_with_10000_titles(benchmark::State& state) {
  BenchStore store;
  store.install_many();
  ::setenv("XDG_STATE_HOME", store.path().c_str(), 1);
  spawn_query_of_one_counter(state);
  ::unsetenv("XDG_STATE_HOME");
}

void spawn_query_with_nothing_registered_floor(benchmark::State& state) {
  const BenchStore store;
  ::setenv("XDG_STATE_HOME", store.path().c_str(), 1);
  spawn_query_of_one_counter(state);
  ::unsetenv("XDG_STATE_HOME");
}

void spawn_typeperf_of_one_sample(benchmark::State& state) {
  constexpr const char* kArguments[] = {TYPEPERF_TOOL, R"(\Memory\Available Bytes)", "-sc", "1",
                                        nullptr};
  spawn(state, kArguments);
}

void spawn_completion(benchmark::State& state) {
  constexpr const char* kArguments[] = {PERFLIB_TOOL, "complete", "--", R"(\Process(*)\% P)",
                                        nullptr};
  spawn(state, kArguments);
}

// One process a repetition: the table takes the median of a hundred.
BENCHMARK(spawn_empty_program_floor)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(12);
BENCHMARK(spawn_query_of_one_counter)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(12);
BENCHMARK(spawn_query_with_10000_titles)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(12);
BENCHMARK(spawn_query_with_nothing_registered_floor)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(12);
BENCHMARK(spawn_typeperf_of_one_sample)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(12);
BENCHMARK(spawn_completion)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(12);

}  // namespace
}  // namespace openperflib::bench
