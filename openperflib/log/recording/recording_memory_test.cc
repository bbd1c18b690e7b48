// The size of blocks, and so the memory of a recorder, while processes come and go.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/log/recording/recording_records.h"
#include "openperflib/testing/logs/recording_example.h"

namespace openperflib {
namespace {

using recording_example::counter_of;
using recording_example::File;
using recording_example::kEpoch;
using recording_example::kProcessor;
using recording_example::kProcessorTime;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsHeapReplaced = true;
#elif defined(__has_feature)
constexpr bool kIsHeapReplaced =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kIsHeapReplaced = false;
#endif

constexpr std::uint32_t kCountersOfRow = 30;

struct MachineLoad {
  int lasting = 0;      // processes
  int short_lived = 0;  // in each sample others
};

// A process is a row with a name of its own; its counters change in each sample.
File sample_of(int second, const MachineLoad& load) {
  std::vector<CounterDefinition> counters;
  for (std::uint32_t i = 0; i < kCountersOfRow; ++i) {
    counters.push_back(counter_of(kProcessorTime + 2 * i, 8, 8 + 8 * i));
  }
  DataBlockBuilder builder;
  const std::int64_t now = (second + 1) * kTicksPerSecond;
  builder.begin({.perf_time = now,
                 .perf_freq = kTicksPerSecond,
                 .perf_time_100ns = kEpoch + now,
                 .machine_name = "db-17"});
  builder.begin_object({.name_title_index = kProcessor, .instances = Instances::multiple},
                       counters);
  for (int i = 0; i < load.lasting + load.short_lived; ++i) {
    const int process = i < load.lasting ? i : (second + 1) * 1'000'000 + i;
    builder.begin_instance("process " + std::to_string(process), {});
    for (std::uint32_t k = 0; k < kCountersOfRow; ++k) {
      const auto value = static_cast<std::uint64_t>(process) * k;
      builder.set(8 + 8 * k, 8, value + static_cast<std::uint64_t>(second * (i + 1)));
    }
  }
  builder.end_object();
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

void write_load(RecordingWriter& writer, int second, const MachineLoad& load) {
  const File block = sample_of(second, load);
  writer.write(DataBlockView::parse(block).value()).value();
}

// The samples of each block, after so many seconds of one sample each.
std::vector<std::uint32_t> samples_of_blocks(int seconds, const MachineLoad& load) {
  const UniqueFd file = empty_file();
  RecordingWriter writer(file.get(), "load.perfrec", {.zone = {}});
  for (int second = 0; second < seconds; ++second) write_load(writer, second, load);
  auto records = RecordingRecords::open(file_of(bytes_of(file.get())), "load.perfrec").value();
  std::vector<std::uint32_t> samples;
  while (const auto record = records.next().value()) {
    if (record->kind == RecordingRecord::Kind::block) samples.push_back(record->samples);
  }
  return samples;
}

TEST(RecordingBlocks, LastingProcesses_HaveABlockEachMinute) {
  EXPECT_EQ(samples_of_blocks(121, {.lasting = 100}), (std::vector<std::uint32_t>{60, 60}));
}

// 31 values a row and 21 elsewhere, so that the 34th sample has the 1,048,576th value.
TEST(RecordingBlocks, ManyValues_EndABlockEarlier) {
  EXPECT_EQ(samples_of_blocks(40, {.lasting = 1000}), (std::vector<std::uint32_t>{34}));
}

// A block has 16 samples unless it has 4 Mi values.
TEST(RecordingBlocks, ManyValuesInFewSamples_AreKeptTogether) {
  EXPECT_EQ(samples_of_blocks(20, {.lasting = 3000}), (std::vector<std::uint32_t>{16}));
  EXPECT_EQ(samples_of_blocks(12, {.lasting = 14'000}), (std::vector<std::uint32_t>{10}));
}

// Each new row has 312 bytes in the dictionary, and those of the first sample do not count.
TEST(RecordingBlocks, NewProcesses_EndABlockEarlier) {
  EXPECT_EQ(samples_of_blocks(40, {.lasting = 50, .short_lived = 200}),
            (std::vector<std::uint32_t>{35}));
}

// Memory of the heap in use, MiB.
std::size_t mebibytes_in_use() {
  const auto heap = ::mallinfo2();
  return (heap.uordblks + heap.hblkhd) >> 20U;
}

// 200 short processes a second beside 400 others, five minutes.
TEST(RecordingMemory, ProcessesComeAndGo_GrowsByLessThan32MiBAfterTheFirstMinute) {
  if (kIsHeapReplaced) GTEST_SKIP() << "the heap of a sanitizer keeps what is freed";
  const UniqueFd file = empty_file();
  RecordingWriter writer(file.get(), "load.perfrec", {.zone = {}});
  std::size_t first_minute = 0;
  std::size_t most = 0;
  for (int second = 0; second < 300; ++second) {
    write_load(writer, second, {.lasting = 400, .short_lived = 200});
    auto& highest = second < 59 ? first_minute : most;
    highest = std::max(highest, mebibytes_in_use());
  }
  EXPECT_LE(most, first_minute + 32);
  EXPECT_LE(most, 64U);
}

}  // namespace
}  // namespace openperflib
