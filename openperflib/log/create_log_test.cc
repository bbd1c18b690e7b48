// Logs of every format from one function, read again.
#include "openperflib/log/create_log.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <numeric>

#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/open_log.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/logs/memory_log.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

MemoryLog readings(std::uint64_t from, std::uint64_t to) {
  MemoryLog log("db-17");
  for (std::uint64_t i = from; i <= to; ++i) {
    log.add(MemoryLog::kStart + static_cast<FileTime>(i) * kTicksPerSecond, {{"0", 10 * i, i}});
  }
  return log;
}

// One file in a folder of its own.
class CreateLog : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] LogTarget target() const {
    return LogTarget::parse(folder_.path() + "/" + GetParam()).value();
  }
  // Writes the records with these numbers. The first fault.
  std::expected<void, SourceFault> write(std::uint64_t from, std::uint64_t to, LogStart start,
                                         LogFlush flush = LogFlush::each_row) {
    UniqueFd fd(::open(target().name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    CreateLogOptions options{.paths = {"\\Processor(*)\\Rate"},
                             .start_time_utc = MemoryLog::kStart,
                             .start = start,
                             .flush = flush};
    auto sink = create_log(target(), fd.get(), options);
    if (!sink.has_value()) return std::unexpected(sink.error());
    Query query(fixed_titles());
    EXPECT_TRUE(query.add("\\Processor(*)\\Rate").has_value());
    MemoryLog log = readings(from, to);
    LogConversion conversion(log, query, **sink, {}, LogConversion::RecordBefore::left_out);
    for (;;) {
      const auto step = conversion.step();
      if (!step.has_value()) return std::unexpected(step.error());
      if (*step == ReadResult::end) return {};
    }
  }
  // The seconds of the log's records since MemoryLog::kStart.
  [[nodiscard]] std::vector<FileTime> seconds() const {
    auto reader = open_log(target().name, {.titles = fixed_titles()}).value();
    EXPECT_EQ(reader->header().format, target().format);
    std::vector<FileTime> found;
    LogRecord record;
    while (reader->read(record).value() == ReadResult::reading) {
      found.push_back((reader->header().to_utc(record.time_local) - MemoryLog::kStart) /
                      kTicksPerSecond);
    }
    return found;
  }

  MadeFolder folder_;
};

TEST_P(CreateLog, Rows_AreReadAgain) {
  for (const LogFlush flush : {LogFlush::each_row, LogFlush::in_pieces}) {
    ASSERT_TRUE(write(1, 3, LogStart::fresh, flush).has_value());
    EXPECT_THAT(seconds(), ElementsAre(1, 2, 3));
    ASSERT_EQ(::unlink(target().name.c_str()), 0);
  }
}

TEST_P(CreateLog, Appended_FollowsOrStartsAnEmptyFile) {
  ASSERT_TRUE(write(1, 2, LogStart::append).has_value());
  ASSERT_TRUE(write(3, 4, LogStart::append).has_value());
  EXPECT_THAT(seconds(), ElementsAre(1, 2, 3, 4));
}

INSTANTIATE_TEST_SUITE_P(Files, CreateLog, testing::Values("a.csv", "a.tsv", "a.blg"));

// A BLG of the block of SampleLog.blg.
TEST(CreateBlockLog, ObjectsOfALog_AreReadAgainWithTheirNames) {
  const auto from =
      open_log(OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg", {.titles = fixed_titles()})
          .value();
  MadeFolder folder;
  const LogTarget target = LogTarget::parse(folder.path() + "/a.blg").value();
  UniqueFd fd(::open(target.name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  const auto sink = create_block_log(target, fd.get(), copied_options(from->header(), 0),
                                     contents_of(*from), fixed_titles())
                        .value();
  LogRecord record;
  ASSERT_EQ(from->read(record), ReadResult::reading);
  ASSERT_TRUE(sink->write(record.time_local, record.blocks).has_value());
  ASSERT_TRUE(sink->end().has_value());
  const auto copy = open_log(target.name, {.titles = fixed_titles()}).value();
  EXPECT_EQ(copy->header().entries, from->header().entries);
  EXPECT_EQ(copy->names_of("ZACH-PC").size(), from->names_of("ZACH-PC").size());
}

Snapshot snapshot_at(std::int64_t seconds) {
  TestBlock block(seconds * kTicksPerSecond);
  block.object(238, {{6, PERF_100NSEC_TIMER_INV, 8}});
  block.instance("0", {static_cast<std::uint64_t>(seconds)});
  return block.snapshot();
}

void write_three_samples(BlockSink& sink) {
  for (const std::int64_t seconds : {1, 2, 3}) {
    const Snapshot taken = snapshot_at(seconds);
    const Bytes block = taken.view().bytes();
    ASSERT_TRUE(sink.write(seconds * kTicksPerSecond, {&block, 1}).has_value());
  }
  ASSERT_TRUE(sink.end().has_value());
}

std::size_t count_records(const std::string& path) {
  const auto reader = open_log(path, {.titles = fixed_titles()});
  if (!reader.has_value()) return 0;
  EXPECT_EQ((*reader)->header().format, LogFormat::recording);
  LogRecord record;
  std::size_t records = 0;
  while ((*reader)->read(record).value() == ReadResult::reading) ++records;
  return records;
}

TEST(CreateBlockLog, WholeBlocks_AreARecording) {
  MadeFolder folder;
  const LogTarget target = LogTarget::parse(folder.path() + "/a.perfrec").value();
  UniqueFd fd(::open(target.name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  auto sink = create_block_log(target, fd.get(), {}, {}, fixed_titles());
  ASSERT_TRUE(sink.has_value());
  write_three_samples(**sink);
  EXPECT_EQ(count_records(target.name), 3U);
  EXPECT_EQ((*sink)->removed_for_room(), 0U);
  const auto again =
      create_block_log(target, fd.get(), {.start = LogStart::append}, {}, fixed_titles());
  ASSERT_FALSE(again.has_value()) << "it would be overwritten";
  EXPECT_EQ(again.error().message, "a recording cannot be appended to");
}

TEST(CreateRing, WholeBlocks_AreAFolderOfSegments) {
  MadeFolder folder;
  const LogTarget target = LogTarget::parse(folder.path() + "/ring.perfrec").value();
  const auto sink = create_ring(target, {});
  ASSERT_TRUE(sink.has_value());
  write_three_samples(**sink);
  EXPECT_EQ(ring_segments(target.name).size(), 1U);
  EXPECT_EQ(count_records(target.name), 3U);
}

}  // namespace
}  // namespace openperflib
