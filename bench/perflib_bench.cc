// What the provider half of perflib.h costs, in libopenperflib-compat.so. Floor: a function of
// another shared library that adds to the same words by position.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <vector>

#include "bench/bench_store.h"
#include "openperflib/compat/perflib/perflib.h"

extern "C" void add_to_word(std::uint64_t* words, std::uint32_t position, std::uint64_t value);

namespace openperflib::bench {
namespace {

// Faults end the program: nothing can be measured then.
void require(bool is_right) {
  if (!is_right) std::abort();
}

enum class Ids { dense, scattered };

// A provider with a set of so many counters, and an instance.
class BenchProvider {
 public:
  BenchProvider(std::uint32_t counters, Ids kind) : bytes_(size_of(counters)) {
    GUID guid = {.Data1 = 1, .Data2 = 2, .Data3 = 3, .Data4 = {}};
    auto& set = *reinterpret_cast<PERF_COUNTERSET_INFO*>(bytes_.data());
    set = {.CounterSetGuid = guid,
           .ProviderGuid = guid,
           .NumCounters = counters,
           .InstanceType = PERF_COUNTERSET_MULTI_INSTANCES};
    auto* const infos = reinterpret_cast<PERF_COUNTER_INFO*>(&set + 1);
    for (std::uint32_t i = 0; i < counters; ++i) {
      ids.push_back(kind == Ids::dense ? i + 1 : (i + 1) * 0x9E37'79B1U);
      infos[i].CounterId = ids.back();
      infos[i].Type = PERF_COUNTER_LARGE_RAWCOUNT;
    }
    ::setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
    require(PerfStartProvider(&guid, nullptr, &handle) == 0);
    require(PerfSetCounterSetInfo(handle, &set, static_cast<ULONG>(bytes_.size())) == 0);
    instance = create(u"Hall");
  }
  BenchProvider(const BenchProvider&) = delete;
  BenchProvider& operator=(const BenchProvider&) = delete;
  ~BenchProvider() { require(PerfStopProvider(handle) == 0); }

  PERF_COUNTERSET_INSTANCE* create(const char16_t* name) const {
    const auto& set = *reinterpret_cast<const PERF_COUNTERSET_INFO*>(bytes_.data());
    PERF_COUNTERSET_INSTANCE* const made = PerfCreateInstance(handle, &set.CounterSetGuid, name, 0);
    require(made != nullptr);
    return made;
  }

  HANDLE handle = nullptr;
  PERF_COUNTERSET_INSTANCE* instance = nullptr;
  std::vector<std::uint32_t> ids;

 private:
  static std::size_t size_of(std::uint32_t counters) {
    return sizeof(PERF_COUNTERSET_INFO) + counters * sizeof(PERF_COUNTER_INFO);
  }
  BenchStore folder_;
  std::vector<std::byte> bytes_;
};

template <typename Add>
void rotate(benchmark::State& state, std::size_t counters, Add add) {
  std::size_t next = 0;
  for (auto _ : state) {
    add(next);
    if (++next == counters) next = 0;
  }
}

void add_by_position_floor(benchmark::State& state) {
  const auto counters = static_cast<std::uint32_t>(state.range(0));
  const BenchProvider provider(counters, Ids::dense);
  auto* const words = reinterpret_cast<std::uint64_t*>(provider.instance + 1);
  rotate(state, counters,
         [&](std::size_t at) { add_to_word(words, static_cast<std::uint32_t>(at), 1); });
}

void increment(benchmark::State& state, Ids kind) {
  const auto counters = static_cast<std::uint32_t>(state.range(0));
  const BenchProvider provider(counters, kind);
  rotate(state, counters, [&](std::size_t at) {
    (void)PerfIncrementULongLongCounterValue(provider.handle, provider.instance, provider.ids[at],
                                             1);
  });
}

void perf_increment(benchmark::State& state) { increment(state, Ids::dense); }
void perf_increment_scattered(benchmark::State& state) { increment(state, Ids::scattered); }

void perf_create_and_delete(benchmark::State& state) {
  const BenchProvider provider(10, Ids::dense);
  for (auto _ : state) {
    require(PerfDeleteInstance(provider.handle, provider.create(u"Kitchen")) == 0);
  }
}

BENCHMARK(add_by_position_floor)->Arg(16)->Arg(1'000);
BENCHMARK(perf_increment)->Arg(16)->Arg(1'000);
BENCHMARK(perf_increment_scattered)->Arg(16)->Arg(1'000);
BENCHMARK(perf_create_and_delete);

}  // namespace
}  // namespace openperflib::bench
