// Queries over the big block. Floor: gather_floor, the same loads without a format; docs/performance.md
// quotes the ratios.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "bench/big_block.h"
#include "bench/floor.h"
#include "openperflib/query/layout_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/query/series_reader_internal.h"

namespace {

std::uint64_t allocations = 0;  // of this program; read before and after a loop

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace openperflib::bench {
namespace {

constexpr std::size_t kPaths = 10'000;

std::vector<ValuePlace> places_in(Bytes bytes) {
  const DataBlockView view = DataBlockView::parse(bytes).value();
  std::vector<ValuePlace> places;
  const auto take = [&](const ObjectTypeView& object, const CounterBlockView& block) {
    for (const CounterDefinitionView counter : object.counters()) {
      places.push_back({block.data(counter).data(), counter.counter_size()});
    }
  };
  for (const ObjectTypeView object : view.objects()) {
    if (const auto single = object.single()) take(object, *single);
    for (const InstanceView instance : object.instances()) take(object, instance.counters);
  }
  return places;
}

// 10,000 paths, each to one value, all over the block.
Query query_of_many_paths(const Snapshot& snapshot) {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = ClockCheck::clock_was_set;
  Query query(fixed_titles(), options);
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  std::size_t at = 0;
  std::size_t added = 0;
  for (const Catalog::Object& object : catalog.objects()) {
    for (const Catalog::Instance& instance : object.instances) {
      for (const Catalog::Counter& counter : object.counters) {
        if (added < kPaths && at++ % (kBigBlockValues / kPaths) == 0) {
          added += query.add(fmt::format("\\{}({})\\{}", object.title_index,
                                         display_name(instance), counter.title_index))
                       .has_value();
        }
      }
    }
  }
  return query;
}

// Moves the clocks of a block on by a second: the next reading of a live source.
void tick(Bytes block, std::uint64_t& ticks) {
  const MutableBytes bytes(const_cast<std::byte*>(block.data()), block.size());
  ++ticks;
  store<std::uint64_t>(bytes, layout::data_block::kPerfTime, ticks * 10'000'000);
  store<std::uint64_t>(bytes, layout::data_block::kPerfTime100nSec, ticks * 10'000'000);
}

void copy_every_value_floor(benchmark::State& state) {
  const auto block = big_block();
  const auto places = places_in(block);
  std::vector<std::uint64_t> values(places.size());
  for (auto _ : state) {
    gather_floor(places, values.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(copy_every_value_floor);

void validate_and_read_into_sample_rows(benchmark::State& state) {
  const auto block = big_block();
  Snapshot snapshot;
  (void)snapshot.assign(block);
  const std::vector<PathPattern> paths = {PathPattern::parse("\\*(*)\\*").value(),
                                          PathPattern::parse("\\*\\*").value()};
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  Layout layout;
  layout.assign(snapshot, catalog, paths, fixed_titles(), "BENCH");
  SeriesReader reader;
  reader.assign(snapshot.view(), catalog, layout.map(), layout.bound().runs,
                layout.bound().choices);
  Sample sample;
  sample.counters.resize(layout.bound().series);
  if (layout.bound().series != kBigBlockValues) state.SkipWithError("not every value is bound");
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    benchmark::DoNotOptimize(DataBlockView::parse(block).has_value());
    reader.read(snapshot, sample.counters);
    benchmark::ClobberMemory();
  }
  if (allocations != before) state.SkipWithError("steady state allocates");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBigBlockValues));
}
BENCHMARK(validate_and_read_into_sample_rows);

void take_many_paths(benchmark::State& state, bool with_validation) {
  auto block = big_block();  // in turn with another of its size: a live source fills one while
  Snapshot snapshot;         // the other is read
  (void)snapshot.assign(block);
  Query query = query_of_many_paths(snapshot);
  std::uint64_t ticks = 1;
  for (int i = 0; i < 4; ++i) query.take(snapshot);
  if (query.binding().series().size() != kPaths) state.SkipWithError("not every path is bound");
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    if (with_validation) {
      tick(block, ticks);
      (void)snapshot.adopt(block);
    } else {
      tick(snapshot.view().bytes(), ticks);
    }
    query.take(snapshot);
    benchmark::DoNotOptimize(query.row().values.data());
  }
  if (allocations != before) state.SkipWithError("steady state allocates");
  if (!query.row().values.back().usable()) state.SkipWithError("there is no value");
  if (query.binding().generation() != 1) state.SkipWithError("it was bound anew");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPaths));
}

void validate_prove_read_calculate_10000_paths(benchmark::State& state) {
  take_many_paths(state, true);
}
BENCHMARK(validate_prove_read_calculate_10000_paths);

void prove_read_calculate_10000_paths(benchmark::State& state) { take_many_paths(state, false); }
BENCHMARK(prove_read_calculate_10000_paths);

void prove_the_layout(benchmark::State& state) {
  const auto block = big_block();
  Snapshot snapshot;
  (void)snapshot.assign(block);
  BlockMap map;
  map.assign(snapshot.view(), BlockMap::StatusObject::ignored);
  for (auto _ : state) {
    if (!map.is_layout_of(snapshot.view())) state.SkipWithError("layouts differ");
  }
}
BENCHMARK(prove_the_layout);

void copy_and_validate(benchmark::State& state) {
  const auto block = big_block();
  Snapshot snapshot;
  for (auto _ : state) benchmark::DoNotOptimize(snapshot.assign(block).has_value());
}
BENCHMARK(copy_and_validate);

void bind_10000_paths(benchmark::State& state) {
  Snapshot snapshot;
  (void)snapshot.assign(big_block());
  Query query = query_of_many_paths(snapshot);
  for (auto _ : state) {
    (void)query.add("\\Memory\\Available Bytes");  // a path more: everything is bound anew
    query.take(snapshot);
  }
}
BENCHMARK(bind_10000_paths)->Iterations(20);

}  // namespace
}  // namespace openperflib::bench
