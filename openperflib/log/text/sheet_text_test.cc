#include "openperflib/log/text/sheet_text.h"

#include <gtest/gtest.h>

#include "openperflib/log/time/written_time.h"

namespace openperflib {
namespace {

TEST(SheetText, TitleOfTheTimes_HasTheOffsetThatIsKnown) {
  EXPECT_EQ(sheet_time_title({.name = "CET", .bias_minutes = -60}), "time (UTC+01:00)");
  EXPECT_EQ(sheet_time_title({.name = "UTC", .bias_minutes = 0}), "time (UTC+00:00)");
  EXPECT_EQ(sheet_time_title({.name = "", .bias_minutes = 0, .is_known = false}), "time");
}

TEST(SheetText, Time_IsRoundedToTheSecond) {
  std::string text;
  append_sheet_time(text, time_from_written("2026-11-21 23:59:59.500").value());
  EXPECT_EQ(text, "2026-11-22 00:00:00");
  text.clear();
  append_sheet_time(text, time_from_written("2026-11-21 10:00:00.499").value());
  EXPECT_EQ(text, "2026-11-21 10:00:00");
}

TEST(SheetText, DecimalComma_IsThatOfTheNumberAlone) {
  std::string text = "a.b;";
  append_sheet_number(text, 0.5, SheetStyle::decimal_comma);
  EXPECT_EQ(text, "a.b;0,5");
  text.clear();
  append_sheet_number(text, 0.5, SheetStyle::decimal_point);
  EXPECT_EQ(text, "0.5");
}

TEST(SheetText, Semicolon_IsForCommasInCsvAlone) {
  EXPECT_EQ(separator_of(TextLogFormat::csv, std::nullopt), ',');
  EXPECT_EQ(separator_of(TextLogFormat::csv, SheetStyle::decimal_point), ',');
  EXPECT_EQ(separator_of(TextLogFormat::csv, SheetStyle::decimal_comma), ';');
  EXPECT_EQ(separator_of(TextLogFormat::tsv, SheetStyle::decimal_comma), '\t');
}

}  // namespace
}  // namespace openperflib
