#include "openperflib/view/chart/chart_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace openperflib {
namespace {

using testing::ElementsAre;

FileTime time_of(std::uint16_t day, std::uint16_t hour, std::uint16_t minute = 0) {
  return *file_time_from({.year = 2026, .month = 11, .day = day, .hour = hour, .minute = minute});
}

std::vector<std::string> labels_of(const TimeAxis& axis) {
  std::vector<std::string> labels;
  for (const TimeAxis::Tick& tick : axis.ticks()) labels.push_back(tick.label + tick.date);
  return labels;
}

TEST(TimeAxis, OneHour_HasATickEveryTenMinutes) {
  EXPECT_THAT(labels_of({time_of(21, 10), time_of(21, 11)}),
              ElementsAre("10:00", "10:10", "10:20", "10:30", "10:40", "10:50", "11:00"));
}

TEST(TimeAxis, OverMidnight_NamesTheDays) {
  EXPECT_THAT(labels_of({time_of(21, 18, 30), time_of(22, 6)}),
              ElementsAre("20:0021 Nov", "22:0021 Nov", "00:0022 Nov", "02:0022 Nov", "04:0022 Nov",
                          "06:0022 Nov"));
}

TEST(TimeAxis, ShorterThanASecond_HasTheTickOfItsBeginning) {
  const FileTime begin = time_of(21, 10) + 1;
  EXPECT_THAT(labels_of({begin, begin + kTicksPerSecond / 2}), ElementsAre("10:00:00"));
}

TEST(ValueAxis, Percent_EndsAt100IfItIsNear) {
  const ValueAxis axis = value_axis_between(20, 86.9, Quantity::percent, 150);
  EXPECT_THAT(axis.ticks(), ElementsAre(0, 25, 50, 75, 100));
  EXPECT_EQ(axis.y(0), 150);
  EXPECT_EQ(axis.y(100), 0);
  EXPECT_EQ(tick_text(Quantity::percent, 25), "25 %");
}

TEST(ValueAxis, LowPercent_KeepsItsShape) {
  EXPECT_THAT(value_axis_between(3, 12.4, Quantity::percent, 150).ticks(),
              ElementsAre(0, 5, 10, 15));
}

TEST(ValueAxis, Bytes_HaveStepsOfTheirUnits) {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  const ValueAxis axis = value_axis_between(0, 3.2 * kGibi, Quantity::bytes, 100);
  EXPECT_THAT(axis.ticks(), ElementsAre(0, kGibi, 2 * kGibi, 3 * kGibi, 4 * kGibi));
  EXPECT_EQ(tick_text(Quantity::bytes, 3 * kGibi), "3 GB");
}

TEST(ValueAxis, NegativeNumbers_HaveRoomBelowZero) {
  EXPECT_THAT(value_axis_between(-4, 4, Quantity::number, 100).ticks(),
              ElementsAre(-4, -2, 0, 2, 4));
}

TEST(ValueAxis, NegativeNumbersOnly_EndAtZero) {
  const ValueAxis axis = value_axis_between(-8, -4, Quantity::number, 100);
  EXPECT_THAT(axis.ticks(), ElementsAre(-8, -6, -4, -2, 0));
  EXPECT_FALSE(std::signbit(axis.high));
  EXPECT_EQ(axis.y(-8), 100);
  EXPECT_EQ(axis.y(-4), 50);
}

TEST(ValueAxis, NothingButZero_HasAnAxis) {
  const ValueAxis axis = value_axis_between(0, 0, Quantity::rate, 100);
  EXPECT_EQ(axis.low, 0);
  EXPECT_EQ(axis.high, 1);
}

}  // namespace
}  // namespace openperflib
