#include "apps/drop_in/given_time.h"

#include <gtest/gtest.h>

namespace openperflib::drop_in {
namespace {

std::string shown_time(std::string_view text) {
  const auto time = read_given_time(text);
  if (!time.has_value()) return "none";
  return iso_8601(system_time_from(*time)).value_or("no date");
}

TEST(GivenTime, DateAndTime_IsMonthFirstOf24Hours) {
  EXPECT_EQ(shown_time("1/13/2018 5:13:23"), "2018-01-13T05:13:23.000");
  EXPECT_EQ(shown_time("12/01/2018 14:29:55"), "2018-12-01T14:29:55.000");
}

TEST(GivenTime, HoursAndMinutes_MayBeLeftOut) {
  EXPECT_EQ(shown_time("1/13/2018 13:23"), "2018-01-13T00:13:23.000");
  EXPECT_EQ(shown_time("1/13/2018 23"), "2018-01-13T00:00:23.000");
  EXPECT_EQ(shown_time("1/13/2018"), "2018-01-13T00:00:00.000");
}

TEST(GivenTime, MorningAndAfternoon_AreOf12Hours) {
  EXPECT_EQ(shown_time("2/19/2013 6:52:00 PM"), "2013-02-19T18:52:00.000");
  EXPECT_EQ(shown_time("2/19/2013 6:52:00PM"), "2013-02-19T18:52:00.000");
  EXPECT_EQ(shown_time("2/19/2013 12:00:00 am"), "2013-02-19T00:00:00.000");
  EXPECT_EQ(shown_time("2/19/2013 12:00:00 pm"), "2013-02-19T12:00:00.000");
}

TEST(GivenTime, WhatIsNotATime_IsNone) {
  for (const char* const text :
       {"", "13/1/2018", "1/13/2018 24:00:00", "1/13", "1/13/2018 5:61:00", "2018-13-01",
        "1/13/2018 13:00:00 PM", "1/13/2018 0:00:00 AM", "1/13/2018 x", "1/13/2018 5:5:5:5",
        "2/30/2018", "1/13/2018 5 PM", "99999/1/2018", "1/-1/2018"}) {
    EXPECT_EQ(shown_time(text), "none") << text;
  }
}

TEST(GivenTime, Iso8601_IsReadToo) {
  EXPECT_EQ(shown_time("2018-01-13"), shown_time("1/13/2018"));
  EXPECT_EQ(shown_time("2018-01-13 15:45"), shown_time("1/13/2018 15:45:00"));
  EXPECT_EQ(shown_time("2018-01-13 3:45 PM"), shown_time("1/13/2018 15:45:00"));
  EXPECT_EQ(shown_time("2018-01-13T05:13:23"), shown_time("1/13/2018 5:13:23"));
  for (const char* const text : {"2018-01", "2018-01-13T", "2018-01-13 15", "2018-01-13 24:00",
                                 "2018-01-13T05:13Z", "2018-01-13T1:2:3:4", "13-01-2018"}) {
    EXPECT_EQ(shown_time(text), "none") << text;
  }
}

TEST(WrittenTime, Zeros_StandOnlyBeforeMinutesAndSeconds) {
  EXPECT_EQ(written_time(131'602'940'039'990'000), "1/13/2018 5:13:23");
  EXPECT_EQ(written_time(131'603'273'950'000'000), "1/13/2018 14:29:55");
}

TEST(GivenTime, WordsAfterTheDate_AreTimesAndHalvesOfTheDay) {
  EXPECT_TRUE(goes_on_with_time("5:13:23"));
  EXPECT_TRUE(goes_on_with_time("5:13:23PM"));
  EXPECT_TRUE(goes_on_with_time("23"));
  EXPECT_TRUE(goes_on_with_time("pm"));
  EXPECT_FALSE(goes_on_with_time("server.blg"));
  EXPECT_FALSE(goes_on_with_time("1/13/2018"));
  EXPECT_FALSE(goes_on_with_time(""));
}

}  // namespace
}  // namespace openperflib::drop_in
