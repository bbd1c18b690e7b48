#include <gtest/gtest.h>

#include "openperflib/log/text/text_log_date_internal.h"
#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib {
namespace {

// The date in the given order, as ISO 8601; "" if it is not a date.
std::string iso(std::string_view text, DateOrder order = DateOrder::month_day_year) {
  const auto date = parse_text_date(text);
  if (!date.has_value()) return "";
  const auto time = file_time_of(*date, order);
  return time.has_value() ? iso_8601(system_time_from(*time)).value_or("") : "no date";
}

TEST(TextDate, OfWindows_IsReadToTheMillisecond) {
  EXPECT_EQ(iso("10/29/2017 01:59:44.562"), "2017-10-29T01:59:44.562");
  EXPECT_EQ(iso("01/02/2003 00:00:00.000"), "2003-01-02T00:00:00.000");
  EXPECT_TRUE(parse_text_date("10/29/2017 01:59:44.562")->as_windows);
}

struct DateCase {
  std::string_view text;
  std::string_view iso;
};

constexpr DateCase kOtherForms[] = {
    {"1/2/2003 4:05:06", "2003-01-02T04:05:06.000"},
    {"01-02-2003 04:05:06.7", "2003-01-02T04:05:06.700"},
    {"01/02/2003 04:05:06.1234567", "2003-01-02T04:05:06.123"},
    {"01/02/2003 04:05:06,123", "2003-01-02T04:05:06.123"},
    {"01/02/2003 04:05", "2003-01-02T04:05:00.000"},
    {"01/02/2003 04:05:06 PM", "2003-01-02T16:05:06.000"},
    {"01/02/2003 12:05:06 am", "2003-01-02T00:05:06.000"},
    {"01/02/2003 12:05:06 pm", "2003-01-02T12:05:06.000"},
    {"2003-01-02T04:05:06.123", "2003-01-02T04:05:06.123"},
    {"2003/1/2 04:05:06", "2003-01-02T04:05:06.000"},
    {"  01/02/2003  04:05:06 ", "2003-01-02T04:05:06.000"},
};

TEST(TextDate, OfOtherPrograms_IsReadToo) {
  for (const DateCase& one : kOtherForms) {
    EXPECT_EQ(iso(one.text), one.iso) << one.text;
    EXPECT_FALSE(parse_text_date(one.text)->as_windows) << one.text;
  }
}

TEST(TextDate, OtherTexts_AreNone) {
  for (const std::string_view text :
       {"", "01/02/2003", "01/02/03 04:05:06", "01/02-2003 04:05:06", "1/2/2003 4", "x/2/2003 4:05",
        "01/02/2003 04:05:06.", "01/02/2003 04:05:06 XM", "01/02/2003 13:05:06 PM",
        "01/02/2003 00:05:06 AM", "01/02/2003 04:05:06 5", "2003/01/2003 04:05:06", "//  ::"}) {
    EXPECT_EQ(iso(text), "") << text;
  }
  EXPECT_EQ(iso("13/01/2003 00:00:00.000"), "no date");
  EXPECT_EQ(iso("02/29/2003 00:00:00.000"), "no date");
  EXPECT_EQ(iso("01/01/2003 24:00:00.000"), "no date");
}

TEST(TextDate, DayFirst_IsAnotherDay) {
  EXPECT_EQ(iso("13/01/2003 00:00:00.000", DateOrder::day_month_year), "2003-01-13T00:00:00.000");
  EXPECT_EQ(iso("2003-01-13 00:00", DateOrder::day_month_year), "2003-01-13T00:00:00.000");
}

// The times of a log with these rows, followed by what it reports about its dates.
std::string times_of(std::initializer_list<std::string_view> dates) {
  std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\M\\X\"\r\n";
  for (const std::string_view date : dates) text += '"' + std::string(date) + "\",\"1\"\r\n";
  const ReadLog log = read_log(text);
  std::string found;
  for (const LogRecord& record : log.records) {
    found += iso_8601(system_time_from(record.time_local)).value_or("").substr(0, 10) + ' ';
  }
  return found + anomalies_of(log);
}

TEST(DateOrder, MonthFirst_UnlessTheFileSaysOtherwise) {
  EXPECT_EQ(times_of({"01/02/2003 00:00:00.000", "01/03/2003 00:00:00.000"}),
            "2003-01-02 2003-01-03 ");
}

constexpr std::string_view kDayFirst =
    "log.csv, line 2: text log.order of dates at byte 36: has an invalid value (1)\n";

TEST(DateOrder, MonthThatCannotBe_MakesTheDayFirstInTheWholeFile) {
  EXPECT_EQ(times_of({"12/01/2003 00:00:00.000", "13/01/2003 00:00:00.000"}),
            "2003-01-12 2003-01-13 " + std::string(kDayFirst));
}

TEST(DateOrder, DatesThatRunBackwards_MakeTheDayFirstWhereWindowsDidNotWriteThem) {
  EXPECT_EQ(times_of({"30.11.2003 00:00", "1.12.2003 00:00"}),
            "2003-11-30 2003-12-01 " + std::string(kDayFirst));
  EXPECT_EQ(times_of({"3.2.2003 00:00", "1.3.2003 00:00"}),
            "2003-02-03 2003-03-01 " + std::string(kDayFirst));
  EXPECT_EQ(times_of({"03/02/2003 00:00:00.000", "01/03/2003 00:00:00.000"}),
            "2003-03-02 2003-01-03 ")
      << "a clock that was set back";
}

TEST(DateOrder, Dots_MeanTheDayFirst) {
  EXPECT_EQ(times_of({"05.10.2026 14:00:00", "05.10.2026 14:00:15"}),
            "2026-10-05 2026-10-05 " + std::string(kDayFirst));
}

// Two days, of which the month first makes a month.
TEST(DateOrder, OrderWithFewerGaps_IsTaken) {
  EXPECT_EQ(times_of({"05/10/2026 22:00", "05/10/2026 23:00", "06/10/2026 00:00"}),
            "2026-10-05 2026-10-05 2026-10-06 " + std::string(kDayFirst));
  EXPECT_EQ(times_of({"10/05/2026 22:00", "10/05/2026 23:00", "10/06/2026 00:00"}),
            "2026-10-05 2026-10-05 2026-10-06 log.csv, line 2: text log.order of dates at byte 36: "
            "has an invalid value (0)\n");
}

TEST(DateOrder, BothOrders_AreSaidToBeOpen) {
  EXPECT_EQ(times_of({"05/10/2026 14:00", "05/10/2026 15:00"}),
            "2026-05-10 2026-05-10 log.csv, line 2: text log.order of dates at byte 36: does not "
            "match the rest of the data (510)\n");
  EXPECT_EQ(times_of({"05/05/2026 14:00", "05/05/2026 15:00"}),
            "2026-05-05 2026-05-05 log.csv, line 2: text log.order of dates at byte 36: has an "
            "invalid value (0)\n");
}

TEST(DateOrder, DecimalCommas_CountForTheDayFirstAndLeaveItOpen) {
  const ReadLog log = read_log("(PDH-CSV 4.0) (UTC)(0);\\\\H\\M\\X\r\n05/10/2026 14:00;10,5\r\n");
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(system_time_from(log.records[0].time_local).month, 10);
  EXPECT_EQ(log.reader->anomalies()[0].what.error->aux, 10'510U);
}

TEST(DateOrder, CallersChoice_IsOverWhatTheFileShows) {
  const std::string_view text = "(PDH-CSV 4.0) (UTC)(0),\\\\H\\M\\X\r\n05.10.2026 14:00,1\r\n";
  TextLogOptions options;
  options.date_order = DateOrder::month_day_year;
  const ReadLog log = read_log(text, options);
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_EQ(system_time_from(log.records[0].time_local).month, 5);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(DateOrder, YearFirst_NeedsNoGuess) {
  EXPECT_EQ(
      times_of({"2003-01-02 00:00:00"}),
      "2003-01-02 log.csv, line 2: text log.order of dates at byte 36: has an invalid value (2)\n");
}

TEST(DateOrder, OneDamagedRow_TurnsNothingRound) {
  EXPECT_EQ(
      times_of({"01/02/2003 00:00:00.000", "31/02/2003 00:00:00.000", "01/03/2003 00:00:00.000"}),
      "2003-01-02 2003-01-03 log.csv, line 3: text log.time at byte 67: is out of range "
      "(0) (loss)\n");
}

TEST(TextDate, TimeWithoutDate_IsToldFromOtherTexts) {
  for (const std::string_view text : {"10:00", "00:15.0", "9:05", "10:00:15", "10:00:15,250"}) {
    EXPECT_TRUE(is_time_without_date(text)) << text;
  }
  for (const std::string_view text :
       {"", "10", "10:", "10:0", "10:00 x", "10:00.", "01/02/2003 10:00", "hello"}) {
    EXPECT_FALSE(is_time_without_date(text)) << text;
  }
}

TEST(DateOrder, LaterRowsAreLookedAt) {
  std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\M\\X\"\r\n";
  for (int i = 0; i < 10'000; ++i) text += "\"05/06/2003 00:00:00.000\",\"1\"\r\n";
  text += "\"13/06/2003 00:00:00.000\",\"1\"\r\n";
  const ReadLog log = read_log(text);
  ASSERT_EQ(log.records.size(), 10'001U);
  EXPECT_EQ(log.reader->date_order(), DateOrder::day_month_year);
  EXPECT_EQ(system_time_from(log.records[0].time_local).month, 6);
}

}  // namespace
}  // namespace openperflib
