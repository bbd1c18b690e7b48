// Values that are missing: their status, their reason, and that they are never 0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kDiskBytes = 218;
constexpr std::uint32_t kTransferTime = 206;
constexpr std::uint32_t kPoolPaged = 56;

// A disk with a rate, and an average with its base.
TestBlock two_disks(std::int64_t now, std::uint64_t bytes, std::uint64_t time = 0,
                    std::uint64_t transfers = 0) {
  TestBlock block(now);
  block
      .object(title::kPhysicalDisk, {{kDiskBytes, PERF_COUNTER_BULK_COUNT},
                                     {kTransferTime, PERF_AVERAGE_TIMER},
                                     {kTransferTime, PERF_AVERAGE_BASE, 4}})
      .instance("0 sda", {bytes, time, transfers})
      .instance("1 sdb", {bytes, time, transfers});
  return block;
}

TEST(QueryStatus, MissingValue_HasItsStatusAndReasonAndNoNumber) {
  Query query = query_of("\\PhysicalDisk(*)\\Disk Bytes/sec");
  const auto block = [](std::int64_t now) {
    return two_disks(now, 100)
        .status()
        .missing("no permission: /proc/1/io", title::kPhysicalDisk, 0, 1, 1)
        .snapshot();
  };
  query.take(block(1 * kSecond));
  query.take(block(2 * kSecond));
  EXPECT_EQ(query.row().values[0].status, CStatus::valid_data);
  EXPECT_EQ(query.row().values[1].status, CStatus::no_data);
  EXPECT_TRUE(std::isnan(query.row().values[1].number));
  EXPECT_EQ(query.reason(0), "");
  EXPECT_EQ(query.reason(1), "no permission: /proc/1/io");
  EXPECT_FALSE(query.wants_another_sample());
}

TEST(QueryStatus, MissingBase_CostsTheValueToo) {
  Query query = query_of("\\PhysicalDisk(0 sda)\\Avg. Disk sec/Transfer");
  const auto block = [](std::int64_t now) {
    return two_disks(now, 0, 5, 5)
        .status()
        .missing("gone", title::kPhysicalDisk, 2, 0, 1)
        .snapshot();
  };
  query.take(block(1 * kSecond));
  query.take(block(2 * kSecond));
  EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  EXPECT_EQ(query.reason(0), "gone");
}

TEST(QueryStatus, ReadingBeforeWasMissing_IsSaid) {
  Query query = query_of("\\PhysicalDisk(0 sda)\\Disk Bytes/sec");
  query.take(two_disks(1 * kSecond, 100)
                 .status()
                 .missing("busy", title::kPhysicalDisk, 0, 0, 1)
                 .snapshot());
  query.take(two_disks(2 * kSecond, 100).status().snapshot());
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "the previous reading is missing");
}

TEST(QueryStatus, FirstCollection_WantsAnotherSample) {
  Query query = query_of("\\Memory\\Available Bytes");
  const auto block = [](std::int64_t now) {
    TestBlock written(now);
    written.object(title::kMemory, {{24}}, Instances::none).single({0}).status_with_codes();
    return written;
  };
  constexpr auto kFirst = static_cast<std::uint32_t>(MissingReason::first_collection);
  query.take(
      block(1 * kSecond).missing_with_code("any text", title::kMemory, 0, 0, 1, kFirst).snapshot());
  EXPECT_EQ(query.missing_reason(0), MissingReason::first_collection);
  EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  EXPECT_TRUE(query.wants_another_sample());
  query.take(block(2 * kSecond).snapshot());
  EXPECT_EQ(query.row().values[0].status, CStatus::valid_data);
  EXPECT_FALSE(query.wants_another_sample());
}

TEST(QueryStatus, NewInstanceLater_WantsNoSilentSample) {
  Query query = query_of("\\PhysicalDisk(*)\\Disk Bytes/sec");
  query.take(TestBlock(1 * kSecond)
                 .object(title::kPhysicalDisk, {{kDiskBytes, PERF_COUNTER_BULK_COUNT}})
                 .snapshot());
  EXPECT_FALSE(query.wants_another_sample());
  query.take(TestBlock(2 * kSecond)
                 .object(title::kPhysicalDisk, {{kDiskBytes, PERF_COUNTER_BULK_COUNT}})
                 .instance("0 sda", {1})
                 .snapshot());
  EXPECT_EQ(query.reason(0), "the instance is new");
  EXPECT_FALSE(query.wants_another_sample());
}

TEST(QueryStatus, ValueThatFell_IsNegative) {
  Query query = query_of("\\PhysicalDisk(0 sda)\\Disk Bytes/sec");
  query.take(two_disks(1 * kSecond, 100).snapshot());
  query.take(two_disks(2 * kSecond, 50).snapshot());
  EXPECT_EQ(query.row().values[0].status, CStatus::negative_value);
  EXPECT_EQ(query.reason(0), explanation_of(CStatus::negative_value));
  query.take(two_disks(3 * kSecond, 70).snapshot());
  EXPECT_EQ(query.row().values[0].number, 20);  // the fallen one is the new baseline
}

TEST(QueryStatus, CounterThatWasLeftOut_ExistsWithItsReason) {
  Query query = query_of("\\Memory\\Pool Paged Bytes");
  query.take(TestBlock()
                 .object(title::kMemory, {{24}}, Instances::none)
                 .single({1})
                 .status()
                 .left_out("no paged kernel memory on Linux", title::kMemory, kPoolPaged)
                 .snapshot());
  EXPECT_EQ(query.match(0), Query::Match::left_out);
  EXPECT_EQ(query.left_out_reason(0), "no paged kernel memory on Linux");
  ASSERT_EQ(query.binding().series().size(), 1U);
  EXPECT_EQ(query.binding().series()[0].counter_ordinal, Series::kNoOrdinal);
  EXPECT_EQ(query.binding().path_of(0), "\\\\db-17\\Memory\\Pool Paged Bytes");
  EXPECT_EQ(query.row().values[0].status, CStatus::no_counter);
  EXPECT_EQ(query.reason(0), "no paged kernel memory on Linux");
}

TEST(QueryStatus, CounterThatWasLeftOut_HasTheTypeThatItsProviderWouldGiveIt) {
  QueryOptions options = live_options();
  options.undefined_counters = [](std::uint32_t object, std::uint32_t counter) {
    const bool is_known = object == title::kMemory && counter == kPoolPaged;
    return is_known ? std::optional<KnownCounter>({CounterType(PERF_COUNTER_BULK_COUNT), -5, 8})
                    : std::nullopt;
  };
  Query query = query_of("\\Memory\\Pool Paged Bytes", options);
  query.take(TestBlock().status().left_out("not here", title::kMemory, kPoolPaged).snapshot());
  ASSERT_EQ(query.binding().series().size(), 1U);
  EXPECT_EQ(query.binding().series()[0].type, CounterType(PERF_COUNTER_BULK_COUNT));
  EXPECT_EQ(query.binding().series()[0].default_scale, -5);
  EXPECT_EQ(query.binding().series()[0].size, 8U);
  EXPECT_EQ(query.row().values[0].status, CStatus::no_counter);
}

TEST(QueryStatus, ObjectOfWhichNothingIsHere_IsLeftOutToo) {
  Query query = query_of("Processor/0/% Processor Time");
  query.take(TestBlock().status().left_out("no /proc/stat", 238, 6).snapshot());
  EXPECT_EQ(query.match(0), Query::Match::left_out);
  EXPECT_EQ(query.binding().path_of(0), "\\\\db-17\\Processor(0)\\% Processor Time");
}

TEST(QueryStatus, LeftOutCounterComesBack_IsBoundToItsDefinition) {
  Query query = query_of("\\Memory\\Pool Paged Bytes");
  query.take(
      TestBlock(1 * kSecond).status().left_out("not yet", title::kMemory, kPoolPaged).snapshot());
  query.take(TestBlock(2 * kSecond)
                 .object(title::kMemory, {{kPoolPaged}}, Instances::none)
                 .single({7})
                 .status()
                 .snapshot());
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_EQ(query.row().values[0].number, 7);
}

TEST(QueryStatus, LeftOutRowsAlone_CanChangeTheBinding) {
  const auto block = [](std::int64_t now, std::uint32_t counter) {
    return TestBlock(now).status().left_out("no source", title::kMemory, counter).snapshot();
  };
  Query query = query_of("\\Memory\\Pool Paged Bytes");
  query.take(block(1 * kSecond, 58));
  EXPECT_EQ(query.match(0), Query::Match::no_object);
  query.take(block(2 * kSecond, kPoolPaged));
  EXPECT_EQ(query.match(0), Query::Match::left_out);
}

TEST(QueryStatus, WhatDoesNotExist_IsReportedByTheNearestPart) {
  const Snapshot snapshot = two_disks(1 * kSecond, 1).snapshot();
  const auto match = [&](std::string_view path) {
    Query query = query_of(path);
    query.take(snapshot);
    return query.match(0);
  };
  EXPECT_EQ(match("\\Disk(0 sda)\\Disk Bytes/sec"), Query::Match::no_object);
  EXPECT_EQ(match("\\PhysicalDisk(0 sda)\\Disk Bites/sec"), Query::Match::no_counter);
  EXPECT_EQ(match("\\PhysicalDisk(9 sdz)\\Disk Bytes/sec"), Query::Match::no_instance);
  EXPECT_EQ(match("\\PhysicalDisk(9*)\\Disk Bytes/sec"), Query::Match::no_instance);
  EXPECT_EQ(match("\\PhysicalDisk\\Disk Bytes/sec"), Query::Match::no_instance);
  EXPECT_EQ(match("\\\\other\\PhysicalDisk(0 sda)\\Disk Bytes/sec"), Query::Match::no_machine);
  EXPECT_EQ(match("\\\\other\\Nothing\\x"), Query::Match::no_machine);
  EXPECT_EQ(match("\\\\DB-17\\PhysicalDisk(0 sda)\\Disk Bytes/sec"), Query::Match::matched);
  EXPECT_EQ(match("PhysicalDisk/9 sdz/Disk Bytes/sec"), Query::Match::no_instance);
}

TEST(QueryStatus, MatchOfAPathThatWasNeverAdded_IsNone) {
  const Query query = query_of("\\Memory\\Available Bytes");
  EXPECT_EQ(query.match(0), Query::Match::no_object);  // no snapshot was taken yet
  EXPECT_EQ(query.match(7), Query::Match::no_object);
  EXPECT_EQ(query.left_out_reason(7), "");
}

TEST(QueryStatus, ClockWasSet_CostsTheHundredNanosecondTypesAlone) {
  const auto block = [](std::int64_t now, std::int64_t wall, std::uint64_t value) {
    return TestBlock(now, wall)
        .object(238, {{6, PERF_100NSEC_TIMER}, {1334, PERF_COUNTER_BULK_COUNT}})
        .instance("0", {value, value})
        .snapshot();
  };
  Query query = query_of("\\Processor(0)\\*");
  query.take(block(1 * kSecond, 0, 0));
  query.take(block(2 * kSecond, 200'001, 1'000));  // 1 % of a second plus 10 ms is 200,000
  EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  EXPECT_EQ(query.reason(0), "the clock was set");
  EXPECT_EQ(query.row().values[1].number, 1'000);
  query.take(block(3 * kSecond, 400'001, 2'000));  // no more than that: slewed
  EXPECT_EQ(query.row().values[0].status, CStatus::valid_data);
}

TEST(QueryStatus, ClockCheckOff_IsForLogs) {
  const auto block = [](std::int64_t now, std::int64_t wall, std::uint64_t value) {
    return TestBlock(now, wall)
        .object(238, {{6, PERF_100NSEC_TIMER}})
        .instance("0", {value})
        .snapshot();
  };
  Query query = query_of("\\Processor(0)\\*", {});
  query.take(block(1 * kSecond, 0, 0));
  query.take(block(2 * kSecond, 9 * kSecond, 10'000'000));
  EXPECT_EQ(query.row().values[0].number, 10);
}

TEST(QueryStatus, FourByteCounterThatWrapped_IsLiftedWhilePerfTimeGrew) {
  const auto block = [](std::int64_t now, std::uint64_t value, std::int64_t wall = 0) {
    return TestBlock(now, wall)
        .object(238, {{148, PERF_COUNTER_COUNTER, 4}})
        .instance("0", {value})
        .snapshot();
  };
  Query query = query_of("\\Processor(0)\\*");
  query.take(block(1 * kSecond, 0xFFFF'FFF0));
  query.take(block(2 * kSecond, 0x10));
  EXPECT_EQ(query.row().values[0].number, 32);
  query.take(block(3 * kSecond, 0x08, 99 * kSecond));  // the clock was set: unknown
  EXPECT_EQ(query.row().values[0].status, CStatus::negative_value);
}

TEST(QueryStatus, WrapOfALog_IsNegative) {
  const auto block = [](std::int64_t now, std::uint64_t value) {
    return TestBlock(now)
        .object(238, {{148, PERF_COUNTER_COUNTER, 4}})
        .instance("0", {value})
        .snapshot();
  };
  Query query = query_of("\\Processor(0)\\*", {});
  query.take(block(1 * kSecond, 0xFFFF'FFF0));
  query.take(block(2 * kSecond, 0x10));
  EXPECT_EQ(query.row().values[0].status, CStatus::negative_value);
}

TEST(QueryStatus, EmptySnapshot_ChangesNothing) {
  Query query = query_of("\\PhysicalDisk(0 sda)\\Disk Bytes/sec");
  query.take(two_disks(1 * kSecond, 100).snapshot());
  query.take(Snapshot());
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + kSecond);
}

}  // namespace
}  // namespace openperflib
