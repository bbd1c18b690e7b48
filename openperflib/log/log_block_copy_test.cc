// Copies of a log of whole objects: windows, every n-th record, the record before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using RecordBefore = LogConversion::RecordBefore;
using testing::ElementsAre;

// The contents of a copy of SampleLog.blg: the seconds of its records since 15:40, and all their
// blocks.
struct Copied {
  std::vector<FileTime> seconds;
  std::vector<std::vector<std::byte>> blocks;
  std::vector<LogEntry> entries;
  std::size_t names = 0;
};

const LogTarget kTarget{.format = LogFormat::blg, .name = "b.blg"};
constexpr FileTime kTwentyToFour = 128'315'796'000'000'000;  // 2007-08-14 15:40:00

Copied copied_from(LogReader& reader) {
  Copied copied{.seconds = {}, .blocks = {}, .entries = reader.header().entries};
  copied.names = reader.names_of(copied.entries.front().machine).size();
  LogRecord record;
  while (reader.read(record).value() == ReadResult::reading) {
    copied.seconds.push_back((record.time_local - kTwentyToFour) / kTicksPerSecond);
    for (const Bytes block : record.blocks) copied.blocks.emplace_back(block.begin(), block.end());
  }
  return copied;
}

Copied copy(const LogWindow& window, RecordBefore before) {
  UniqueFd file = empty_file();
  const auto from = blg_example::sample_log();
  const auto sink = create_block_log(kTarget, file.get(), copied_options(from->header(), 0),
                                     contents_of(*from), fixed_titles())
                        .value();
  LogConversion copy(*from, *sink, std::nullopt, window, before);
  while (copy.step().value() == ReadResult::reading) {
  }
  (void)::lseek(file.get(), 0, SEEK_SET);
  const auto reader = BlgReader::open(std::move(file), "b.blg", fixed_titles()).value();
  Copied copied = copied_from(*reader);
  EXPECT_EQ(reader->anomaly_count(), 0U);
  EXPECT_EQ(copy.written().records, copied.seconds.size());
  return copied;
}

TEST(LogBlockCopy, WholeLog_HasTheVeryBlocksEntriesAndNames) {
  const auto log = blg_example::sample_log();
  const Copied from = copied_from(*log);
  const Copied copied = copy({}, RecordBefore::left_out);
  EXPECT_EQ(copied.seconds, from.seconds);
  EXPECT_EQ(copied.blocks, from.blocks);
  EXPECT_EQ(copied.entries, from.entries);
  EXPECT_EQ(copied.names, 1839U);
  EXPECT_EQ(from.names, 1839U);
}

TEST(LogBlockCopy, Window_HasTheRecordBeforeItWhereAsked) {
  const Copied all = copy({}, RecordBefore::left_out);
  ASSERT_EQ(all.seconds.size(), 11U);
  const LogWindow window{.begin_local = kTwentyToFour + (all.seconds[4] - 1) * kTicksPerSecond,
                         .end_local = kTwentyToFour + (all.seconds[5] + 1) * kTicksPerSecond};
  EXPECT_THAT(copy(window, RecordBefore::left_out).seconds,
              ElementsAre(all.seconds[4], all.seconds[5]));
  const Copied with_before = copy(window, RecordBefore::written);
  EXPECT_THAT(with_before.seconds, ElementsAre(all.seconds[3], all.seconds[4], all.seconds[5]));
  EXPECT_EQ(with_before.blocks.front(), all.blocks[3 * 8]);
}

TEST(LogBlockCopy, EveryNth_BeginsWithTheFirst) {
  const Copied all = copy({}, RecordBefore::left_out);
  EXPECT_THAT(copy({.every = 5}, RecordBefore::left_out).seconds,
              ElementsAre(all.seconds[0], all.seconds[5], all.seconds[10]));
}

// The record of an object that is missing is empty: nothing is wrong with such a log.
TEST(LogBlockCopy, MissingObject_IsNotAnAnomalyOfTheCopy) {
  const auto from = blg_example::sample_log();
  LogRecord record;
  ASSERT_EQ(from->read(record).value(), ReadResult::reading);
  record.blocks[0] = {};
  UniqueFd file = empty_file();
  const auto sink = create_block_log(kTarget, file.get(), copied_options(from->header(), 0),
                                     contents_of(*from), fixed_titles())
                        .value();
  ASSERT_TRUE(sink->write(record.time_local, record.blocks).has_value());
  ASSERT_TRUE(sink->end().has_value());
  (void)::lseek(file.get(), 0, SEEK_SET);
  const auto reader = BlgReader::open(std::move(file), "b.blg", fixed_titles()).value();
  LogRecord copied;
  ASSERT_EQ(reader->read(copied).value(), ReadResult::reading);
  EXPECT_EQ(reader->anomaly_count(), 0U);
  EXPECT_TRUE(copied.blocks[0].empty());
  EXPECT_EQ(copied.blocks[1].size(), record.blocks[1].size());
}

TEST(HoldsObjects, IsTrueOfLogsOfObjectsAlone) {
  EXPECT_TRUE(holds_objects(blg_example::sample_log()->header()));
  const auto counters = blg_example::real_log("BasicPerfCounters.blg");
  EXPECT_FALSE(
      holds_objects(BlgReader::open(file_of(counters), "c", fixed_titles()).value()->header()));
  EXPECT_FALSE(holds_objects(LogHeader{}));
}

}  // namespace
}  // namespace openperflib
