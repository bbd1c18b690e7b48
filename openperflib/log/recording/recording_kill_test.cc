// A writer that is killed in mid-write, a hundred times: the recording opens, and nothing is
// missing that it said was flushed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/killed_writer.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using recording_example::read_recording;
using recording_example::ReadRecording;

// Writes until it is killed, one block per five samples; writes a byte into `told` for each flushed
// sample.
[[noreturn]] void write_until_killed(int file, int told) {
  RecordingWriter writer(file, "killed.perfrec", {.zone = {}, .block_seconds = 5});
  for (std::int64_t second = 0;; ++second) {
    const auto n = static_cast<std::uint64_t>(second);
    const auto block = recording_example::block_of(second, 0, {{"a", 7 * n}, {"b", n * n}});
    if (!writer.write(DataBlockView::parse(block).value()).has_value()) ::_exit(1);
    if (::write(told, "+", 1) != 1) ::_exit(1);
  }
}

// A hundred times in script/test-slow.
TEST(RecordingKill, AtAnyMoment_KeepsEverySampleThatWasFlushed) {
  std::mt19937 random(4711);
  const int kills = takes_all_cases() ? 100 : 20;
  for (int kill = 0; kill < kills; ++kill) {
    const UniqueFd file = empty_file();
    const std::size_t told =
        killed_after(1 + random() % 40, [&](int into) { write_until_killed(file.get(), into); });
    const ReadRecording read = read_recording(bytes_of(file.get()));
    ASSERT_GE(read.values.size(), told);
    for (std::uint64_t n = 0; n < read.values.size(); ++n) {
      ASSERT_THAT(read.values[n], testing::ElementsAre(7 * n, n * n)) << "kill " << kill;
    }
  }
}

}  // namespace
}  // namespace openperflib
