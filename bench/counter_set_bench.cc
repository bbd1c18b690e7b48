// What a program pays to count, beside what it pays without anybody reading, and beside the
// counters of prometheus-cpp. Floors: bare additions, as many threads, as many cache lines.
#include <benchmark/benchmark.h>
#include <prometheus/counter.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kMostThreads = 4;
constexpr std::size_t kLineWords = 8;
constexpr auto kRelaxed = std::memory_order_relaxed;

// A set with one instance and one counter, published in a folder of its own. It lives as long as
// the program.
struct PublishedCounter {
  explicit PublishedCounter(bool sharded)
      : publisher(Publisher::start({folder}).value()),
        set(CounterSet::publish(*publisher, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
                                             .name = "Bench",
                                             .counters = {{.name = "Jobs"}},
                                             .sharded = sharded})
                .value()),
        instance(set.add("all").value()) {}
  ~PublishedCounter() { std::filesystem::remove_all(folder); }
  PublishedCounter(const PublishedCounter&) = delete;
  PublishedCounter& operator=(const PublishedCounter&) = delete;

  // As another process reads it.
  [[nodiscard]] std::uint64_t value() const {
    OfferWatch watch({.system = folder, .own = {}});
    (void)watch.look();
    OfferedSegment& segment = watch.processes()[0].segments[0];
    ReadBudget budget;
    segment.view.read(segment.reading, budget);
    return segment.reading[0].values[0];
  }

  static std::string made_folder() {
    std::string name = std::filesystem::temp_directory_path() / "counter_set_bench_XXXXXX";
    return ::mkdtemp(name.data());
  }
  std::string folder = made_folder();
  std::unique_ptr<Publisher> publisher;
  CounterSet set;
  CounterSetInstance instance;
};

const Counter& shared_counter() {
  static const PublishedCounter counter(false);
  return counter.instance[0];
}

const PublishedCounter& sharded_counter() {
  static const PublishedCounter counter(true);
  return counter;
}

// A line for each thread, as other processes see them.
std::uint64_t* shared_lines() {
  static void* const memory =
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return static_cast<std::uint64_t*>(memory);
}

void bare_fetch_add_floor(benchmark::State& state) {
  std::uint64_t* word = shared_lines();
  for (auto _ : state) {
    benchmark::DoNotOptimize(word);
    std::atomic_ref(*word).fetch_add(1, kRelaxed);
  }
}
BENCHMARK(bare_fetch_add_floor)->UseRealTime();
BENCHMARK(bare_fetch_add_floor)->Threads(2)->Threads(4)->UseRealTime();

void prometheus_increment(benchmark::State& state) {
  static prometheus::Counter counter;
  prometheus::Counter* held = &counter;
  for (auto _ : state) {
    benchmark::DoNotOptimize(held);
    held->Increment();
  }
}
BENCHMARK(prometheus_increment)->UseRealTime();

void counter_increment(benchmark::State& state) {
  const Counter* held = &shared_counter();
  for (auto _ : state) {
    benchmark::DoNotOptimize(held);
    held->increment();
  }
}
BENCHMARK(counter_increment)->UseRealTime();
BENCHMARK(counter_increment)->Threads(2)->Threads(4)->UseRealTime();

// What the same threads do without cells: an atomic addition, each to a line of its own.
void fetch_add_on_own_line_floor(benchmark::State& state) {
  std::uint64_t* word =
      shared_lines() + static_cast<std::size_t>(state.thread_index()) * kLineWords;
  for (auto _ : state) {
    benchmark::DoNotOptimize(word);
    std::atomic_ref(*word).fetch_add(1, kRelaxed);
  }
}
BENCHMARK(fetch_add_on_own_line_floor)->Threads(2)->Threads(4)->UseRealTime();

// The single writer of a word: a load, an addition and a store. The word is found again for each
// addition, as the compiler must do where it knows nothing of it.
void line_of_each_thread_floor(benchmark::State& state) {
  std::uint64_t* word =
      shared_lines() + static_cast<std::size_t>(state.thread_index()) * kLineWords;
  std::uint64_t* const* held = &word;
  for (auto _ : state) {
    benchmark::DoNotOptimize(held);
    const std::atomic_ref own(**held);
    own.store(own.load(kRelaxed) + 1, kRelaxed);
  }
}
BENCHMARK(line_of_each_thread_floor)->Threads(2)->Threads(4)->UseRealTime();

void sharded_increment(benchmark::State& state) {
  const Counter* held = &sharded_counter().instance[0];
  for (auto _ : state) {
    benchmark::DoNotOptimize(held);
    held->increment();
  }
}
BENCHMARK(sharded_increment)->Threads(2)->Threads(4)->UseRealTime();

// No addition is lost in 10^8.
void sharded_hundred_million(benchmark::State& state) {
  constexpr std::uint64_t kEach = 25'000'000;
  const PublishedCounter& counter = sharded_counter();
  for (auto _ : state) {
    const std::uint64_t before = counter.value();
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kMostThreads; ++i) {
      threads.emplace_back([&] {
        for (std::uint64_t n = 0; n < kEach; ++n) counter.instance[0].increment();
      });
    }
    threads.clear();
    if (counter.value() - before != kEach * kMostThreads)
      state.SkipWithError("an addition is lost");
  }
}
BENCHMARK(sharded_hundred_million)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace openperflib::bench
