// Validating the big block, and refusing a false one.
#include <benchmark/benchmark.h>

#include "openperflib/testing/big_block.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib::bench {
namespace {

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
