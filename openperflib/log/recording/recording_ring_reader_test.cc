#include "openperflib/log/recording/recording_ring_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <utility>

#include "openperflib/testing/logs/memory_log.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using memory_log::kSecond;
using memory_log::rates_of;

// A segment that is counted as long as it is open.
class OpenedLog final : public LogReader {
 public:
  OpenedLog(MemoryLog log, int& open) : log_(std::move(log)), open_(open) { ++open_; }
  ~OpenedLog() override { --open_; }
  OpenedLog(const OpenedLog&) = delete;
  OpenedLog& operator=(const OpenedLog&) = delete;

  const LogHeader& header() const noexcept override { return log_.header(); }
  const Catalog& catalog() const noexcept override { return log_.catalog(); }
  std::expected<ReadResult, SourceFault> read(LogRecord& into) override { return log_.read(into); }
  std::span<const LogAnomaly> anomalies() const noexcept override { return log_.anomalies(); }
  std::uint64_t anomaly_count() const noexcept override { return log_.anomaly_count(); }
  std::uint64_t position() const noexcept override { return log_.position(); }
  std::uint64_t size() const noexcept override { return log_.size(); }

 private:
  MemoryLog log_;
  int& open_;
};

// The segments of a ring in memory.
struct MemoryRing {
  using Opened = std::expected<std::unique_ptr<LogReader>, SourceFault>;
  std::vector<RingSegment> segments = {};
  int open = 0;
  int most_open = 0;

  // `make` makes the log again each time.
  MemoryRing& add(const std::function<MemoryLog()>& make) {
    segments.push_back({.open = [this, make]() -> Opened {
                          auto opened = std::make_unique<OpenedLog>(make(), open);
                          most_open = std::max(most_open, open);
                          return opened;
                        },
                        .entries = make().header().entries,
                        .size = make().size()});
    return *this;
  }
  MemoryRing& add_unreadable(std::uint64_t size) {
    segments.push_back({.open = []() -> Opened {
                          return std::unexpected(SourceFault{
                              .errno_value = EIO, .file = "lost.perfrec", .error = std::nullopt});
                        },
                        .entries = {},
                        .size = size});
    return *this;
  }
  RecordingRingReader reader() {
    auto first = segments.front().open().value();
    return {segments, std::move(first), fixed_titles(), LogReadings::by_series};
  }
};

TEST(RecordingRingReader, Segments_FollowEachOtherWithoutARateOverTheGap) {
  const auto first = [] {
    MemoryLog log("db-17");
    log.add(1 * kSecond, {{"0", 10, 1}}).add(2 * kSecond, {{"0", 15, 2}});
    return log;
  };
  const auto second = [] {
    MemoryLog log("db-17");
    log.add(3 * kSecond, {{"0", 100, 9}}).add(4 * kSecond, {{"0", 107, 10}});
    return log;
  };
  MemoryRing ring;
  RecordingRingReader log = ring.add(first).add(second).reader();
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "2 5", "3 -", "4 7"));
}

// The clock jumped forward in the first segment, and was set back before the second began.
TEST(RecordingRingReader, ClockThatWasSet_DoesNotChangeTheOrder) {
  const auto first = [] {
    MemoryLog log("db-17");
    log.add(1 * kSecond, {{"0", 10, 1}})
        .add(90 * kSecond, {{"0", 15, 2}})
        .add(3 * kSecond, {{"0", 21, 3}});
    return log;
  };
  const auto second = [] {
    MemoryLog log("db-17");
    log.add(2 * kSecond, {{"0", 25, 4}}).add(5 * kSecond, {{"0", 32, 5}});
    return log;
  };
  MemoryRing ring;
  RecordingRingReader log = ring.add(first).add(second).reader();
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "90 5", "3 6", "2 -", "5 7"));
}

TEST(RecordingRingReader, Catalog_IsThatOfThePresentSegmentAlone) {
  const auto first = [] {
    MemoryLog log("db-17");
    log.add(kSecond, {{"0", 1, 1}, {"1", 1, 1}});
    return log;
  };
  const auto second = [] {
    MemoryLog log("db-17");
    log.add(2 * kSecond, {{"1", 1, 2}});
    return log;
  };
  MemoryRing ring;
  RecordingRingReader log = ring.add(first).add(second).reader();
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

TEST(RecordingRingReader, Segments_AreOpenOneByOne) {
  MemoryRing ring;
  for (int number = 1; number <= 5; ++number) {
    ring.add([number] {
      MemoryLog log("db-17");
      log.add(number * kSecond, {{"0", static_cast<std::uint64_t>(number), 1}});
      return log;
    });
  }
  RecordingRingReader log = ring.reader();
  EXPECT_EQ(ring.open, 1);
  LogRecord record;
  for (int number = 1; number <= 5; ++number) {
    ASSERT_EQ(log.read(record).value(), ReadResult::reading);
    EXPECT_EQ(ring.open, 1);
  }
  EXPECT_EQ(log.read(record).value(), ReadResult::end);
  EXPECT_EQ(ring.most_open, 2);  // while one follows the other
  EXPECT_EQ(log.position(), log.size());
}

TEST(RecordingRingReader, SegmentThatCannotBeOpenedAgain_IsReportedAndTheNextIsRead) {
  const auto first = [] {
    MemoryLog log("db-17");
    log.add(kSecond, {{"0", 1, 1}});
    return log;
  };
  const auto third = [] {
    MemoryLog log("db-17");
    log.add(3 * kSecond, {{"0", 9, 3}});
    return log;
  };
  MemoryRing ring;
  RecordingRingReader log =
      ring.add(first).add_unreadable(70).add(third).add_unreadable(4).reader();
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "3 -"));
  ASSERT_EQ(log.anomalies().size(), 2U);
  EXPECT_EQ(log.anomalies()[0].what.file, "lost.perfrec");
  EXPECT_EQ(log.anomalies()[0].what.errno_value, EIO);
  EXPECT_EQ(log.anomalies()[0].skipped_bytes, 70U);
  EXPECT_TRUE(log.anomalies()[0].is_loss);
  EXPECT_EQ(log.anomaly_count(), 2U);
  LogRecord record;
  EXPECT_EQ(log.read(record).value(), ReadResult::end);  // also when asked again
  EXPECT_EQ(log.anomaly_count(), 2U);
  EXPECT_EQ(log.catalog().series().size(), 1U);
  EXPECT_EQ(log.position(), log.size());
}

}  // namespace
}  // namespace openperflib
