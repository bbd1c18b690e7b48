// Records: what a query takes from a machine, and what it takes from a log.
#include "openperflib/query/record.h"

#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::string_view kTransfers = "\\PhysicalDisk(*)\\Disk Bytes/sec";

// A disk whose counter has this reading; `ahead`: how far the time of day is ahead.
Snapshot disk(std::int64_t now, std::uint64_t bytes, std::int64_t ahead = 0) {
  return TestBlock(now, ahead)
      .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT}})
      .instance("0 sda", {bytes})
      .snapshot();
}

TEST(Record, BlockOfAMachine_HasItsOwnTimeAndNoNameInItsSeries) {
  Query query = query_of(kTransfers);
  query.take(disk(kSecond, 100));
  query.take(disk(2 * kSecond, 350));
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + 2 * kSecond);
  EXPECT_EQ(query.binding().series()[0].machine, "");
  EXPECT_EQ(query.row().values[0].number, 250);
}

TEST(Record, BlockOfALog_HasTheTimeOfTheLogAndTheNameOfItsMachine) {
  Query query = query_of(kTransfers, {});
  query.take({disk(kSecond, 100), {.time_utc = 7}});
  query.take({disk(2 * kSecond, 350), {.time_utc = 8}});
  EXPECT_EQ(query.row().time_utc, 8);
  EXPECT_EQ(query.binding().series()[0].machine, "db-17");
  EXPECT_EQ(query.row().values[0].number, 250);
}

// The reader knows of a restart that the clocks do not show: another file began.
TEST(Record, LogThatRestarts_HasNoRateAcrossIt) {
  Query query = query_of(kTransfers, {});
  query.take({disk(kSecond, 100), {.time_utc = 7}});
  query.take({disk(2 * kSecond, 350), {.time_utc = 8, .starts_anew = true}});
  EXPECT_TRUE(query.newer().starts_anew);
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take({disk(3 * kSecond, 400), {.time_utc = 9}});
  EXPECT_EQ(query.row().values[0].number, 50);
}

TEST(Record, ClockOfALogThatWasSet_HasNoRateAcrossIt) {
  Query query = query_of(kTransfers, {});
  query.take({disk(kSecond, 100), {.time_utc = 7}});
  query.take({disk(2 * kSecond, 350, 5 * kSecond), {.time_utc = 8}});
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  const Snapshot restarted = disk(kSecond / 2, 900, 9 * kSecond);
  query.take({restarted, {.time_utc = 9}});
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

// A machine says why it has no such counter; a log has no series of it.
TEST(Record, CounterThatABlockLeavesOut_HasNoSeriesInALog) {
  const auto block = [] {
    return TestBlock().status().left_out("no /proc/stat", 238, 6).snapshot();
  };
  Query live = query_of("\\Processor(0)\\% Processor Time");
  live.take(block());
  EXPECT_EQ(live.match(0), Query::Match::left_out);
  Query logged = query_of("\\Processor(0)\\% Processor Time", {});
  logged.take({block(), {.time_utc = 1}});
  EXPECT_EQ(logged.match(0), Query::Match::no_object);
  EXPECT_TRUE(logged.binding().series().empty());
}

TEST(Record, EmptySnapshot_IsPassedOver) {
  Query query = query_of(kTransfers);
  query.take(disk(kSecond, 100));
  query.take(Snapshot());
  EXPECT_EQ(query.newer().counters[0].first, 100U);
}

}  // namespace
}  // namespace openperflib
