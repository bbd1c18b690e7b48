// Rings: how much is kept, what is removed, what is read.
#include "openperflib/log/local/recording_ring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "openperflib/log/open_log.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using recording_example::block_of;

// A folder that is gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = folder_in_memory() / "ring.XXXXXX";  // each segment is synced
    path_ = std::string(::mkdtemp(name.data())) + "/box.perfrec";
  }
  ~Folder() { std::filesystem::remove_all(std::filesystem::path(path_).parent_path()); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const std::string& segment : ring_segments(path_)) {
      sum += std::filesystem::file_size(segment);
    }
    return sum;
  }

 private:
  std::string path_;
};

// Values that no compressor makes small.
void write(RecordingRing& ring, std::int64_t second, int instances, std::int64_t ahead = 0) {
  recording_example::Rows rows;
  std::uint64_t value = static_cast<std::uint64_t>(second) + 1;
  for (int i = 0; i < instances; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    rows.emplace_back(std::to_string(i), value);
  }
  const auto block = block_of(second, ahead, rows);
  ring.write(DataBlockView::parse(block).value()).value();
}

// The seconds of the first and the last sample, and how many there are.
struct Extent {
  std::int64_t first = -1;
  std::int64_t last = -1;
  std::uint64_t samples = 0;
};
Extent extent_of(const std::string& folder) {
  Extent extent;
  const auto log = open_log(folder, {.titles = fixed_titles()}).value();
  LogRecord record;
  while (log->read(record).value() == ReadResult::reading) {
    const std::int64_t second =
        (record.sample.time_utc - recording_example::kEpoch) / recording_example::kSecond - 1;
    if (extent.samples++ == 0) extent.first = second;
    extent.last = second;
  }
  return extent;
}

RingOptions ring_options(double seconds, std::uint64_t bytes) {
  return {.seconds = seconds,
          .most_bytes = bytes,
          .recording = {.zone = {}, .flush_seconds = 3600, .block_seconds = 3600}};
}

constexpr std::int64_t kDay = 86'400;

TEST(RecordingRing, ByTime_KeepsTheTimeAndAShareMoreAtMost) {
  const Folder folder;
  auto ring =
      RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
  for (std::int64_t second = 0; second < 5 * kDay; second += 600) write(ring, second, 1);
  ring.end().value();
  const Extent extent = extent_of(folder.path());
  EXPECT_EQ(5 * kDay - 600, extent.last);
  EXPECT_LE(extent.first, 4 * kDay);
  EXPECT_GE(extent.first, 4 * kDay - 2 * kDay / 8 - 1200);
  EXPECT_EQ(static_cast<std::uint64_t>((extent.last - extent.first) / 600 + 1), extent.samples);
}

TEST(RecordingRing, OverASimulatedMonth_NeverHasMoreThanItsSize) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  const Folder folder;
  auto ring = RecordingRing::open(folder.path(), ring_options(30 * kDay, kMost)).value();
  for (std::int64_t second = 0; second < 30 * kDay; second += 240) {
    write(ring, second, 20);
    ASSERT_LE(folder.bytes(), kMost) << second;
  }
  ring.end().value();
  const Extent extent = extent_of(folder.path());
  EXPECT_EQ(30 * kDay - 240, extent.last);
  EXPECT_GT(folder.bytes(), kMost / 2);  // and it removes no more than necessary
}

TEST(RecordingRing, ClockSetForwardByWeeks_RemovesNothingThatIsNotOld) {
  const Folder folder;
  auto ring =
      RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
  for (std::int64_t second = 0; second < kDay / 2; second += 600) write(ring, second, 1);
  constexpr std::int64_t kWeeks = 30 * kDay * recording_example::kSecond;
  for (std::int64_t second = kDay / 2; second < kDay; second += 600) {
    write(ring, second, 1, kWeeks);
  }
  ring.end().value();
  EXPECT_EQ(0, extent_of(folder.path()).first);
  EXPECT_EQ(144U, extent_of(folder.path()).samples);
}

// The clock is a year ahead for half an hour, and ten minutes slow afterwards.
TEST(RecordingRing, ClockThatJumpedInBetween_IsReadInTheOrderOfItsSegments) {
  const Folder folder;
  auto ring =
      RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
  std::vector<std::int64_t> written;
  for (std::int64_t second = 0; second < kDay; second += 600) {
    const std::int64_t ahead = second < kDay / 2 ? 0 : second < kDay / 2 + 1800 ? 365 * kDay : -600;
    write(ring, second, 1, ahead * recording_example::kSecond);
    written.push_back(second + ahead);
  }
  ring.end().value();
  std::vector<std::int64_t> read;
  const auto log = open_log(folder.path(), {.titles = fixed_titles()}).value();
  LogRecord record;
  while (log->read(record).value() == ReadResult::reading) {
    read.push_back(
        (record.sample.time_utc - recording_example::kEpoch) / recording_example::kSecond - 1);
  }
  EXPECT_EQ(written, read);
}

TEST(RecordingRing, SecondRecorder_IsRefusedUntilTheFirstHasEnded) {
  const Folder folder;
  const RingOptions options = ring_options(kDay, std::uint64_t{1} << 30);
  {
    auto first = RecordingRing::open(folder.path(), options).value();
    write(first, 1, 1);
    const auto second = RecordingRing::open(folder.path(), options);
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(reason_of(second.error()), "another process is writing it");
    first.end().value();
  }
  EXPECT_TRUE(RecordingRing::open(folder.path(), options).has_value());
}

// A segment whose number was taken meanwhile is not changed.
TEST(RecordingRing, SegmentThatSomebodyElseMade_IsPassedOver) {
  const Folder folder;
  auto ring =
      RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
  std::ofstream(folder.path() + "/000001.perfrec").flush();
  write(ring, 1, 1);
  ring.end().value();
  EXPECT_EQ(0U, std::filesystem::file_size(folder.path() + "/000001.perfrec"));
  EXPECT_EQ(1U, extent_of(folder.path()).samples);
}

TEST(RecordingRing, SegmentThatIsDeleted_IsAFault) {
  const Folder folder;
  auto ring =
      RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
  write(ring, 1, 1);
  std::filesystem::remove(folder.path() + "/000001.perfrec");
  const auto ended = ring.end();
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(reason_of(ended.error()), "was deleted or replaced while it was written");
}

TEST(RecordingRing, OpenedAgain_ContinuesAfterTheExistingBytes) {
  const Folder folder;
  for (std::int64_t run = 0; run < 3; ++run) {
    auto ring =
        RecordingRing::open(folder.path(), ring_options(kDay, std::uint64_t{1} << 30)).value();
    for (std::int64_t i = 0; i < 10; ++i) write(ring, 1000 * run + i, 1);
    ring.end().value();
  }
  EXPECT_EQ(3U, ring_segments(folder.path()).size());
  EXPECT_EQ(30U, extent_of(folder.path()).samples);
}

// Two segments an hour: that of the second half is written when the ring is renamed, and goes on.
TEST(RecordingRing, Renamed_GoesOnInTheSegmentThatIsWritten) {
  const Folder folder;
  const std::string other =
      std::filesystem::path(folder.path()).parent_path().string() + "/it.perfrec";
  RingOptions options = ring_options(3600, std::uint64_t{1} << 30);
  options.segments = 2;
  auto ring = RecordingRing::open(folder.path(), options).value();
  for (std::int64_t second = 0; second < 3000; second += 60) write(ring, second, 1);
  ring.rename(other, kDay, std::uint64_t{1} << 30).value();
  for (std::int64_t second = 3000; second < 7200; second += 60) write(ring, second, 1);
  ring.end().value();
  EXPECT_FALSE(std::filesystem::exists(folder.path()));
  EXPECT_EQ(2U, ring_segments(other).size());
  EXPECT_EQ(0, extent_of(other).first);
  EXPECT_EQ(120U, extent_of(other).samples);
}

TEST(RecordingRing, RenamedToWhatIsThere_StaysWhereItIs) {
  const Folder folder;
  const std::string other =
      std::filesystem::path(folder.path()).parent_path().string() + "/it.perfrec";
  for (const std::string& path : {other, folder.path()}) {
    auto ring = RecordingRing::open(path, ring_options(kDay, std::uint64_t{1} << 30)).value();
    write(ring, 1, 1);
    if (path != other) {
      const auto renamed = ring.rename(other, 1, 1);
      ASSERT_FALSE(renamed.has_value());
      EXPECT_EQ(ENOTEMPTY, renamed.error().errno_value);
      write(ring, 2, 1);
    }
    ring.end().value();
  }
  EXPECT_EQ(2U, extent_of(folder.path()).samples);
  EXPECT_EQ(1U, extent_of(other).samples);
}

TEST(RecordingRing, FolderWithoutSegments_IsNotALog) {
  const auto refused = open_log(testing::TempDir(), {.titles = fixed_titles()});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(EISDIR, refused.error().fault.errno_value);
}

}  // namespace
}  // namespace openperflib
