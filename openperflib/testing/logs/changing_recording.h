// A recording in which instances, objects and values come and go. For tests.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/set_with_a_clock.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::recording_example {

// The processes of its samples: none at first; two of one name; one that is written differently.
inline const std::vector<std::vector<std::string_view>>& changing_processes() {
  static const std::vector<std::vector<std::string_view>> kProcesses = {
      {}, {"a", "b"}, {"b"}, {"c", "b", "b"}, {"A"}, {"d", "a"}};
  return kProcesses;
}

// Returns the local time of a sample, from 1.
inline FileTime changing_time(std::int64_t sample) {
  return TestBlock::kEpoch + sample * kTicksPerSecond;
}

// Returns the bytes of six samples, a second apart, in which each value is the number of the
// sample. Memory is absent from the third one. Processor comes with the fourth one, which has the
// first row of Collection Status: no process has a thread count there.
inline File changing_recording() {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "changing.perfrec", {.zone = {}, .block_seconds = 2});
  std::uint64_t n = 0;
  for (const std::vector<std::string_view>& processes : changing_processes()) {
    ++n;
    TestBlock block(static_cast<std::int64_t>(n) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                   {title::kThreadCount, PERF_COUNTER_RAWCOUNT, 4},
                                   {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    std::uint64_t id = 100 * n;
    for (const std::string_view process : processes) block.instance(process, {n, n, ++id});
    if (n != 3) {
      block.object(title::kMemory,
                   {{title::kAvailableBytes}, {title::kPageFaultsPerSec, PERF_COUNTER_COUNTER, 4}},
                   Instances::none);
      block.single({n, n});
    }
    if (n >= 4) block.object(kProcessor, {{title::kPercentUserTime}}).instance("0", {n});
    add_set_with_a_clock(block);
    block.status();
    if (n == 4) block.missing("no permission", title::kProcess, 1, 0, 3);
    writer.write(DataBlockView::parse(block.bytes()).value()).value();
  }
  return bytes_of(fd.get());
}

}  // namespace openperflib::recording_example
