// The drawing of curves, letter for letter.
#include "openperflib/view/chart/chart_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/view/chart/chart_json.h"
#include "openperflib/view/chart/chart_page.h"
#include "openperflib/view/chart/chart_picture.h"

namespace openperflib {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr ValueAxis kAxis{.low = 0, .high = 100, .step = 25, .height = 150};

std::string curve(const std::vector<CurvePoint>& points, std::string_view line = "s0") {
  std::string svg;
  add_curve(svg, points, kAxis, line);
  return svg;
}

TEST(ChartCurve, Columns_AreABandAroundTheirAverages) {
  EXPECT_EQ(curve({{.x = 0, .least = 10, .largest = 30, .average = 20},
                   {.x = 0.5, .least = 20, .largest = 60, .average = 40}}),
            "<svg y=\"10\" width=\"100%\" height=\"150\" viewBox=\"0 0 1000 150\" "
            "preserveAspectRatio=\"none\">"
            "<path class=\"area s0\" d=\"M0.0 105.0L500.0 60.0L500.0 120.0L0.0 135.0Z\"/>"
            "<path class=\"line s0\" d=\"M0.0 120.0L500.0 90.0\"/></svg>");
}

TEST(ChartCurve, SingleValues_HaveNoBand) {
  EXPECT_THAT(curve({{.x = 0, .least = 10, .largest = 10, .average = 10},
                     {.x = 1, .least = 20, .largest = 20, .average = 20}},
                    {}),
              HasSubstr("\"none\"><path class=\"line\" d=\"M0.0 135.0L1000.0 120.0\"/></svg>"));
}

TEST(ChartCurve, Gap_EndsTheLine) {
  const std::string svg = curve({{.x = 0, .least = 0, .largest = 0, .average = 0},
                                 {.x = 0.1, .least = 0, .largest = 0, .average = 0},
                                 {.x = 0.8, .average = 0, .is_after_gap = true},
                                 {.x = 0.9, .average = 0}});
  EXPECT_THAT(svg, HasSubstr("d=\"M0.0 150.0L100.0 150.0M800.0 150.0L900.0 150.0\""));
}

TEST(ChartCurve, ValueBetweenTwoGaps_IsADot) {
  EXPECT_THAT(curve({{.x = 0, .average = 0},
                     {.x = 0.5, .average = 0},
                     {.x = 1, .least = 5, .largest = 5, .average = 5, .is_after_gap = true}}),
              HasSubstr("<circle class=\"dot s0\" cx=\"100.00%\" cy=\"152.5\" r=\"2.5\"/>"));
}

// One panel with one series of two columns; its name is hostile.
Chart small_chart() {
  const FileTime ten = *file_time_from({.year = 2026, .month = 11, .day = 21, .hour = 10});
  const auto value = [](double number) {
    return Value{.number = number, .status = CStatus::valid_data};
  };
  Chart chart{.extent = {.bias_minutes = 480}, .column = kTicksPerSecond};
  chart.extent.note(ten);
  chart.extent.note(ten + 60 * kTicksPerSecond);
  ChartSeries series{.path = R"(\\M\Process(<b>)\% User Time)",
                     .title = R"(\Process(<b>)\% User Time)",
                     .count = 3,
                     .gaps = 1,
                     .minimum = value(10),
                     .average = value(20),
                     .maximum = value(60),
                     .last = value(12)};
  series.columns.push_back({.first_time = ten,
                            .last_time = ten + 1000,
                            .first = 10,
                            .least = 10,
                            .largest = 60,
                            .last = 60,
                            .sum = 70,
                            .count = 2});
  series.columns.push_back({.first_time = ten + 60 * kTicksPerSecond,
                            .last_time = ten + 60 * kTicksPerSecond,
                            .first = 12,
                            .least = 12,
                            .largest = 12,
                            .last = 12,
                            .sum = 12,
                            .count = 1,
                            .is_after_gap = true});
  ChartPanel panel{.quantity = Quantity::percent};
  panel.series.push_back(std::move(series));
  panel.left_out = 3;
  chart.panels.push_back(std::move(panel));
  return chart;
}

TEST(ChartJson, HasEachColumnAndTheStatistics) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_chart(out, small_chart());
  out.end_object();
  EXPECT_EQ(
      out.take(),
      R"({"records":2,"first":"2026-11-21T10:00:00.000","last":"2026-11-21T10:01:00.000",)"
      R"("bias_minutes":480,"column_seconds":1.0,"panels":[{"unit":"percent","series":[{)"
      R"("path":"\\\\M\\Process(<b>)\\% User Time","title":"\\Process(<b>)\\% User Time",)"
      R"("type":"PERF_COUNTER_RAWCOUNT_HEX","count":3,"gaps":1,"min":10.0,"average":20.0,"max":60.0,)"
      R"("last":12.0,"columns":[{"time":"2026-11-21T10:00:00.000","first":10.0,"min":10.0,)"
      R"("max":60.0,"last":60.0,"average":35.0,"count":2,"after_gap":false},)"
      R"({"time":"2026-11-21T10:01:00.000","first":12.0,"min":12.0,"max":12.0,"last":12.0,)"
      R"("average":12.0,"count":1,"after_gap":true}]}],"left_out":3}],"without_value":[],)"
      R"("without_value_count":0,"not_followed":0,"notes":[]})");
}

TEST(ChartPicture, SaysWhatItShowsInWords) {
  const std::string svg =
      chart_picture(small_chart(), {.title = "<one>", .zone = "UTC-08:00", .width = 800});
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" "));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;one&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>Per cent, 2026-11-21 10:00:00 to 10:01:00: "
                             "\\Process(&lt;b&gt;)\\% User Time between 10.0 % and 60.0 %, 20.0 % "
                             "on average.</desc>"));
  EXPECT_THAT(svg, HasSubstr("2026-11-21 10:00:00 to 10:01:00 · 1 min · 2 samples · UTC-08:00"));
  EXPECT_THAT(svg, HasSubstr("3 smaller series are left out."));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
  EXPECT_THAT(svg, Not(HasSubstr("var(")));
}

TEST(ChartPicture, NarrowOne_KeepsTheNumbers) {
  const std::string svg = chart_picture(small_chart(), {.title = "one", .width = 400});
  EXPECT_THAT(svg, HasSubstr("10.0 % to 60.0 %, 20.0 % on average, 12.0 % at the end"));
  EXPECT_THAT(svg, HasSubstr("unknown time zone"));
}

TEST(ChartPage, HasTheStatisticsAsATable) {
  const std::string page = chart_page(small_chart(), {.title = "<one>"}, "9.9");
  EXPECT_THAT(page, HasSubstr("<h1>&lt;one&gt;</h1>"));
  EXPECT_THAT(page,
              HasSubstr("<td><i class=\"key s0\"></i>\\Process(&lt;b&gt;)\\% User Time</td>"
                        "<td class=\"number\">10.0 %</td><td class=\"number\">20.0 %</td>"
                        "<td class=\"number\">60.0 %</td><td class=\"number\">12.0 %</td></tr>"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(ChartRemarks, NameSeriesWithoutAValue) {
  Chart chart = small_chart();
  EXPECT_TRUE(chart_remarks(chart).empty());
  chart.without_value = {"\\A\\B", "\\A\\C"};
  chart.without_value_count = 2;
  ASSERT_EQ(chart_remarks(chart).size(), 1U);
  EXPECT_EQ(chart_remarks(chart)[0], "2 series have no value, such as \\A\\B.");
}

}  // namespace
}  // namespace openperflib
