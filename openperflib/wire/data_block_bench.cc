// Reading the big block. Floor: gather_floor, the same loads without a format; docs/performance.md
// quotes the ratio.
#include <benchmark/benchmark.h>

#include <vector>

#include "openperflib/testing/big_block.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/floor.h"
#include "openperflib/wire/column_reader.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib::bench {
namespace {

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

// Validates the block and reads its values; returns their number, 0 for a bad block.
std::size_t read_every_value(Bytes bytes, ColumnReader& columns, std::span<std::uint64_t> values) {
  const auto view = DataBlockView::parse(bytes);
  if (!view.has_value()) return 0;
  std::span<std::uint64_t> left = values;
  for (const ObjectTypeView object : view->objects()) {
    columns.prepare(object);
    if (const auto single = object.single(); single && columns.read(*single, left)) {
      left = left.subspan(columns.size());
    }
    for (const InstanceView instance : object.instances()) {
      if (columns.read(instance.counters, left)) left = left.subspan(columns.size());
    }
  }
  return values.size() - left.size();
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

void validate_and_read_every_value(benchmark::State& state) {
  const auto block = big_block();
  std::vector<std::uint64_t> values(kBigBlockValues);
  ColumnReader columns;
  read_every_value(block, columns, values);  // the columns' list grows once
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    if (read_every_value(block, columns, values) != kBigBlockValues) {
      state.SkipWithError("the block was not read completely");
    }
    benchmark::ClobberMemory();
  }
  const std::uint64_t made = allocations - before;
  if (made != 0) state.SkipWithError("steady state allocates");
  state.counters["allocations"] = static_cast<double>(made);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(validate_and_read_every_value);

void validate(benchmark::State& state) {
  const auto block = big_block();
  for (auto _ : state) benchmark::DoNotOptimize(DataBlockView::parse(block).has_value());
}
BENCHMARK(validate);

void validate_strictly(benchmark::State& state) {
  const auto block = big_block();
  for (auto _ : state) {
    benchmark::DoNotOptimize(DataBlockView::parse(block, {}, Conformance::strict).has_value());
  }
}
BENCHMARK(validate_strictly);

// A false count costs nothing: NumInstances is 2^31 - 1.
void refuse_two_to_the_31_instances(benchmark::State& state) {
  auto block = big_block();
  const DataBlockView view = DataBlockView::parse(block).value();
  const std::size_t count = view.header_length() + layout::object_type::kNumInstances;
  store<std::uint32_t>(MutableBytes(block), count, 0x7FFF'FFFF);
  for (auto _ : state) {
    if (DataBlockView::parse(block).has_value())
      state.SkipWithError("the false count was accepted");
  }
}
BENCHMARK(refuse_two_to_the_31_instances);

}  // namespace
}  // namespace openperflib::bench
