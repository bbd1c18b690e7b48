#include "openperflib/log/time/written_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr FileTime kHour = 3600 * kTicksPerSecond;
constexpr FileTime kTenOClock =
    134'397'288'000'000'000;  // 2026-11-21 10:00:00: 155,552 days and 10 h from 1601
constexpr FileTime kStartOfDay = kTenOClock - 10 * kHour;

// A log from 2026-11-20 12:00 to 2026-11-21 15:30, on a clock four hours behind UTC.
constexpr LogTimes kLog{.first_local = kStartOfDay - 12 * kHour,
                        .last_local = kStartOfDay + 15 * kHour + kHour / 2,
                        .bias_minutes = 240};

FileTime begin(const char* text) { return begin_of(parse_written_time(text).value(), kLog); }
FileTime end(const char* text, std::optional<FileTime> from = std::nullopt) {
  return end_of(parse_written_time(text).value(), kLog, from);
}

TEST(WrittenTime, DateAndTimeOfDay_AreReadInAllOrders) {
  for (const char* text : {"2026-11-21 10:00:00", "2026-11-21T10:00", "11/21/2026 10:00",
                           "2026/11/21 10:00", "21.11.2026 10:00", "21.11.2026 10:00:00.000",
                           "2026-11-21 10:00 am", "2026-11-21 10:00AM"}) {
    EXPECT_EQ(time_from_written(text), kTenOClock) << text;
  }
  EXPECT_EQ(time_from_written("2026-11-21"), kStartOfDay);
  EXPECT_EQ(time_from_written("2026-11-21 10:00:05.250"), kTenOClock + 52'500'000);
  EXPECT_EQ(time_from_written("2026-11-21 10:00:05.2"), kTenOClock + 52'000'000);
  EXPECT_EQ(time_from_written("2026-11-21 10:00:05.1234567"), kTenOClock + 51'234'567);
}

TEST(WrittenTime, HalvesOfTheDay_AreThoseOfATwelveHourClock) {
  EXPECT_EQ(begin("2026-11-21 12:00 am"), kStartOfDay);
  EXPECT_EQ(begin("2026-11-21 12:30 PM"), kStartOfDay + 12 * kHour + kHour / 2);
  EXPECT_EQ(begin("3:15pm"), kStartOfDay + 15 * kHour + kHour / 4);
}

TEST(WrittenTime, AnythingElse_IsNone) {
  for (const char* text : {"",
                           "now",
                           "10",
                           "10:",
                           "2026-11",
                           "2026-13-01",
                           "2026-02-29",
                           "2026-11-21 25:00",
                           "24:00",
                           "10:60",
                           "10:00:60",
                           "2026-11-21 10",
                           "2026-11-21 10:00x00",
                           "2026-11-21 10:00:05,250",
                           "2026-11-21 10:00:05.",
                           "31.02.2026",
                           "2026-11-21 10:00 ",
                           "1600-12-31",
                           "13:00 pm",
                           "0:30 am",
                           "2026-11-21-",
                           "2026.11.21",
                           "10:00Z",
                           "2026-11-21 10:00+",
                           "2026-11-21 10:00+15:00",
                           "2026-11-21 10:00+0:00",
                           "2026-11-21 10:00 CET",
                           "-1:00",
                           "2026-11-21T",
                           "21-11-2026"}) {
    EXPECT_FALSE(parse_written_time(text).has_value()) << text;
  }
}

TEST(WrittenTime, Offset_IsAnInstantOnTheClockOfTheLog) {
  for (const char* text : {"2026-11-21T14:00:00Z", "2026-11-21T14:00Z", "2026-11-21 16:00+02:00",
                           "2026-11-21 09:30:00-0430", "2026-11-21 16:00 +02"}) {
    EXPECT_EQ(begin(text), kTenOClock) << text;
    EXPECT_EQ(time_from_written(text), std::nullopt) << text;
  }
}

TEST(WrittenTime, TimeOfDay_IsTheLastThatTheLogHas) {
  EXPECT_EQ(begin("15:00"), kStartOfDay + 15 * kHour);
  EXPECT_EQ(begin("15:45"), kStartOfDay - 8 * kHour - kHour / 4);  // the day before
  EXPECT_EQ(begin("11:00"), kStartOfDay + 11 * kHour);
  EXPECT_EQ(end("13:00"), kStartOfDay + 13 * kHour);
}

TEST(WrittenTime, TimeOfDayThatTheLogNeverHas_IsOfItsLastDay) {
  const LogTimes short_log{
      .first_local = kTenOClock, .last_local = kTenOClock + kHour, .bias_minutes = {}};
  const auto written = parse_written_time("15:45").value();
  EXPECT_EQ(begin_of(written, short_log), kStartOfDay + 15 * kHour + 3 * kHour / 4);
}

TEST(WrittenTime, EndOfATimeOfDay_IsTheNextAfterTheBeginning) {
  const FileTime evening = begin("23:00");
  EXPECT_EQ(evening, kStartOfDay - kHour);
  EXPECT_EQ(end("01:00", evening), kStartOfDay + kHour);
  EXPECT_EQ(end("23:30", evening), kStartOfDay - kHour / 2);
}

// The begin and end in hours from the start of the 21st; empty: refused.
std::vector<FileTime> window_in(const LogTimes& log, const char* from, const char* to) {
  const auto window =
      window_between(parse_written_time(from).value(), parse_written_time(to).value(), log);
  if (!window.has_value()) return {};
  return {(window->begin_local - kStartOfDay) / kHour, (window->end_local - kStartOfDay) / kHour};
}

// From the start of the 21st, in hours.
LogTimes log_between(FileTime first, FileTime last) {
  return {.first_local = kStartOfDay + first * kHour,
          .last_local = kStartOfDay + last * kHour,
          .bias_minutes = {}};
}

TEST(WrittenWindow, TimesInOrder_AreOfTheLastDayThatHasTheFirst) {
  EXPECT_THAT(window_in(log_between(0, 48), "10:00", "12:00"), ElementsAre(34, 36));
  EXPECT_THAT(window_in(log_between(0, 35), "10:00", "12:00"), ElementsAre(34, 36));
  EXPECT_THAT(window_in(log_between(0, 33), "10:00", "12:00"), ElementsAre(10, 12));
}

TEST(WrittenWindow, Night_IsTheLastThatTheLogHasAsAWhole) {
  EXPECT_THAT(window_in(log_between(0, 47), "23:00", "01:00"), ElementsAre(23, 25));
  EXPECT_THAT(window_in(log_between(0, 49), "23:00", "01:00"), ElementsAre(47, 49));
  EXPECT_THAT(window_in(log_between(0, 48), "23:00", "01:00"), ElementsAre(23, 25));
}

TEST(WrittenWindow, NightThatTheLogHasInPart_IsThatOfItsLastMidnight) {
  EXPECT_THAT(window_in(log_between(22, 24), "23:00", "01:00"), ElementsAre(23, 25));
  EXPECT_THAT(window_in(log_between(24, 30), "23:00", "01:00"), ElementsAre(23, 25));
}

TEST(WrittenWindow, EndBeforeTheBeginInALogWithoutMidnight_IsRefused) {
  EXPECT_THAT(window_in(log_between(15, 16), "15:45", "15:42"), IsEmpty());
  EXPECT_THAT(window_in(log_between(15, 16), "15:45", "15:45"), IsEmpty());
  EXPECT_THAT(window_in(log_between(15, 16), "2026-11-21 15:45", "15:42"), IsEmpty());
  EXPECT_THAT(window_in(log_between(15, 30), "2026-11-21 16:00", "02:00"), ElementsAre(16, 26));
}

TEST(WrittenWindow, MidnightAsTheEnd_IsThatOfTheDay) {
  EXPECT_THAT(window_in(log_between(15, 17), "16:00", "00:00"), ElementsAre(16, 24));
  EXPECT_THAT(window_in(log_between(15, 17), "2026-11-21", "00:00"), ElementsAre(0, 24));
}

TEST(WrittenTime, DateAlone_IsTheWholeDay) {
  EXPECT_EQ(begin("2026-11-21"), kStartOfDay);
  EXPECT_EQ(end("2026-11-21"), kStartOfDay + 24 * kHour - 1);
  EXPECT_EQ(end("2026-11-21", kStartOfDay), kStartOfDay + 24 * kHour - 1);
}

// Times of a damaged log.
TEST(WrittenTime, LogOfAnyTimes_DoesNotOverflow) {
  for (const FileTime time :
       {FileTime{-9'223'372'036'854'775'807}, FileTime{9'223'372'036'854'775'807}}) {
    const LogTimes log{.first_local = time, .last_local = time, .bias_minutes = {}};
    (void)begin_of(parse_written_time("15:45").value(), log);
    (void)window_between(parse_written_time("23:00").value(), parse_written_time("01:00").value(),
                         log);
  }
}

TEST(WrittenTime, Written_IsReadBack) {
  EXPECT_EQ(written_time(kTenOClock + 52'500'000), "2026-11-21 10:00:05.250");
  EXPECT_EQ(time_from_written(written_time(kTenOClock)), kTenOClock);
}

}  // namespace
}  // namespace openperflib
