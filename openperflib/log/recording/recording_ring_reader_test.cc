#include "openperflib/log/recording/recording_ring_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/memory_log.h"

namespace openperflib {
namespace {

using memory_log::kSecond;
using memory_log::rates_of;

RecordingRingReader ring(MemoryLog&& a, MemoryLog&& b) {
  std::vector<std::unique_ptr<LogReader>> segments;
  segments.push_back(std::make_unique<MemoryLog>(std::move(a)));
  segments.push_back(std::make_unique<MemoryLog>(std::move(b)));
  return RecordingRingReader(std::move(segments));
}

TEST(RecordingRingReader, Segments_FollowEachOtherWithoutARateOverTheGap) {
  MemoryLog first("db-17");
  first.add(1 * kSecond, {{"0", 10, 1}}).add(2 * kSecond, {{"0", 15, 2}});
  MemoryLog second("db-17");
  second.add(3 * kSecond, {{"0", 100, 9}}).add(4 * kSecond, {{"0", 107, 10}});
  RecordingRingReader log = ring(std::move(first), std::move(second));
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "2 5", "3 -", "4 7"));
}

// The clock jumped forward in the first segment, and was set back before the second began.
TEST(RecordingRingReader, ClockThatWasSet_DoesNotChangeTheOrder) {
  MemoryLog first("db-17");
  first.add(1 * kSecond, {{"0", 10, 1}})
      .add(90 * kSecond, {{"0", 15, 2}})
      .add(3 * kSecond, {{"0", 21, 3}});
  MemoryLog second("db-17");
  second.add(2 * kSecond, {{"0", 25, 4}}).add(5 * kSecond, {{"0", 32, 5}});
  RecordingRingReader log = ring(std::move(first), std::move(second));
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "90 5", "3 6", "2 -", "5 7"));
}

TEST(RecordingRingReader, Catalog_IsThatOfThePresentSegmentAlone) {
  MemoryLog first("db-17");
  first.add(kSecond, {{"0", 1, 1}, {"1", 1, 1}});
  MemoryLog second("db-17");
  second.add(2 * kSecond, {{"1", 1, 2}});
  RecordingRingReader log = ring(std::move(first), std::move(second));
  LogRecord record;
  ASSERT_EQ(log.read(record).value(), ReadResult::reading);
  ASSERT_EQ(log.catalog().series().size(), 2U);
  const std::uint64_t identity = log.catalog().series()[1].identity;
  const std::uint64_t generation = log.catalog().generation();
  ASSERT_EQ(log.read(record).value(), ReadResult::reading);
  ASSERT_EQ(log.catalog().series().size(), 1U);
  EXPECT_NE(log.catalog().generation(), generation);
  EXPECT_EQ(log.catalog().series()[0].identity, identity);  // the same series goes on
  EXPECT_EQ(record.sample.counters.size(), 1U);
  EXPECT_TRUE(record.sample.starts_anew);
  EXPECT_EQ(log.read(record).value(), ReadResult::end);
  EXPECT_EQ(log.position(), log.size());
}

}  // namespace
}  // namespace openperflib
