#include "openperflib/view/chart/chart_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kPlotColumns = 28;  // of a text of 40

std::string repeated(std::string_view letter, std::size_t times = kPlotColumns) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += letter;
  return text;
}

// Two values, a minute apart.
Chart chart_of_two(double first, double last) {
  const FileTime ten = *file_time_from({.year = 2026, .month = 11, .day = 21, .hour = 10});
  const auto value = [](double number) {
    return Value{.number = number, .status = CStatus::valid_data};
  };
  const auto column = [](FileTime time, double number) {
    return ChartColumn{.first_time = time,
                       .last_time = time,
                       .first = number,
                       .least = number,
                       .largest = number,
                       .last = number,
                       .sum = number,
                       .count = 1};
  };
  Chart chart;
  chart.extent.note(ten);
  chart.extent.note(ten + 60 * kTicksPerSecond);
  ChartPanel panel{.quantity = Quantity::percent};
  panel.series.push_back(
      {.title = R"(\Processor(_Total)\% Processor Time)",
       .count = 2,
       .minimum = value(std::min(first, last)),
       .average = value((first + last) / 2),
       .maximum = value(std::max(first, last)),
       .last = value(last),
       .columns = {column(ten, first), column(ten + 60 * kTicksPerSecond, last)}});
  chart.panels.push_back(std::move(panel));
  return chart;
}

TEST(ChartText, FlatLine_IsARowOfDots) {
  EXPECT_EQ(chart_text(chart_of_two(100, 100), {.title = "one", .zone = "UTC"}, {.width = 40}),
            "one\n"
            "2026-11-21 10:00:00 to 10:01:00 · 1 min · 2 samples\n"
            "UTC\n"
            "\n"
            "Per cent\n"
            "\\Processor(_Total)\\% Processor Time\n"
            "  100.0 % to 100.0 %, 100.0 % on average, 100.0 % at the end\n"
            "     100 % |" +
                repeated("⠉") +
                "\n"
                "           |\n"
                "           |\n"
                "       0 % |\n"
                "            10:00:00 10:00:30   10:01:00\n");
}

TEST(ChartText, InAscii_HasNoOtherLetters) {
  const std::string text = chart_text(chart_of_two(100, 100), {.title = "one", .zone = "UTC"},
                                      {.width = 40, .characters = BarCharacters::ascii});
  EXPECT_THAT(text, HasSubstr("     100 % |" + repeated("'") + "\n"));
  EXPECT_THAT(text, HasSubstr("10:01:00 - 1 min - 2 samples\nUTC\n"));
  for (const char letter : text) EXPECT_TRUE(letter == '\n' || (letter >= ' ' && letter <= '~'));
}

// From the lower left to the upper right corner.
TEST(ChartText, Slope_JoinsItsValues) {
  const std::string text = chart_text(chart_of_two(0, 100), {.title = "one"},
                                      {.width = 40, .characters = BarCharacters::ascii});
  EXPECT_THAT(text, HasSubstr("       0 % |."));
  EXPECT_THAT(text, HasSubstr("     100 % |                     "));
  EXPECT_THAT(text, HasSubstr("'\n           |"));
}

TEST(ChartText, Gap_IsNotJoined) {
  Chart chart = chart_of_two(100, 100);
  chart.panels[0].series[0].columns[1].is_after_gap = true;
  const std::string text =
      chart_text(chart, {.title = "one"}, {.width = 40, .characters = BarCharacters::ascii});
  EXPECT_THAT(text, HasSubstr("     100 % |'" + repeated(" ", kPlotColumns - 2) + "'\n"));
}

TEST(ChartText, Names_ArePrintable) {
  Chart chart = chart_of_two(1, 2);
  chart.panels[0].series[0].title = "\\A(\x1b[2J)\\B";
  EXPECT_THAT(chart_text(chart, {.title = "\x1b[2J"}, {}), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace openperflib
