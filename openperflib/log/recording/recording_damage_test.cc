// Damaged recordings: intact samples are read, nothing else is, and the loss is reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/logs/recording_example.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::File;
using recording_example::read_recording;
using recording_example::ReadRecording;

constexpr std::size_t kSmallRecordingSamples = 24;
constexpr std::size_t kSamplesPerBlock = 8;

// Two blocks of eight samples, and a journal of eight.
File small_recording() {
  Example example({.zone = {}, .block_seconds = 8});
  for (std::uint64_t n = 0; n < kSmallRecordingSamples; ++n) {
    example.write(static_cast<std::int64_t>(n), {{"a", 1000 + 7 * n}, {n % 3 == 0 ? "b" : "c", n}},
                  n == 5 ? std::optional<std::uint32_t>(1) : std::nullopt);
  }
  return example.bytes();
}

// Checks that each sample is one of the recording, in order, and has its values or none, but no
// wrong ones. Returns how many have their values.
std::size_t sound_samples(const ReadRecording& read) {
  std::size_t sound = 0;
  std::int64_t before = -1;
  for (std::size_t i = 0; i < read.values.size(); ++i) {
    const std::int64_t second = read.seconds[i];
    EXPECT_GT(second, before);
    before = second;
    if (read.values[i].empty()) continue;
    const auto n = static_cast<std::uint64_t>(second);
    EXPECT_EQ((std::vector<std::uint64_t>{1000 + 7 * n, n}), read.values[i]);
    ++sound;
  }
  return sound;
}

void expect_blocks_lost_at_most(std::size_t blocks, const File& bytes, const std::string& what) {
  SCOPED_TRACE(what);
  const auto opened = recording_example::open(bytes);
  if (!opened.has_value()) return;  // its damaged header is that of another kind of file
  const ReadRecording read = read_recording(bytes);
  const std::size_t sound = sound_samples(read);
  EXPECT_GE(sound + blocks * kSamplesPerBlock, kSmallRecordingSamples);
  EXPECT_TRUE(sound == kSmallRecordingSamples || read.anomalies != 0);
}

// Each byte by each of the three in script/test-slow; otherwise every other byte by one of them, in
// turn.
TEST(RecordingDamage, AnyByteChanged_CostsItsOwnBlockAtMostAndChangesNoValue) {
  constexpr std::array kChanges = {0x01U, 0x80U, 0xFFU};
  const std::size_t step = takes_all_cases() ? 1 : 2;
  const File whole = small_recording();
  ASSERT_EQ(kSmallRecordingSamples, sound_samples(read_recording(whole)));
  for (std::size_t i = 0; i < whole.size(); i += step) {
    for (std::size_t change = 0; change < kChanges.size(); ++change) {
      if (!takes_all_cases() && change != i % kChanges.size()) continue;
      File bytes = whole;
      bytes[i] ^= static_cast<std::byte>(kChanges[change]);
      expect_blocks_lost_at_most(1, bytes, "byte " + std::to_string(i));
    }
  }
}

// Each field with each of the four in script/test-slow; otherwise with one of them, in turn.
TEST(RecordingDamage, AnyFieldOf32BitsAtItsEdges_CostsTheBlocksThatItIsIn) {
  constexpr std::array<std::uint32_t, 4> kEdges = {0U, 1U, 0x7FFF'FFFFU, 0xFFFF'FFFFU};
  const File whole = small_recording();
  for (std::size_t i = 0; i + 4 <= whole.size(); i += 4) {
    for (std::size_t edge = 0; edge < kEdges.size(); ++edge) {
      if (!takes_all_cases() && edge != i / 4 % kEdges.size()) continue;
      File bytes = whole;
      store(MutableBytes(bytes), i, kEdges[edge]);
      expect_blocks_lost_at_most(2, bytes, "field " + std::to_string(i));
    }
  }
}

// At each byte in script/test-slow; otherwise at every third.
TEST(RecordingDamage, CutAnywhere_HasTheBlocksBefore) {
  const std::size_t step = takes_all_cases() ? 1 : 3;
  const File whole = small_recording();
  for (std::size_t size = recording::file_header::kSize; size < whole.size(); size += step) {
    File bytes = whole;
    bytes.resize(size);
    (void)sound_samples(read_recording(bytes));
  }
}

// Like a kill that left half a block over a journal: nothing is lost, and nothing is reported.
TEST(RecordingDamage, BytesOfSomethingElseBeforeAWholeBlock_ArePassedOver) {
  const File whole = small_recording();
  File bytes = whole;
  const std::vector<std::byte> rubbish(3000, std::byte{0x5E});
  bytes.insert(bytes.begin() + recording::file_header::kSize, rubbish.begin(), rubbish.end());
  const ReadRecording read = read_recording(bytes);
  EXPECT_EQ(kSmallRecordingSamples, sound_samples(read));
  EXPECT_EQ(0U, read.anomalies);
}

}  // namespace
}  // namespace openperflib
