#include "apps/perflib/log_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/perflib/difference_text.h"

namespace openperflib::apps {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr FileTime kSecond = 10'000'000;

Value number(double value) { return {.number = value, .status = CStatus::valid_data}; }

SummaryOfSeries series(std::string path, double average, std::uint64_t count = 10) {
  SummaryOfSeries one;
  one.counter = path.substr(path.rfind('\\') + 1);
  one.path = std::move(path);
  one.was_there = true;
  one.count = count;
  one.average = number(average);
  one.minimum = number(average - 1);
  one.maximum = number(average + 1);
  one.p95 = number(average);
  return one;
}

LogExtent extent(FileTime first_second, FileTime last_second) {
  return {.records = 2, .first_local = first_second * kSecond, .last_local = last_second * kSecond};
}

std::vector<std::string> paths_of(const std::vector<SeriesChange>& changes) {
  std::vector<std::string> paths;
  for (const SeriesChange& change : changes) paths.push_back(change.path);
  return paths;
}

TEST(AlignedWindows, FromTheStartOfBoth_LastAsLongAsTheShorter) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(5000, 5060),
                      {.first = 100 * kSecond, .second = 5000 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 100 * kSecond);
  EXPECT_EQ(windows->first.end_local, 160 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 5000 * kSecond);
  EXPECT_EQ(windows->second.end_local, 5060 * kSecond);
}

TEST(AlignedWindows, AroundAMoment_HaveWhatBothHaveBeforeAndBehindIt) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(5000, 5060),
                      {.first = 300 * kSecond, .second = 5020 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 280 * kSecond);
  EXPECT_EQ(windows->first.end_local, 340 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 5000 * kSecond);
  EXPECT_EQ(windows->second.end_local, 5060 * kSecond);
}

TEST(AlignedWindows, WithALength_BeginAtTheMoment) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(100, 700),
                      {.first = 200 * kSecond, .second = 400 * kSecond, .length = 60 * kSecond});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 200 * kSecond);
  EXPECT_EQ(windows->first.end_local, 260 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 400 * kSecond);
  EXPECT_EQ(windows->second.end_local, 460 * kSecond);
}

TEST(AlignedWindows, MomentBeforeALog_BeginsWhereThatBegins) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(100, 700),
                      {.first = 50 * kSecond, .second = 150 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 100 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 200 * kSecond);
}

TEST(AlignedWindows, MomentBehindALog_IsNothing) {
  const Alignment behind{.first = 800 * kSecond, .second = 200 * kSecond, .length = {}};
  EXPECT_FALSE(aligned_windows(extent(100, 700), extent(100, 700), behind).has_value());
}

TEST(LogDifference, SeriesAreTheSameByNameWhateverTheMachineAndCase) {
  const auto difference = difference_of({series(R"(\\A\Memory\Available Bytes)", 100)},
                                        {series(R"(\\B\memory\AVAILABLE bytes)", 150)});
  ASSERT_EQ(difference.changes.size(), 1U);
  EXPECT_EQ(difference.changes[0].path, R"(\Memory\Available Bytes)");
  EXPECT_EQ(difference.changes[0].difference, 50);
  EXPECT_EQ(difference.changes[0].part, 0.5);
}

TEST(LogDifference, LogOfTwoMachines_KeepsThemApart) {
  const std::vector<SummaryOfSeries> two = {series(R"(\\A\Memory\Available Bytes)", 1),
                                            series(R"(\\B\Memory\Available Bytes)", 2)};
  const auto difference = difference_of(two, two);
  EXPECT_THAT(paths_of(difference.changes),
              ElementsAre(R"(\\A\Memory\Available Bytes)", R"(\\B\Memory\Available Bytes)"));
}

TEST(LogDifference, LargestChangeIsFirst) {
  const auto difference = difference_of(
      {series(R"(\M\A\grew)", 10), series(R"(\M\A\same)", 5), series(R"(\M\A\halved)", 8)},
      {series(R"(\M\A\grew)", 100), series(R"(\M\A\same)", 5), series(R"(\M\A\halved)", 4)});
  EXPECT_THAT(paths_of(difference.changes),
              ElementsAre(R"(\M\A\grew)", R"(\M\A\halved)", R"(\M\A\same)"));
  EXPECT_EQ(difference.changes[2].weight, 0);
}

// From 0 to 0.01 is all of the larger one, but nothing beside 10 to 90: 1 * sqrt(0.01 / 90) =
// 0.0105.
TEST(LogDifference, NewcomerOfNoSize_StandsBehindItsSiblings) {
  const auto difference = difference_of({series(R"(\Process(idler)\% Processor Time)", 0),
                                         series(R"(\Process(busy)\% Processor Time)", 10)},
                                        {series(R"(\Process(idler)\% Processor Time)", 0.01),
                                         series(R"(\Process(busy)\% Processor Time)", 90)});
  EXPECT_THAT(paths_of(difference.changes), ElementsAre(R"(\Process(busy)\% Processor Time)",
                                                        R"(\Process(idler)\% Processor Time)"));
  EXPECT_NEAR(difference.changes[0].weight, 80.0 / 90, 1e-12);
  EXPECT_NEAR(difference.changes[1].weight, 0.010540925533894597, 1e-12);
  EXPECT_EQ(difference.changes[1].part, std::nullopt);
}

TEST(LogDifference, WhatOneLogAloneHas_IsNamed) {
  SummaryOfSeries absent = series(R"(\O\never there)", 1);
  absent.was_there = false;
  const auto difference = difference_of({series(R"(\O\both)", 1), series(R"(\O\gone)", 1), absent},
                                        {series(R"(\O\new)", 1), series(R"(\O\both)", 1)});
  EXPECT_THAT(difference.only_in_first, ElementsAre(R"(\O\gone)"));
  EXPECT_THAT(difference.only_in_second, ElementsAre(R"(\O\new)"));
}

TEST(LogDifference, SeriesWithoutAnAverage_IsNeverTakenFor0) {
  SummaryOfSeries empty = series(R"(\O\counter)", 0, 0);
  empty.average = Value{};
  const auto difference = difference_of({empty}, {series(R"(\O\counter)", 5)});
  EXPECT_THAT(difference.changes, IsEmpty());
  EXPECT_THAT(difference.without_values, ElementsAre(R"(\O\counter)"));
}

TEST(LogDifference, NamesakesAreWeighedByTheirValues) {
  const auto difference = difference_of({series(R"(\Process(svchost)\Thread Count)", 10, 30),
                                         series(R"(\Process(svchost)\Thread Count)", 20, 10)},
                                        {series(R"(\Process(svchost)\Thread Count)", 12.5)});
  ASSERT_EQ(difference.changes.size(), 1U);
  const SummaryOfSeries& both = difference.changes[0].first;
  EXPECT_EQ(both.average.number, 12.5);
  EXPECT_EQ(both.minimum.number, 9);
  EXPECT_EQ(both.maximum.number, 21);
  EXPECT_EQ(both.count, 40U);
  EXPECT_FALSE(both.p95.usable());
  EXPECT_EQ(difference.changes[0].difference, 0);
}

TEST(LogDifference, IdsAndAgesAreLeftOut) {
  const auto difference = difference_of(
      {series(R"(\Process(a)\ID Process)", 10), series(R"(\Process(a)\Elapsed Time)", 10)},
      {series(R"(\Process(a)\ID Process)", 99), series(R"(\Process(a)\Elapsed Time)", 99)});
  EXPECT_THAT(difference.changes, IsEmpty());
}

TEST(DifferenceTable, RowsSayHowMuchInWords) {
  const auto difference =
      difference_of({series(R"(\O\a)", 10), series(R"(\O\b)", 0), series(R"(\O\c)", 7),
                     series(R"(\O\d)", -10), series(R"(\O\e)", 100)},
                    {series(R"(\O\a)", 250), series(R"(\O\b)", 3), series(R"(\O\c)", 0),
                     series(R"(\O\d)", -5), series(R"(\O\e)", 104)});
  const std::string text = difference_table(difference, {});
  EXPECT_THAT(text, HasSubstr("    x 25"));
  EXPECT_THAT(text, HasSubstr("  from 0"));
  EXPECT_THAT(text, HasSubstr("    to 0"));
  EXPECT_THAT(text, HasSubstr("   +50 %"));
  EXPECT_THAT(text, HasSubstr(" 1 counter changed by less than 5 %\n"));
}

TEST(DifferenceTable, BeyondTheRows_IsCounted) {
  const auto difference =
      difference_of({series(R"(\O\a)", 10), series(R"(\O\b)", 10), series(R"(\O\c)", 10)},
                    {series(R"(\O\a)", 50), series(R"(\O\b)", 40), series(R"(\O\c)", 30)});
  const std::string text = difference_table(difference, {.most = 1});
  EXPECT_THAT(text, HasSubstr(" 2 more changed; --top N shows more\n 0 counters changed"));
}

}  // namespace
}  // namespace openperflib::apps
