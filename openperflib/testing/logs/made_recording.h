// MadeRecording: a recording that has what a part of a recording could get wrong.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::recording_example {

// Four samples in two blocks, and two in a journal: bases, a value without one, counters of 4
// bytes, a process whose name passes to another one, and an object that appears late. For tests.
class MadeRecording {
 public:
  [[nodiscard]] File bytes() {
    for (std::uint64_t n = 1; n <= 6; ++n) add(n);
    return bytes_of(fd_.get());
  }

 private:
  void add(std::uint64_t n) {
    TestBlock block(static_cast<std::int64_t>(n) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER, 8},
                                   {title::kPercentPrivilegedTime, PERF_100NSEC_TIMER, 8},
                                   {title::kPageFaultsPerSec, PERF_COUNTER_COUNTER, 4},
                                   {title::kElapsedTime, PERF_ELAPSED_TIME, 8},
                                   {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    block.instance("db", {n << 33, n * 3, n * 7, 1000, n < 4 ? 17U : 18U});
    block.instance("web", {n << 20, n * 5, ~n, 2000, 19});
    block.object(title::kMemory,
                 {{title::kPageFaultsPerSec, PERF_SAMPLE_FRACTION, 4},
                  {title::kPageFaultsPerSec, PERF_SAMPLE_BASE, 4}},
                 Instances::none);
    block.single({n * 11, n * 13});
    if (n >= 3) block.object(kProcessor, {{title::kPercentUserTime}}).instance("0", {n * n});
    block.status().missing("no permission", title::kProcess, 1, 1, 1);
    writer_.write(DataBlockView::parse(block.bytes()).value()).value();
  }
  UniqueFd fd_ = empty_file();
  RecordingWriter writer_{fd_.get(), "made.perfrec", {.zone = {}, .block_seconds = 2}};
};

// The bytes of a recording of a real machine, which is a seed of the fuzzer.
inline File recording_of_the_corpus(const std::string& name) {
  std::ifstream file(std::string(OPENPERFLIB_SOURCE_DIR) +
                         "/openperflib/log/recording/recording_reader_corpus/" + name,
                     std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

}  // namespace openperflib::recording_example
