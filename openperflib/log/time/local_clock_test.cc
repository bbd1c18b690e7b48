#include "openperflib/log/time/local_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "openperflib/log/time/windows_zone_rules.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

// The instants of local times, as a clock of UTC shows them.
std::vector<std::string> instants(LocalClock clock, std::initializer_list<const char*> times) {
  std::vector<std::string> all;
  for (const char* time : times) {
    all.push_back(written_time(clock.to_utc(time_from_written(time).value())).substr(5, 11));
  }
  return all;
}

LocalClock eastern_daylight() { return LocalClock("Eastern Daylight Time", 240); }

TEST(LocalClock, EndOfDaylightTime_TheHourComesTwice) {
  EXPECT_THAT(
      instants(eastern_daylight(), {"2026-11-01 00:30", "2026-11-01 01:00", "2026-11-01 01:30",
                                    "2026-11-01 01:00", "2026-11-01 01:30", "2026-11-01 02:00"}),
      ElementsAre("11-01 04:30", "11-01 05:00", "11-01 05:30", "11-01 06:00", "11-01 06:30",
                  "11-01 07:00"));
}

TEST(LocalClock, GapOverTheEndOfDaylightTime_IsAnHourLonger) {
  EXPECT_THAT(instants(eastern_daylight(), {"2026-11-01 00:30", "2026-11-01 09:00"}),
              ElementsAre("11-01 04:30", "11-01 14:00"));
}

TEST(LocalClock, BeginningOfDaylightTime_LeavesAnHourOut) {
  EXPECT_THAT(instants(LocalClock("W. Europe Standard Time", -60),
                       {"2026-03-29 01:45", "2026-03-29 03:00", "2026-03-29 03:15"}),
              ElementsAre("03-29 00:45", "03-29 01:00", "03-29 01:15"));
}

TEST(LocalClock, LogThatBeginsInTheSecondHour_HasStandardTimeByItsHeader) {
  EXPECT_THAT(instants(LocalClock("Eastern Standard Time", 300),
                       {"2026-11-01 01:10", "2026-11-01 01:20", "2027-03-14 03:00"}),
              ElementsAre("11-01 06:10", "11-01 06:20", "03-14 07:00"));
}

// The machine keeps standard time all year round: its header says so in August.
TEST(LocalClock, HeaderThatContradictsTheRules_IsRight) {
  EXPECT_THAT(
      instants(LocalClock("Pacific Standard Time", 480), {"2007-08-14 15:41", "2007-11-10 10:00"}),
      ElementsAre("08-14 23:41", "11-10 18:00"));
}

TEST(LocalClock, UnknownZone_GoesBackByAnHourLessTheInterval) {
  EXPECT_THAT(
      instants(LocalClock("Mitteleurop\xC3\xA4ische Sommerzeit", -120),
               {"2026-10-25 02:00", "2026-10-25 02:30", "2026-10-25 02:00", "2026-10-25 02:30",
                "2026-10-25 03:00"}),
      ElementsAre("10-25 00:00", "10-25 00:30", "10-25 01:00", "10-25 01:30", "10-25 02:00"));
}

TEST(LocalClock, ClockThatWasSetBack_IsNotTheEndOfDaylightTime) {
  EXPECT_THAT(instants(LocalClock("Mitteleurop\xC3\xA4ische Sommerzeit", -120),
                       {"2026-10-20 10:00", "2026-10-20 10:30", "2026-10-20 10:20"}),
              ElementsAre("10-20 08:00", "10-20 08:30", "10-20 08:20"));
}

// A step of an hour and a half is not an interval, and the clock does not go back.
TEST(LocalClock, GapOfAnHour_IsAGap) {
  for (const char* zone : {"Coordinated Universal Time", "Paris, Madrid"}) {
    EXPECT_THAT(
        instants(LocalClock(zone, 0),
                 {"2023-06-15 10:00", "2023-06-15 10:00:30", "2023-06-15 11:01",
                  "2023-06-15 11:01:30", "2023-06-15 11:02"}),
        ElementsAre("06-15 10:00", "06-15 10:00", "06-15 11:01", "06-15 11:01", "06-15 11:02"));
  }
}

TEST(LocalClock, UnknownZone_SkipsAnHourOnTheDayOfZonesWithItsOffset) {
  EXPECT_THAT(instants(LocalClock("Paris, Madrid", -60),
                       {"2023-03-26 01:58", "2023-03-26 01:59", "2023-03-26 03:00",
                        "2023-03-26 03:01", "2023-10-29 02:59", "2023-10-29 03:00"}),
              ElementsAre("03-26 00:58", "03-26 00:59", "03-26 01:00", "03-26 01:01", "10-29 00:59",
                          "10-29 02:00"));
}

// The collector slept over the change; nothing tells whether the zone has one.
TEST(LocalClock, NightGapInAnUnknownZone_IsUncertain) {
  LocalClock clock("Ortszeit", -60, 30 * kTicksPerSecond);
  const auto is_certain_at = [&](const char* time) {
    (void)clock.to_utc(time_from_written(time).value());
    return clock.is_certain();
  };
  EXPECT_TRUE(is_certain_at("2023-03-25 18:00"));
  EXPECT_TRUE(is_certain_at("2023-03-25 20:00"));
  EXPECT_FALSE(is_certain_at("2023-03-26 08:00"));
  EXPECT_TRUE(is_certain_at("2023-03-26 08:00:30"));
}

TEST(LocalClock, GapThatEndsInTheRepeatedHour_IsUncertain) {
  LocalClock clock("Eastern Daylight Time", 240, 300 * kTicksPerSecond);
  const auto is_certain_at = [&](const char* time) {
    (void)clock.to_utc(time_from_written(time).value());
    return clock.is_certain();
  };
  EXPECT_TRUE(is_certain_at("2026-11-01 00:30"));
  EXPECT_FALSE(is_certain_at("2026-11-01 01:20"));
  EXPECT_TRUE(is_certain_at("2026-11-01 01:25"));
  EXPECT_TRUE(is_certain_at("2026-11-01 01:00"));
}

// Daylight time is switched off on the machine.
TEST(LocalClock, TimeThatTheRulesSkip_RefutesThem) {
  EXPECT_THAT(
      instants(LocalClock("W. Europe Standard Time", -60),
               {"2026-03-29 01:30", "2026-03-29 02:00", "2026-03-29 02:30", "2026-03-29 03:00"}),
      ElementsAre("03-29 00:30", "03-29 01:00", "03-29 01:30", "03-29 02:00"));
}

// Our own logs have one offset from their first row to their last.
TEST(LocalClock, NameOfAnOffset_Stays) {
  for (const char* name : {"CEST", "UTC+02:00", ""}) {
    EXPECT_THAT(instants(LocalClock(name, -120),
                         {"2026-10-25 02:00", "2026-10-25 02:30", "2026-10-25 02:00"}),
                ElementsAre("10-25 00:00", "10-25 00:30", "10-25 00:00"));
  }
}

TEST(LocalClock, NoBias_LocalTimeStandsForUtc) {
  EXPECT_THAT(instants(LocalClock("Eastern Daylight Time", std::nullopt), {"2026-11-01 00:30"}),
              ElementsAre("11-01 00:30"));
}

TEST(LocalClock, RulesOfTheLog_AreFollowed) {
  const auto rules = rules_of_windows_zone("Eastern Daylight Time", 2026);
  ASSERT_TRUE(rules.has_value());
  EXPECT_THAT(
      instants(LocalClock(*rules), {"2026-11-01 01:30", "2026-11-01 01:30:30", "2026-11-01 01:00"}),
      ElementsAre("11-01 05:30", "11-01 05:30", "11-01 06:00"));
}

// Numbers of a damaged header: no time of it may overflow.
TEST(LocalClock, RulesOfMoreThanADay_AreIgnored) {
  TimeZoneRules rules;
  rules.bias_minutes = 2'147'483'647;
  rules.standard.bias_minutes = 2'147'483'647;
  EXPECT_THAT(instants(LocalClock(rules), {"2026-11-01 01:30"}), ElementsAre("11-01 01:30"));
  LocalClock clock = eastern_daylight();
  for (const FileTime time :
       {FileTime{9'223'372'036'854'775'807}, FileTime{-9'223'372'036'854'775'807}, FileTime{0}}) {
    (void)clock.to_utc(time);
  }
}

TEST(WindowsZoneRules, YearsAndNames_ThatAreKnown) {
  const auto bias = [](const char* name, const char* time) -> std::optional<int> {
    const FileTime local = time_from_written(time).value();
    const auto rules = rules_of_windows_zone(name, system_time_from(local).year);
    return rules.has_value() ? rules->bias_at(local) : std::nullopt;
  };
  EXPECT_EQ(bias("Eastern Standard Time", "2006-04-01"), 300);
  EXPECT_EQ(bias("Eastern Standard Time", "2006-04-03"), 240);
  EXPECT_EQ(bias("Eastern Daylight Time", "2007-03-12"), 240);
  EXPECT_EQ(bias("GMT Daylight Time", "2026-07-01"), -60);
  EXPECT_EQ(bias("FLE Standard Time", "2026-10-25 04:00"), -120);
  EXPECT_EQ(bias("FLE Standard Time", "2026-10-25 03:30"), -180);
  EXPECT_EQ(bias("Morocco Standard Time", "2026-07-01"), std::nullopt);
  EXPECT_EQ(bias("Eastern Standard Time", "1980-07-01"), std::nullopt);
  EXPECT_EQ(bias("Eastern", "2026-07-01"), std::nullopt);
}

}  // namespace
}  // namespace openperflib
