#include "apps/logman/collector/schedule.h"

#include <gtest/gtest.h>

#include <limits>

#include "apps/drop_in/given_time.h"

namespace openperflib::logman {
namespace {

FileTime at(std::string_view text) { return drop_in::read_given_time(text).value(); }

using Window = std::optional<CollectionWindow>;

Window window(FileTime begin, std::optional<FileTime> end = std::nullopt) {
  return CollectionWindow{.begin_local = begin, .end_local = end};
}

const FileTime kNoon = at("11/22/2026 12:00:00");

TEST(Schedule, None_IsFromNowOnWithoutAnEnd) {
  EXPECT_EQ(window_at(DataCollectorSet{}, kNoon), window(kNoon));
}

TEST(Schedule, Begin_IsWaitedForAndOneThatIsPastIsNow) {
  DataCollectorSet set;
  set.begin_local = at("11/23/2026");
  EXPECT_EQ(window_at(set, kNoon), window(at("11/23/2026")));
  EXPECT_EQ(window_at(set, at("11/24/2026")), window(at("11/24/2026")));
}

TEST(Schedule, LongestTimes_EndWhereTimeEnds) {
  DataCollectorSet set;
  set.run_for = 0xFFFF'FFFF;
  EXPECT_EQ(window_at(set, kNoon), window(kNoon, at("12/29/2162 18:28:15")));
  set.begin_local = at("12/31/30827 23:59:59");
  EXPECT_EQ(window_at(set, kNoon), window(*set.begin_local, std::numeric_limits<FileTime>::max()));
}

TEST(Schedule, End_IsTheEarlierOfEndAndRunFor) {
  DataCollectorSet set;
  set.end_local = at("11/22/2026 13:00:00");
  EXPECT_EQ(window_at(set, kNoon), window(kNoon, at("11/22/2026 13:00:00")));
  set.run_for = 60;
  EXPECT_EQ(window_at(set, kNoon), window(kNoon, at("11/22/2026 12:01:00")));
  set.run_for = 7200;
  EXPECT_EQ(window_at(set, kNoon), window(kNoon, at("11/22/2026 13:00:00")));
}

TEST(Schedule, WhatIsOver_HasNoWindow) {
  DataCollectorSet set;
  set.end_local = kNoon;
  EXPECT_EQ(window_at(set, kNoon), std::nullopt);
  EXPECT_NE(window_at(set, kNoon - 1), std::nullopt);
}

DataCollectorSet daily(std::string_view begin, std::string_view end) {
  DataCollectorSet set;
  set.daily = true;
  set.begin_local = at(begin);
  if (!end.empty()) set.end_local = at(end);
  return set;
}

TEST(Schedule, Daily_IsTheSameTimeEveryDay) {
  const DataCollectorSet set = daily("11/20/2026 8:00:00", "11/20/2026 17:00:00");
  const Window today = window(at("11/22/2026 8:00:00"), at("11/22/2026 17:00:00"));
  EXPECT_EQ(window_at(set, at("11/22/2026 8:00:00")), today);
  EXPECT_EQ(window_at(set, kNoon), today);
  EXPECT_EQ(window_at(set, at("11/22/2026 16:59:59")), today);
  const Window tomorrow = window(at("11/23/2026 8:00:00"), at("11/23/2026 17:00:00"));
  EXPECT_EQ(window_at(set, at("11/22/2026 17:00:00")), tomorrow);
  EXPECT_EQ(window_at(set, at("11/23/2026 7:00:00")), tomorrow);
}

// 22 November 2026 is a Sunday.
TEST(Schedule, DaysOfTheWeek_AreThoseOfTheirBits) {
  DataCollectorSet set = daily("11/1/2026 8:00:00", "11/1/2026 17:00:00");
  set.days = 62;  // Monday to Friday
  const Window monday = window(at("11/23/2026 8:00:00"), at("11/23/2026 17:00:00"));
  EXPECT_EQ(window_at(set, at("11/20/2026 17:00:00")), monday);
  EXPECT_EQ(window_at(set, at("11/22/2026 9:00:00")), monday);
  EXPECT_EQ(window_at(set, at("11/23/2026 16:59:59")), monday);
  set.days = 1;  // Sunday
  EXPECT_EQ(window_at(set, kNoon), window(at("11/22/2026 8:00:00"), at("11/22/2026 17:00:00")));
  EXPECT_EQ(next_run_at(set, kNoon), at("11/29/2026 8:00:00"));
  EXPECT_EQ(next_run_at(set, at("11/22/2026 17:00:00")), at("11/29/2026 8:00:00"));
}

TEST(Schedule, NextRun_IsTheBeginAfterNow) {
  DataCollectorSet set;
  EXPECT_EQ(next_run_at(set, at("1/2/2026 3:00:00")), std::nullopt);
  set.begin_local = at("1/2/2026 8:00:00");
  set.run_for = 3600;
  EXPECT_EQ(next_run_at(set, at("1/2/2026 7:59:59")), set.begin_local);
  EXPECT_EQ(next_run_at(set, at("1/2/2026 8:00:00")), std::nullopt);
  set.daily = true;
  EXPECT_EQ(next_run_at(set, at("1/2/2026 8:00:00")), at("1/3/2026 8:00:00"));
  EXPECT_EQ(next_run_at(set, at("1/5/2026 9:30:00")), at("1/6/2026 8:00:00"));
  set.end_local = at("1/6/2026 7:00:00");
  EXPECT_EQ(next_run_at(set, at("1/5/2026 8:30:00")), std::nullopt);
}

TEST(Schedule, DailyBeforeItsFirstDay_IsTheFirstDay) {
  const DataCollectorSet set = daily("11/25/2026 8:00:00", "11/25/2026 9:00:00");
  EXPECT_EQ(window_at(set, kNoon), window(at("11/25/2026 8:00:00"), at("11/25/2026 9:00:00")));
}

TEST(Schedule, DailyUntilALaterDay_EndsThere) {
  const DataCollectorSet set = daily("11/20/2026 8:00:00", "11/22/2026 10:00:00");
  EXPECT_EQ(window_at(set, at("11/21/2026 9:00:00")),
            window(at("11/21/2026 8:00:00"), at("11/22/2026 8:00:00")));
  EXPECT_EQ(window_at(set, at("11/22/2026 9:00:00")),
            window(at("11/22/2026 8:00:00"), at("11/22/2026 10:00:00")));
  EXPECT_EQ(window_at(set, at("11/22/2026 10:00:00")), std::nullopt);
}

TEST(Schedule, DailyWithRunFor_RunsThatLongEachDay) {
  DataCollectorSet set = daily("11/20/2026 8:00:00", "");
  set.run_for = 3600;
  EXPECT_EQ(window_at(set, at("11/22/2026 8:30:00")),
            window(at("11/22/2026 8:00:00"), at("11/22/2026 9:00:00")));
  EXPECT_EQ(window_at(set, kNoon), window(at("11/23/2026 8:00:00"), at("11/23/2026 9:00:00")));
}

}  // namespace
}  // namespace openperflib::logman
