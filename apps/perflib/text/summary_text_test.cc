#include "apps/perflib/text/summary_text.h"

#include <gtest/gtest.h>

#include <string_view>

#include "openperflib/testing/valid_value.h"

namespace openperflib::apps {
namespace {

// Ten values of one counter, 0.0 to 9.0.
SummaryOfSeries ten_values() {
  SummaryOfSeries one;
  one.title = "\\Memory";
  one.counter = "Pages";
  one.type = CounterType(0x00010000);  // PERF_COUNTER_RAWCOUNT
  one.count = 10;
  one.gaps = 2;
  one.minimum = valid_value(0);
  one.average = valid_value(4.5);
  one.p50 = valid_value(4);
  one.p95 = valid_value(9);
  one.p99 = valid_value(9);
  one.maximum = valid_value(9);
  for (int i = 0; i < 10; ++i) one.trend.add(i);
  return one;
}

std::string summary_table(const std::vector<SummaryOfSeries>& all, std::size_t width,
                          BarCharacters bars) {
  std::string text;
  print_summary_table(all, width, bars, [&](std::string_view piece) { text += piece; });
  return text;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(SummaryTable, WideEnough_HasEverything) {
  const std::string text = summary_table({ten_values()}, 80, BarCharacters::ascii);
  EXPECT_TRUE(
      text.starts_with("          count  gaps  min  average  p50  p95  p99  max\n \\Memory\n"
                       "   Pages     10     2    0"));
  EXPECT_TRUE(has(text, "#\n"));
}

TEST(SummaryTable, Narrow_GivesUpTwoPercentilesBeforeTheTrend) {
  const std::string text = summary_table({ten_values()}, 56, BarCharacters::ascii);
  EXPECT_TRUE(text.starts_with("          count  gaps  min  average  p95  max\n"));
  EXPECT_TRUE(has(text, "#\n"));
}

TEST(SummaryTable, Narrower_GivesUpTheTrendToo) {
  const std::string text = summary_table({ten_values()}, 46, BarCharacters::ascii);
  EXPECT_TRUE(text.starts_with("          count  gaps  min  average  p95  max\n"));
  EXPECT_FALSE(has(text, "#"));
}

TEST(SummaryTable, ByCounter_InstancesStandBelowTheirCounter) {
  SummaryOfSeries one = ten_values();
  one.path = R"(\\A\Process(sh)\Pages)";
  one.title = "\\Process(sh)";
  SummaryOfSeries other = one;
  other.path = R"(\\A\Process(dash)\Pages)";
  other.title = "\\Process(dash) (3 in turn)";
  other.instances = 3;
  std::string text;
  print_summary_table(
      {one, other, ten_values()}, 40, BarCharacters::ascii,
      [&](std::string_view piece) { text += piece; }, SummaryOrder::by_counter);
  EXPECT_TRUE(has(text, "\n \\Process(*)\\Pages\n   sh  ")) << text;
  EXPECT_TRUE(has(text, "\n   dash (3 in turn)  ")) << text;
  EXPECT_TRUE(has(text, "\n \\Memory\n   Pages  ")) << text;
}

TEST(SummaryTable, LinesAreNoWiderThanTheScreen) {
  for (const std::size_t width : {80U, 120U, 160U}) {
    const std::string text = summary_table({ten_values()}, width, BarCharacters::ascii);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(end - at, width);
      at = end + 1;
    }
  }
}

TEST(SummaryTable, LongNamesAndWideValues_KeepTheAverageAndTheMaximum) {
  SummaryOfSeries one = ten_values();
  one.counter = "Maximum number of open connections";
  one.maximum = one.average = valid_value(1.5e15);
  const std::string text = summary_table({one}, 80, BarCharacters::ascii);
  EXPECT_TRUE(
      text.starts_with(std::string(37, ' ') + "  count           average               max\n"))
      << text;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(text.find('\n', at) - at, 80U);
  }
}

TEST(SummaryTable, ValueThatIsMissing_IsADash) {
  SummaryOfSeries none;
  none.title = "\\Memory";
  none.counter = "Pages";
  none.gaps = 3;
  EXPECT_EQ(summary_table({none}, 80, BarCharacters::ascii),
            "          count  gaps  min  average  p50  p95  p99  max\n \\Memory\n"
            "   Pages      0     3    -        -    -    -    -    -\n");
}

TEST(SummaryHead, WithoutSamples_SaysSo) { EXPECT_EQ(summary_head({}, 80), " no samples\n"); }

TEST(SummaryHead, OneSample_HasNoPace) {
  SummaryExtent extent;
  extent.note(*file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1}));
  EXPECT_EQ(summary_head(extent, 132),
            " 2026-11-22 01:00:00 to 2026-11-22 01:00:00 local time  1 sample\n");
}

TEST(SummaryHead, SamplesAtOneTime_HaveLostTheirSeconds) {
  SummaryExtent extent;
  const auto time = *file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1});
  extent.note(time);
  extent.note(time);
  EXPECT_EQ(
      summary_head(extent, 132),
      " 2026-11-22 01:00:00 to 2026-11-22 01:00:00 local time  2 samples, all at one time: the "
      "seconds are lost\n");
}

TEST(SummaryHead, WiderThanTheScreen_IsTwoLines) {
  SummaryExtent extent{.bias_minutes = 0};
  extent.note(*file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1}));
  extent.note(*file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1, .second = 5}));
  const std::string times = "2026-11-22 01:00:00 to 2026-11-22 01:00:05 UTC+00:00";
  const std::string samples = "2 samples, one every 5.0 s";
  EXPECT_EQ(summary_head(extent, 82, 2), "  " + times + "  " + samples + "\n");
  EXPECT_EQ(summary_head(extent, 81, 2), "  " + times + "\n  " + samples + "\n");
}

TEST(SummaryHead, BiasIsShownAsTheOffset) {
  SummaryExtent extent;
  extent.bias_minutes = -330;
  extent.note(*file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1}));
  extent.note(*file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 1, .second = 5}));
  EXPECT_EQ(summary_head(extent, 132),
            " 2026-11-22 01:00:00 to 2026-11-22 01:00:05 UTC+05:30  2 samples, one every 5.0 s\n");
}

TEST(SummaryTable, CounterOfStates_HasTheirWords) {
  SummaryOfSeries one = ten_values();
  one.path = "\\\\db-17\\Thread(sh/0)\\Thread State";
  one.counter = "Thread State";
  one.minimum = valid_value(2);
  one.maximum = valid_value(5);
  const std::string text = summary_table({one}, 120, BarCharacters::ascii);
  EXPECT_TRUE(has(text, "2 running")) << text;
  EXPECT_TRUE(has(text, "5 waiting")) << text;
  EXPECT_TRUE(has(text, "  4.5  ")) << text;  // an average
}

}  // namespace
}  // namespace openperflib::apps
