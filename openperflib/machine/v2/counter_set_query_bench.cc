// What a query of a counter set of many providers costs. Floors: memcpy of the values of each slot,
// and the same values read through pointers that were prepared; docs/performance.md has the ratios.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/machine/v2/counter_set_query.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::bench {
namespace {

constexpr std::uint32_t kCounters = 10;

CounterSetTemplate ten_counters() {
  CounterSetTemplate set{.instance_type = 2};
  set.set.bytes[0] = std::byte{0x11};
  for (std::uint32_t i = 0; i < kCounters; ++i) {
    set.counters.push_back({.id = i, .type = 0x0001'0100});  // PERF_COUNTER_LARGE_RAWCOUNT
  }
  return set;
}

// Each provider has descriptors of its socket, its page and its segments.
void allow_descriptors() {
  rlimit limit{};
  (void)::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

// Providers of one set, which are read as readers in other processes read them.
class Stage {
 public:
  Stage(unsigned providers, unsigned instances) {
    allow_descriptors();
    for (unsigned i = 0; i < providers; ++i) {
      publishers_.push_back(Publisher::start({folder_.path()}).value());
      PublishedSet* const set = publishers_.back()->add(ten_counters()).value();
      for (unsigned n = 0; n < instances; ++n) {
        const std::string name = "worker " + std::to_string(n);
        const auto made =
            publishers_.back()->add_instance(*set, std::u16string(name.begin(), name.end()), i);
        values.push_back(made->word(0));
      }
    }
    open();
  }
  // Returns the bytes of the reply.
  std::size_t collect() { return query_.collect(source_, *machine_, room_).value_or(0); }

  std::vector<const std::uint64_t*> values;  // where those of each instance begin

 private:
  void open() {
    LocalSourceOptions options{.collection_status = false};
    options.providers = [this] {
      std::vector<std::unique_ptr<Provider>> providers;
      providers.push_back(std::make_unique<CounterSets>(
          fixed_titles(),
          // The folder is as old as one that was not changed for seconds.
          CounterSetsOptions{.folders = {.system = "/none", .own = folder_.path()},
                             .limits = {.settling = std::chrono::nanoseconds(0)}}));
      return providers;
    };
    machine_ = LocalSource::open(fixed_titles(), std::move(options)).value();
    std::vector<std::byte> block;
    append_counter_identifier(block, {.set = ten_counters().set, .instance = u"*"}, 0, 0);
    (void)query_.add(source_, *machine_, block);
    room_.resize(collect());
    while (!is_steady()) continue;
  }
  // The providers offer their sets one after another, each in its own thread.
  bool is_steady() {
    const std::uint64_t before = allocations;
    for (int i = 0; i < 100; ++i) (void)collect();
    return allocations == before;
  }
  MadeFolder folder_;
  std::vector<std::unique_ptr<Publisher>> publishers_;
  std::unique_ptr<LocalSource> machine_;
  CounterSetSource source_;
  CounterSetQuery query_;
  std::vector<std::byte> room_;
};

void copy_values(benchmark::State& state, const Stage& stage) {
  std::vector<std::uint64_t> copy(stage.values.size() * kCounters);
  for (auto _ : state) {
    std::uint64_t* to = copy.data();
    for (const std::uint64_t* values : stage.values) {
      std::memcpy(to, values, kCounters * sizeof *to);
      to += kCounters;
    }
    benchmark::ClobberMemory();
  }
}

void collect(benchmark::State& state, Stage& stage) {
  const std::uint64_t before = allocations;
  for (auto _ : state) benchmark::DoNotOptimize(stage.collect());
  state.counters["allocations"] =
      static_cast<double>(allocations - before) / static_cast<double>(state.iterations());
}

void copy_10000_instances_of_8_providers_floor(benchmark::State& state) {
  copy_values(state, Stage(8, 1'250));
}
BENCHMARK(copy_10000_instances_of_8_providers_floor);

void reply_of_10000_instances_of_8_providers(benchmark::State& state) {
  Stage stage(8, 1'250);
  collect(state, stage);
}
BENCHMARK(reply_of_10000_instances_of_8_providers);

void read_4_instances_of_500_providers_floor(benchmark::State& state) {
  copy_values(state, Stage(500, 4));
}
BENCHMARK(read_4_instances_of_500_providers_floor);

void reply_of_4_instances_of_500_providers(benchmark::State& state) {
  Stage stage(500, 4);
  collect(state, stage);
}
BENCHMARK(reply_of_4_instances_of_500_providers);

}  // namespace
}  // namespace openperflib::bench
