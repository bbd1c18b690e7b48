// Queries over the big block. Floor: gather_floor, the same loads without a format;
// docs/performance.md quotes the ratios.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/big_block.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/floor.h"

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

// Records the allocations per tick since there were `before`.
void note_allocations(benchmark::State& state, std::uint64_t before) {
  state.counters["allocations"] = benchmark::Counter(static_cast<double>(allocations - before),
                                                     benchmark::Counter::kAvgIterations);
}

Policy live_policy() {
  Policy policy;
  policy.wrap = Wrap::modulo_2_32;
  policy.clock_check = ClockCheck::clock_was_set;
  return policy;
}

// 10,000 paths, each to one value, all over the block.
std::vector<std::string> many_paths(const Snapshot& snapshot) {
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  std::vector<std::string> paths;
  std::size_t at = 0;
  for (const Catalog::Object& object : catalog.objects()) {
    for (const Catalog::Instance& instance : object.instances) {
      for (const Catalog::Counter& counter : object.counters) {
        if (paths.size() == kPaths || at++ % (kBigBlockValues / kPaths) != 0) continue;
        paths.push_back(fmt::format("\\{}({})\\{}", object.title_index, display_name(instance),
                                    counter.title_index));
      }
    }
  }
  return paths;
}

Query query_of_many_paths(const Snapshot& snapshot) {
  Query query(fixed_titles(), {.policy = live_policy(), .machine = {}});
  for (const std::string& path : many_paths(snapshot)) (void)query.add(path);
  return query;
}

// Advances the clocks of a block by a second: the next reading of a live source.
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

// What a query has bound of a block.
struct BoundReader {
  BoundReader(const Snapshot& snapshot, const Catalog& catalog,
              std::span<const PathPattern> paths) {
    binder.set_paths(paths);
    binder.bind(catalog, {fixed_titles(), {}, "BENCH"});
    map.assign(snapshot.view(), BlockMap::StatusObject::ignored);
    reader.assign(snapshot.view(), catalog, map, binder.series());
    formulas.resize(binder.series().size());
    reader.note_formulas(formulas);
  }
  PathBinder binder;
  BlockMap map;
  SeriesReader reader;
  std::vector<const Formula*> formulas;
};

void validate_and_read_into_sample_rows(benchmark::State& state) {
  const auto block = big_block();
  Snapshot snapshot;
  (void)snapshot.assign(block);
  const std::vector<PathPattern> paths = {PathPattern::parse("\\*(*)\\*").value(),
                                          PathPattern::parse("\\*\\*").value()};
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  BoundReader bound(snapshot, catalog, paths);
  Sample sample;
  sample.counters.resize(bound.formulas.size());
  if (bound.formulas.size() != kBigBlockValues) state.SkipWithError("not every value is bound");
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    benchmark::DoNotOptimize(DataBlockView::parse(block).has_value());
    bound.reader.read(snapshot, sample.counters);
    benchmark::ClobberMemory();
  }
  note_allocations(state, before);
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
  note_allocations(state, before);
  if (!query.row().values.back().usable()) state.SkipWithError("there is no value");
  if (query.binding().generation() != 1) state.SkipWithError("it was bound again");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPaths));
}

void validate_prove_read_calculate_10000_paths(benchmark::State& state) {
  take_many_paths(state, true);
}
BENCHMARK(validate_prove_read_calculate_10000_paths);

// The paths are bound and the layout is known: only the loads and the arithmetic remain.
void read_and_calculate_10000_paths(benchmark::State& state) {
  Snapshot snapshot;
  (void)snapshot.assign(big_block());
  std::vector<PathPattern> paths;
  for (const std::string& path : many_paths(snapshot)) {
    paths.push_back(PathPattern::parse(path).value());
  }
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  BoundReader bound(snapshot, catalog, paths);
  std::vector<RawCounter> older(bound.formulas.size());
  std::vector<RawCounter> newer(bound.formulas.size());
  std::vector<Value> values(bound.formulas.size());
  Policy policy = live_policy();
  policy.clock_check = ClockCheck::off;  // what a query uses while the clock is not set
  std::uint64_t ticks = 1;
  bound.reader.read(snapshot, newer);
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    std::swap(older, newer);
    tick(snapshot.view().bytes(), ticks);
    bound.reader.read(snapshot, newer);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = calculate(*bound.formulas[i], older[i], newer[i], policy);
    }
    benchmark::ClobberMemory();
  }
  note_allocations(state, before);
  if (values.size() != kPaths || !values.back().usable()) state.SkipWithError("there is no value");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPaths));
}
BENCHMARK(read_and_calculate_10000_paths);

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
    (void)query.add("\\Memory\\Available Bytes");  // one more path: everything is bound again
    query.take(snapshot);
  }
}
BENCHMARK(bind_10000_paths)->Iterations(20);

}  // namespace
}  // namespace openperflib::bench
