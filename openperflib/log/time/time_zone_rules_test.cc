#include "openperflib/log/time/time_zone_rules.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

FileTime local(std::uint16_t year, std::uint16_t month, std::uint16_t day, std::uint16_t hour,
               std::uint16_t minute = 0) {
  return file_time_from(SystemTime{year, month, 0, day, hour, minute, 0, 0}).value();
}

// New York as of 2007: second Sunday of March to the first one of November, at 2.
const TimeZoneRules kEastern{
    300, {"EST", {0, 11, 0, 1, 2, 0, 0, 0}, 0}, {"EDT", {0, 3, 0, 2, 2, 0, 0, 0}, -60}};
// Berlin: the last Sundays.
const TimeZoneRules kBerlin{
    -60, {"CET", {0, 10, 0, 5, 3, 0, 0, 0}, 0}, {"CEST", {0, 3, 0, 5, 2, 0, 0, 0}, -60}};
// Sydney: daylight time lies over the end of the year.
const TimeZoneRules kSydney{
    -600, {"AEST", {0, 4, 0, 1, 3, 0, 0, 0}, 0}, {"AEDT", {0, 10, 0, 1, 2, 0, 0, 0}, -60}};

TEST(TimeZoneRules, NorthernSummer_IsDaylightTime) {
  EXPECT_EQ(kEastern.bias_at(local(2007, 8, 13, 15)), 240);
  EXPECT_EQ(kEastern.bias_at(local(2007, 1, 13, 15)), 300);
  EXPECT_EQ(kEastern.at(local(2007, 8, 13, 15)).name, "EDT");
}

TEST(TimeZoneRules, WeekdayOfTheMonth_IsCountedFromItsFirst) {
  EXPECT_EQ(kEastern.bias_at(local(2007, 3, 11, 1, 59)), 300);  // the 11th was the second Sunday
  EXPECT_EQ(kEastern.bias_at(local(2007, 3, 11, 3)), 240);
  EXPECT_EQ(kEastern.bias_at(local(2007, 11, 4, 1, 59)), 240);
  EXPECT_EQ(kEastern.bias_at(local(2007, 11, 4, 2)), 300);
}

TEST(TimeZoneRules, FifthWeekday_IsTheLastOne) {
  EXPECT_EQ(kBerlin.bias_at(local(2021, 3, 28, 1, 59)), -60);  // four Sundays
  EXPECT_EQ(kBerlin.bias_at(local(2021, 3, 28, 3)), -120);
  EXPECT_EQ(kBerlin.bias_at(local(2021, 10, 31, 2, 59)), -120);  // five
  EXPECT_EQ(kBerlin.bias_at(local(2021, 10, 31, 3)), -60);
}

TEST(TimeZoneRules, SouthernSummer_LiesOverTheEndOfTheYear) {
  EXPECT_EQ(kSydney.bias_at(local(2021, 1, 1, 0)), -660);
  EXPECT_EQ(kSydney.bias_at(local(2021, 7, 1, 0)), -600);
  EXPECT_EQ(kSydney.bias_at(local(2021, 12, 31, 23)), -660);
}

TEST(TimeZoneRules, WithoutDates_IsAlwaysStandardTime) {
  const TimeZoneRules india{-330, {"IST", {}, 0}, {"", {}, 0}};
  EXPECT_EQ(india.bias_at(local(2021, 7, 1, 0)), -330);
}

TEST(TimeZoneRules, DateOfOneYear_IsThatDay) {
  const TimeZoneRules once{
      0, {"S", {2010, 10, 0, 31, 2, 0, 0, 0}, 0}, {"D", {2010, 3, 0, 28, 1, 0, 0, 0}, -60}};
  EXPECT_EQ(once.bias_at(local(2010, 6, 1, 0)), -60);
  EXPECT_EQ(once.bias_at(local(2010, 12, 1, 0)), 0);
}

TEST(TimeZoneRules, NonsenseRules_HaveNoBias) {
  const TimeZoneRules far{0x7FFF'FFFF, {"", {}, 0x7FFF'FFFF}, {"", {}, 0}};
  EXPECT_EQ(far.bias_at(local(2021, 7, 1, 0)), std::nullopt);
  const TimeZoneRules dates{
      60, {"S", {0, 13, 9, 9, 2, 0, 0, 0}, 0}, {"D", {0, 3, 0, 2, 2, 0, 0, 0}, 0}};
  EXPECT_EQ(dates.bias_at(local(2021, 7, 1, 0)), 60);
  EXPECT_EQ(dates.bias_at(-1), 60);
}

}  // namespace
}  // namespace openperflib
