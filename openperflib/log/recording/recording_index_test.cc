// Indices of a recording: a time in a long file is found without reading its blocks; damage to an
// index only makes it slower.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/log/recording/recording_record_internal.h"
#include "openperflib/log/recording/recording_records.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::File;
using recording_example::read_recording;
using recording_example::ReadRecording;

constexpr std::int64_t kSecondsPerBlock = 8;
constexpr std::int64_t kSecondsPerIndex = kSecondsPerBlock * recording::kIndexedBlocks;
constexpr std::int64_t kLongRecordingSamples =
    5 * kSecondsPerIndex / 2;  // two indices, and the rest

// Values are the squares of the seconds.
File long_recording(std::int64_t samples = kLongRecordingSamples) {
  Example example({.zone = {}, .block_seconds = kSecondsPerBlock});
  for (std::int64_t n = 0; n < samples; ++n) {
    example.write(n, {{"a", static_cast<std::uint64_t>(n * n)}});
  }
  return example.finish();
}

struct FoundRecord {
  recording::RecordHead head;
  std::size_t offset;
};

// One record after the other.
std::vector<FoundRecord> records_in(const File& file) {
  std::vector<FoundRecord> found;
  for (std::size_t at = recording::file_header::kSize; at < file.size();) {
    found.push_back({recording::parse_record_head(Bytes(file).subspan(at)).value(), at});
    at += recording::record::kHeadSize + found.back().head.length;
  }
  return found;
}

std::vector<FoundRecord> indices_of(const File& file) {
  std::vector<FoundRecord> found = records_in(file);
  std::erase_if(
      found, [](const FoundRecord& one) { return one.head.kind != recording::RecordKind::index; });
  return found;
}

RecordingWindow window(std::int64_t first, std::int64_t last) {
  const auto at = [](std::int64_t second) {
    return recording_example::kEpoch + (second + 1) * recording_example::kSecond;
  };
  return {at(first), at(last)};
}

void expect_samples(const ReadRecording& read, std::int64_t first, std::int64_t last) {
  ASSERT_EQ(static_cast<std::size_t>(last - first + 1), read.seconds.size());
  for (std::int64_t n = first; n <= last; ++n) {
    const auto i = static_cast<std::size_t>(n - first);
    ASSERT_EQ(n, read.seconds[i]);
    ASSERT_THAT(read.values[i], testing::ElementsAre(static_cast<std::uint64_t>(n * n)));
  }
}

// Checks that the blocks of a window, and the one before it, were read.
void expect_window(const ReadRecording& read, std::int64_t first, std::int64_t last) {
  const std::int64_t block = first / kSecondsPerBlock;
  expect_samples(read, std::max<std::int64_t>(block - 1, 0) * kSecondsPerBlock,
                 (last / kSecondsPerBlock + 1) * kSecondsPerBlock - 1);
}

TEST(RecordingIndex, FollowsEvery256Blocks_AndEachRecordNamesTheLastOne) {
  const File file = long_recording();
  const auto indices = indices_of(file);
  ASSERT_EQ(2U, indices.size());
  EXPECT_EQ(0U, indices[0].head.index_offset);
  EXPECT_EQ(indices[0].offset, indices[1].head.index_offset);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(256U, indices[i].head.samples);
    EXPECT_EQ(256U * i, indices[i].head.block);
    EXPECT_EQ(window(kSecondsPerIndex * i, 0).begin_local, indices[i].head.first_time);
    EXPECT_EQ(window(kSecondsPerIndex * (i + 1) - 1, 0).begin_local, indices[i].head.last_time);
  }
  EXPECT_EQ(indices[1].offset, records_in(file).back().head.index_offset);
}

TEST(RecordingIndex, IsARecordOfItsOwnForWhoLooksAtTheFile) {
  const File file = long_recording();
  auto records = RecordingRecords::open(file_of(file), "long.perfrec").value();
  std::vector<std::uint32_t> blocks;
  while (const auto record = records.next().value()) {
    if (record->kind != RecordingRecord::Kind::index) continue;
    blocks.push_back(record->blocks);
    EXPECT_EQ(0U, record->samples);
    EXPECT_EQ(0U, record->directory_bytes);
  }
  EXPECT_THAT(blocks, testing::ElementsAre(256, 256));
}

TEST(RecordingIndex, AnyWindow_HasItsBlocksAndTheOneBefore) {
  const File file = long_recording();
  expect_samples(read_recording(file), 0, kLongRecordingSamples - 1);
  for (const std::int64_t block : {0, 1, 100, 255, 256, 257, 300, 511, 512, 513, 600, 639}) {
    for (const std::int64_t length : {0, 1, 8, 200, 2048, 5120}) {
      const std::int64_t first = block * kSecondsPerBlock;
      const std::int64_t last = std::min(first + length, kLongRecordingSamples - 1);
      const ReadRecording read = read_recording(file, window(first, last));
      expect_window(read, first, last);
      EXPECT_EQ(0U, read.anomalies);
    }
  }
}

// A damaged head in a skipped span is not noticed.
TEST(RecordingIndex, BlocksOfOtherTimes_AreNotLookedAt) {
  File file = long_recording();
  const auto records = records_in(file);
  for (const std::size_t i : {10U, 100U, 300U}) file[records[i].offset + 9] ^= std::byte{1};
  EXPECT_NE(0U, read_recording(file).anomalies);
  const ReadRecording late = read_recording(file, window(5000, 5100));
  expect_window(late, 5000, 5100);
  EXPECT_EQ(0U, late.anomalies);
  EXPECT_NE(0U, read_recording(file, window(600, 700)).anomalies);
}

// Blocks after the clock was set back are found in any span.
TEST(RecordingIndex, ClockThatWasSetBack_IsFoundOnBothSides) {
  Example example({.zone = {}, .block_seconds = kSecondsPerBlock});
  for (std::int64_t n = 0; n < 2 * kSecondsPerIndex; ++n) {
    if (n == kSecondsPerIndex) example.set_clock(-kSecondsPerIndex * recording_example::kSecond);
    example.write(n, {{"a", static_cast<std::uint64_t>(n)}});
  }
  const ReadRecording read = read_recording(example.finish(), window(160, 161));
  std::vector<std::uint64_t> values;
  for (const auto& value : read.values) values.push_back(value.front());
  std::vector<std::uint64_t> expected;
  for (std::uint64_t n = 152; n < 168; ++n) expected.push_back(n);
  for (std::uint64_t n = 2200; n < 2216; ++n) expected.push_back(n);
  EXPECT_EQ(expected, values);
}

// Any byte of an index: the samples are the same, and the damage is reported.
TEST(RecordingIndex, AnyByteOfItChanged_CostsNoSample) {
  const File whole = long_recording();
  for (const FoundRecord& index : indices_of(whole)) {
    for (std::size_t i = 0; i < recording::record::kHeadSize; ++i) {
      File file = whole;
      file[index.offset + i] ^= std::byte{0x40};
      const ReadRecording read = read_recording(file, window(5000, 5100));
      expect_window(read, 5000, 5100);
      EXPECT_NE(0U, read.anomalies) << i;
    }
  }
}

// An index with a correct checksum but wrong contents.
TEST(RecordingIndex, OneThatLies_IsReportedAndSkipped) {
  const File whole = long_recording();
  const auto indices = indices_of(whole);
  const auto with = [&](auto change) {
    File file = whole;
    recording::RecordHead head = indices[1].head;
    change(head);
    recording::build(head, MutableBytes(file).subspan(indices[1].offset));
    return file;
  };
  const std::vector<File> files = {
      with([](recording::RecordHead& head) { head.directory_length -= 1; }),
      with([](recording::RecordHead& head) { head.directory_length = 0; }),
      with([](recording::RecordHead& head) { head.directory_length = ~0U; }),
      with([](recording::RecordHead& head) { head.samples = 0; }),
      with([](recording::RecordHead& head) { head.samples = 7; }),
      with([](recording::RecordHead& head) { head.block += 1; }),
      with([&](recording::RecordHead& head) { head.index_offset = indices[1].offset; }),
      with([](recording::RecordHead& head) { head.index_offset = ~0ULL; }),
      with([](recording::RecordHead& head) { head.index_offset += 1; }),
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    const ReadRecording read = read_recording(files[i], window(5000, 5100));
    expect_window(read, 5000, 5100);
    EXPECT_NE(0U, read.anomalies) << i;
  }
}

// A kill while an index is written, or while the next record is.
// At each byte in script/test-slow; otherwise at every fourth.
TEST(RecordingIndex, CutAtAnyByteOfIt_HasEveryBlockBefore) {
  const File whole = long_recording(kSecondsPerIndex + 3);
  const std::size_t at = indices_of(whole).front().offset;
  const std::size_t step = takes_all_cases() ? 1 : 4;
  for (std::size_t size = at; size <= at + recording::record::kHeadSize; size += step) {
    const File file(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    expect_samples(read_recording(file), 0, kSecondsPerIndex - 1);
    expect_window(read_recording(file, window(2000, 2047)), 2000, 2047);
  }
}

}  // namespace
}  // namespace openperflib
