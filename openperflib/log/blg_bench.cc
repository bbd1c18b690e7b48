// Reading binary logs: raw values of the three forms, against reading the same file and nothing
// else.
#include <benchmark/benchmark.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "bench/counted_allocations.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/blg_example_internal.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_example::Entry;
using blg_example::SmallLog;

constexpr std::size_t kLogBytes = 64U << 20;
constexpr std::uint32_t kBuffer = 1U << 16;

// A log of as many samples as fit, each made by `sample_of` its number.
template <typename SampleOf>
Block log_of(const std::vector<Entry>& entries, const SampleOf& sample_of) {
  SmallLog log({.buffer_size = kBuffer});
  constexpr std::size_t kMost = 8000;
  log.message(0x20, SmallLog::kTime - 10, blg_example::catalog(entries), kMost);
  std::size_t bytes = 0;
  for (std::uint64_t i = 0; bytes < kLogBytes; ++i) {
    const Block body = sample_of(i);
    log.message(0x22, SmallLog::kTime + static_cast<FileTime>(i) * kTicksPerSecond, body, kMost);
    bytes += body.size();
  }
  return log.finish();
}

Block counters_log() {
  std::vector<Entry> entries;
  for (int i = 0; i < 100; ++i) {
    entries.push_back({.type = PERF_COUNTER_BULK_COUNT,
                       .time_base = 10'000'000,
                       .object = "Object",
                       .counter = "Counter " + std::to_string(i)});
  }
  return log_of(entries, [](std::uint64_t sample) {
    std::vector<Block> records;
    for (std::uint64_t i = 0; i < 100; ++i) {
      records.push_back(blg_example::counter_record(0, {sample * 1000 + i, sample, 1, 0}));
    }
    return blg_example::sample(records);
  });
}

Block instances_log() {
  std::vector<Entry> entries;
  for (int i = 0; i < 10; ++i) {
    entries.push_back({.flags = 1,
                       .type = PERF_COUNTER_BULK_COUNT,
                       .time_base = 10'000'000,
                       .object = "Object",
                       .instance = "*",
                       .counter = "Counter " + std::to_string(i)});
  }
  return log_of(entries, [](std::uint64_t sample) {
    std::vector<blg_example::Item> items;
    for (std::uint64_t i = 0; i < 50; ++i) {
      items.push_back({"process" + std::to_string(i), {sample * 1000 + i, sample, 1, 0}});
    }
    return blg_example::sample(std::vector<Block>(10, blg_example::instances_record(0, 0, items)));
  });
}

Block object_block(std::uint64_t sample) {
  std::vector<CounterDefinition> definitions;
  for (std::uint32_t i = 0; i < 28; ++i) {
    definitions.push_back(
        {3000 + 2 * i, 3001 + 2 * i, 0, 100, PERF_COUNTER_BULK_COUNT, 8, 8 + 8 * i});
  }
  DataBlockBuilder builder;
  builder.begin({.perf_time = static_cast<std::int64_t>(sample), .perf_freq = 10'000'000});
  builder.begin_object({.name_title_index = 2998, .instances = Instances::multiple}, definitions);
  for (std::uint32_t i = 0; i < 51; ++i) {
    builder.begin_instance("process" + std::to_string(i), {});
    for (std::uint32_t c = 0; c < 28; ++c) builder.set(8 + 8 * c, 8, sample * 1000 + c);
  }
  builder.end_object();
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

Block objects_log() {
  const Entry entry{.flags = 0x10, .type = 0x10, .object = "2998", .instance = "*", .counter = "*"};
  return log_of({entry}, [](std::uint64_t sample) {
    return blg_example::sample({blg_example::record(5, object_block(sample))});
  });
}

// The floor: the bytes, 64 KiB at a time, out of the page cache.
void read_64_kib_pieces(benchmark::State& state) {
  const Block bytes = counters_log();
  const UniqueFd file = blg_example::file_of(bytes);
  std::vector<char> piece(kBuffer);
  for (auto _ : state) {
    ::lseek(file.get(), 0, SEEK_SET);
    while (::read(file.get(), piece.data(), piece.size()) > 0) benchmark::DoNotOptimize(piece[0]);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(read_64_kib_pieces)->Unit(benchmark::kMillisecond);

std::uint64_t sum_of(const LogRecord& record) {
  std::uint64_t sum = 0;
  for (const RawCounter& counter : record.sample.counters) sum += counter.first;
  return sum;
}

void read_log(benchmark::State& state, Block (*make)()) {
  const Block bytes = make();
  const UniqueFd file = blg_example::file_of(bytes);
  std::uint64_t values = 0;
  for (auto _ : state) {
    auto reader = BlgReader::open(UniqueFd(::dup(file.get())), "bench.blg").value();
    LogRecord record;
    std::uint64_t allocations = 0;
    for (int i = 0; reader->read(record).value() == ReadResult::reading; ++i) {
      benchmark::DoNotOptimize(sum_of(record));
      values += record.sample.counters.size();
      if (i == 2) allocations = bench::allocations.load();
    }
    if (bench::allocations.load() != allocations) state.SkipWithError("steady state allocates");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(values));
}
BENCHMARK_CAPTURE(read_log, counters, &counters_log)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_log, instances, &instances_log)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_log, objects, &objects_log)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib
