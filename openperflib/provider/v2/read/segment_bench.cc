// What a counter set in shared memory costs. Floors: an addition to a bare word of shared memory,
// and memcpy of the values of each slot; docs/performance.md has the ratios.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/os/memory/read_mapping.h"
#include "openperflib/os/memory/sealed_memory.h"
#include "openperflib/provider/v2/publish/segment_writer.h"
#include "openperflib/provider/v2/read/segment_view.h"
#include "openperflib/testing/counted_allocations.h"

namespace openperflib::bench {
namespace {

constexpr std::uint32_t kCounters = 10;
constexpr std::uint64_t kInstances = 10'000;

CounterSetTemplate ten_counters() {
  CounterSetTemplate set{.instance_type = 2};
  for (std::uint32_t i = 0; i < kCounters; ++i) {
    set.counters.push_back({.id = i, .type = 0x0001'0100});  // PERF_COUNTER_LARGE_RAWCOUNT
  }
  return set;
}

// A segment as its provider has it and as a reader has it.
struct SharedSegment {
  SharedSegment(const CounterSetTemplate& set, const SegmentCapacity& capacity)
      : layout(SegmentLayout::of(set, capacity).value()),
        memory(SealedMemory::create("bench", layout.size()).value()),
        writer(set, layout, memory.bytes()),
        mapping(ReadMapping::map(UniqueFd(::fcntl(memory.descriptor(), F_DUPFD_CLOEXEC, 0)),
                                 {.seals = seals_of_this_kernel()})
                    .value()),
        view(SegmentView::parse(mapping.bytes(), Limits{}).value()) {}

  SegmentLayout layout;
  SealedMemory memory;
  SegmentWriter writer;
  ReadMapping mapping;
  SegmentView view;
  SegmentReading reading;
};

using Segments = std::vector<std::unique_ptr<SharedSegment>>;

// As a provider makes them, one after the other.
Segments ten_thousand_instances() {
  const CounterSetTemplate set = ten_counters();
  Segments segments;
  for (std::uint64_t life = 1; life <= kInstances;) {
    if (!segments.empty()) {
      const std::string number = std::to_string(life);
      const std::u16string name = u"worker " + std::u16string(number.begin(), number.end());
      if (segments.back()->writer.create({name, 0, life}).has_value()) {
        ++life;
        continue;
      }
    }
    const auto earlier = static_cast<unsigned>(segments.size());
    segments.push_back(std::make_unique<SharedSegment>(set, next_capacity(set, 12, earlier)));
  }
  return segments;
}

// The word is found again for each addition, as the compiler must do where it knows nothing of it.
void add_to_shared_word_floor(benchmark::State& state) {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* word = static_cast<std::uint64_t*>(memory);
  for (auto _ : state) {
    benchmark::DoNotOptimize(word);
    std::atomic_ref(*word).fetch_add(1, std::memory_order_relaxed);
  }
  ::munmap(memory, 4096);
}
BENCHMARK(add_to_shared_word_floor);

void increment(benchmark::State& state) {
  SharedSegment segment(ten_counters(), {.slots = 1, .name_size = 64});
  const std::uint32_t slot = segment.writer.create({u"a", 0, 1}).value();
  const auto counter = segment.writer.value(slot, 3);
  const auto* held = &counter;
  for (auto _ : state) {
    benchmark::DoNotOptimize(held);
    held->fetch_add(1, std::memory_order_relaxed);
  }
}
BENCHMARK(increment);

void create_and_remove(benchmark::State& state) {
  SharedSegment segment(ten_counters(), {.slots = 64, .name_size = 64});
  std::uint64_t life = 0;
  for (auto _ : state) segment.writer.remove(segment.writer.create({u"worker", 0, ++life}).value());
}
BENCHMARK(create_and_remove);

void copy_values_floor(benchmark::State& state) {
  const Segments segments = ten_thousand_instances();
  std::vector<std::uint64_t> values(kInstances * kCounters);
  std::vector<const std::byte*> places;
  for (const auto& segment : segments) {
    const SegmentLayout& layout = segment->layout;
    for (std::uint32_t slot = 0; slot < layout.counts().capacity.slots; ++slot) {
      if (places.size() == kInstances) break;
      const std::size_t at = layout.slot_offset(slot) + layout.value_offset(0);
      places.push_back(&segment->mapping.bytes()[at]);
    }
  }
  for (auto _ : state) {
    std::uint64_t* to = values.data();
    for (const std::byte* place : places) {
      std::memcpy(to, place, kCounters * sizeof *to);
      to += kCounters;
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(copy_values_floor);

void read_10000_instances(benchmark::State& state) {
  const Segments segments = ten_thousand_instances();
  const auto read_all = [&] {
    ReadBudget budget;
    for (const auto& segment : segments) segment->view.read(segment->reading, budget);
  };
  read_all();
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    read_all();
    benchmark::ClobberMemory();
  }
  if (allocations != before) state.SkipWithError("steady state allocates");
  state.SetItemsProcessed(state.iterations() * std::int64_t{kInstances * kCounters});
}
BENCHMARK(read_10000_instances);

}  // namespace
}  // namespace openperflib::bench
