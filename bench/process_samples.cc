#include "bench/process_samples.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "bench/process_block.h"
#include "openperflib/abi/winperf_constants.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kProcesses = 370;
constexpr FileTime kStart = 133'700'000'000'000'000;
constexpr std::uint32_t kIdProcess = 784;
constexpr std::uint32_t kElapsedTime = 684;

constexpr auto kCounters = std::to_array<MadeCounter>({
    {6, PERF_100NSEC_TIMER, 8},
    {142, PERF_100NSEC_TIMER, 8},
    {144, PERF_100NSEC_TIMER, 8},
    {180, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {1420, PERF_COUNTER_BULK_COUNT, 8},
    {1422, PERF_COUNTER_BULK_COUNT, 8},
    {kElapsedTime, PERF_ELAPSED_TIME, 8},
    {28, PERF_COUNTER_COUNTER, 4},
    {680, PERF_COUNTER_RAWCOUNT, 4},
    {952, PERF_COUNTER_RAWCOUNT, 4},
    {kIdProcess, PERF_COUNTER_RAWCOUNT, 4},
});

constexpr auto kShortNames =
    std::to_array<std::string_view>({"sh", "cc1plus", "as", "ld", "sed", "grep", "cat"});

}  // namespace

ProcessSamples::ProcessSamples(std::size_t short_lived)
    : short_lived_(short_lived), definitions_(definitions_of(kCounters)) {
  for (std::size_t i = 0; i < kProcesses; ++i) {
    processes_.push_back(started(fmt::format("worker{}", i), kStart));
  }
}

ProcessSamples::Process ProcessSamples::started(std::string name, FileTime start) {
  return {.name = std::move(name),
          .id = next_id_++,
          .start = start,
          .values = std::vector<std::uint64_t>(kCounters.size())};
}

void ProcessSamples::put(Process& process) {
  constexpr std::uint64_t kMostGrowth = 100'000;
  builder_.begin_instance(process.name);
  for (std::size_t i = 0; i < kCounters.size(); ++i) {
    std::uint64_t& value = process.values[i];
    value += random_() % kMostGrowth;
    if (kCounters[i].title == kIdProcess) value = process.id;
    if (kCounters[i].title == kElapsedTime) value = static_cast<std::uint64_t>(process.start);
    builder_.set(definitions_[i].offset, definitions_[i].size, value);
  }
}

Bytes ProcessSamples::next() {
  ticks_ += kTicksPerSecond;
  const FileTime now = kStart + ticks_;
  begin_processes(builder_, {.ticks = ticks_, .utc = now, .shown = now}, "DB-17", definitions_);
  for (std::size_t i = 0; i < kProcesses; ++i) {
    if (i >= kProcesses - short_lived_) {
      const std::string_view name = kShortNames[i % kShortNames.size()];
      processes_[i] = started(std::string(name), now - kTicksPerSecond / 2);
    }
    put(processes_[i]);
  }
  builder_.end_object();
  return builder_.finish().value();
}

}  // namespace openperflib::bench
