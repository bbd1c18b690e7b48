#include <gtest/gtest.h>

#include "openperflib/log/text/text_log_mark_internal.h"
#include "openperflib/log/time/zone_resource_names_internal.h"

namespace openperflib {
namespace {

using Form = TextLogMark::Form;

struct FirstCell {
  std::string_view cell;
  std::string_view zone;
  std::optional<int> bias;
  Form form;
};

// First cells as genuine logs have them.
constexpr FirstCell kFirstCells[] = {
    {"(PDH-CSV 4.0) (GMT Standard Time)(-60)", "GMT Standard Time", -60, Form::full},
    {"(PDH-CSV 4.0) (Pacific Standard Time)(480)", "Pacific Standard Time", 480, Form::full},
    {"(PDH-CSV 4.0) (Central Standard Time (Mexico))(360)", "Central Standard Time (Mexico)", 360,
     Form::full},
    {"(PDH-CSV 4.0) ()(-540)", "", -540, Form::full},
    {"(PDH-CSV 4.0)()(-540)", "", -540, Form::full},
    {"(PDH-CSV 4.0)", "", std::nullopt, Form::short_},
    {"(PDH-CSV 4.0) ", "", std::nullopt, Form::short_},
    {"(PDH-CSV 4.0) (RTZ 2 (", "RTZ 2 (", std::nullopt, Form::cut},
    {"(PDH-CSV 4.0) (Paris, Madrid (heure d", "Paris, Madrid (heure d", std::nullopt, Form::cut},
    {"(PDH-CSV 4.0) (", "", std::nullopt, Form::cut},
    {"(PDH-CSV 4.0) (GMT Standard Time)", "GMT Standard Time", std::nullopt, Form::no_bias},
    {"(PDH-CSV 4.0) (X)(a day)", "X", std::nullopt, Form::no_bias},
    {"(PDH-CSV 4.0) (X)(1440)", "X", std::nullopt, Form::no_bias},
    {"(PDH-CSV 4.0) (X)(-1439)", "X", -1439, Form::full},
    {"(PDH-CSV 4.0) (@tzres.dll,-212)(480)", "Pacific Standard Time", 480, Form::full},
    {"(PDH-CSV 4.0) (@tzres.dll,-99999)(0)", "@tzres.dll,-99999", 0, Form::full},
    {"(PDH-CSV 4.0) (", "", std::nullopt, Form::cut},
    {"(PDH-CSV 4.0) Z", "", std::nullopt, Form::cut},
};

TEST(TextLogMark, EveryFirstCellOfGenuineLogs_IsUnderstood) {
  for (const FirstCell& one : kFirstCells) {
    const auto mark = parse_text_log_mark(one.cell);
    ASSERT_TRUE(mark.has_value()) << one.cell;
    EXPECT_EQ(mark->zone_name, one.zone) << one.cell;
    EXPECT_EQ(mark->bias, one.bias) << one.cell;
    EXPECT_EQ(mark->form, one.form) << one.cell;
    EXPECT_EQ(mark->format, TextLogFormat::csv) << one.cell;
  }
}

TEST(TextLogMark, FormatIsReadInAnyCase) {
  EXPECT_EQ(parse_text_log_mark("(PDH-TSV 4.0) (UTC)(0)")->format, TextLogFormat::tsv);
  EXPECT_EQ(parse_text_log_mark("(pdh-csv 4.0) (utc)(0)")->format, TextLogFormat::csv);
}

TEST(TextLogMark, OtherCells_AreNone) {
  for (const std::string_view cell :
       {"", "Time", "(PDH-CSV 4.0", "(PDH-XML 4.0) (UTC)(0)", "PDH-CSV 4.0", "(PDH-CSV 5.0)"}) {
    EXPECT_FALSE(parse_text_log_mark(cell).has_value()) << cell;
  }
}

// Numbers and names of zones from the registries of real machines.
TEST(ZoneResource, PublicNumbers_AreNames) {
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-212"), "Pacific Standard Time");
  EXPECT_EQ(zone_name_of_resource("@TZRES.DLL,-211"), "Pacific Daylight Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-112"), "Eastern Standard Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-262"), "GMT Standard Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-322"), "W. Europe Standard Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-214"), "Pacific Daylight Time (Mexico)");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-105"), "Central Brazilian Standard Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-449"), "Azerbaijan Standard Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-932"), "Coordinated Universal Time");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-1162"), "UTC-02");
  EXPECT_EQ(zone_name_of_resource("@tzres.dll,-1391"), "UTC+13");
}

TEST(ZoneResource, UnknownNumbersAndOtherTexts_AreNothing) {
  for (const std::string_view text :
       {"@tzres.dll,-210", "@tzres.dll,-9", "@tzres.dll,-213", "@tzres.dll,-99999",
        "@tzres.dll,-1163", "@tzres.dll,-1401", "@tzres.dll,-", "@tzres.dll,-12x", "@tzres.dll,212",
        "@shell32.dll,-212", "", "UTC"}) {
    EXPECT_EQ(zone_name_of_resource(text), std::nullopt) << text;
  }
}

TEST(TextLogMark, BlanksAndTextsAroundTheOffset_DoNotHideIt) {
  for (const char* cell :
       {"(PDH-CSV 4.0) (GMT Standard Time)(0) Time", "(PDH-CSV 4.0) (GMT Standard Time) (0)",
        " (PDH-CSV 4.0)  (GMT Standard Time)( 0 ) "}) {
    const auto mark = parse_text_log_mark(cell);
    ASSERT_TRUE(mark.has_value()) << cell;
    EXPECT_EQ(mark->zone_name, "GMT Standard Time") << cell;
    EXPECT_EQ(mark->bias, 0) << cell;
    EXPECT_EQ(mark->form, TextLogMark::Form::full) << cell;
  }
}

TEST(TextLogMark, CellOfOurSpreadsheets_HasTheOffset) {
  const auto mark = parse_text_log_mark("time (UTC-03:30)");
  ASSERT_TRUE(mark.has_value());
  EXPECT_EQ(mark->zone_name, "UTC-03:30");
  EXPECT_EQ(mark->bias, 210);
  EXPECT_EQ(parse_text_log_mark("time (UTC)"), std::nullopt);
  EXPECT_EQ(parse_text_log_mark("time"), std::nullopt);
}

}  // namespace
}  // namespace openperflib
