#include "openperflib/log/time/log_timeline.h"

#include <gtest/gtest.h>

#include <limits>

namespace openperflib {
namespace {

constexpr FileTime kMinuteZero = 134'000'000'000'000'000;

FileTime at_minute(int minute) { return kMinuteZero + minute * 60 * kTicksPerSecond; }

// A record a minute, without those of the minutes 3 to 6.
LogTimeline with_a_gap() {
  return LogTimeline({at_minute(0), at_minute(1), at_minute(2), at_minute(7), at_minute(8)});
}

TEST(LogTimeline, Place_IsTheLastRecordAtOrBefore) {
  const LogTimeline log = with_a_gap();
  EXPECT_EQ(log.place_at(at_minute(0)), 0U);
  EXPECT_EQ(log.place_at(at_minute(1) + kTicksPerSecond), 1U);
  EXPECT_EQ(log.place_at(at_minute(8)), 4U);
}

TEST(LogTimeline, TimeBeforeTheFirst_OrLongAfterTheLast_HasNoPlace) {
  const LogTimeline log = with_a_gap();
  EXPECT_EQ(log.place_at(at_minute(0) - 1), std::nullopt);
  EXPECT_EQ(log.place_at(at_minute(9)), 4U);  // the next one would be due only now
  EXPECT_EQ(log.place_at(at_minute(9) + 1), std::nullopt);
}

TEST(LogTimeline, Gap_IsBetweenTheRecordsAroundIt) {
  const LogTimeline log = with_a_gap();
  EXPECT_EQ(log.gap_at(2, at_minute(5)), std::pair(at_minute(2), at_minute(7)));
  EXPECT_EQ(log.gap_at(2, at_minute(2) + kTicksPerSecond), std::nullopt);
  EXPECT_EQ(log.gap_at(1, at_minute(1) + kTicksPerSecond), std::nullopt);
}

TEST(LogTimeline, ClockThatWasSetBack_GivesTheLatestTimeBefore) {
  const LogTimeline log({at_minute(0), at_minute(9), at_minute(4), at_minute(5)});
  EXPECT_FALSE(log.is_ordered());
  EXPECT_EQ(log.place_at(at_minute(6)), 3U);
  EXPECT_EQ(log.place_at(at_minute(9)), 1U);
}

TEST(LogTimeline, ExtremeTimes_DoNotOverflow) {
  constexpr FileTime kLeast = std::numeric_limits<FileTime>::min();
  constexpr FileTime kMost = std::numeric_limits<FileTime>::max();
  const LogTimeline log({kLeast, kMost});
  EXPECT_EQ(log.place_at(0), 0U);
  EXPECT_EQ(log.gap_at(0, 0), std::nullopt);
}

TEST(LogTimeline, EmptyLog_HasNoPlace) { EXPECT_EQ(LogTimeline().place_at(0), std::nullopt); }

}  // namespace
}  // namespace openperflib
