#include "openperflib/view/summary/log_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/valid_value.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SummaryOfSeries series_with_average(std::string path, double average, std::uint64_t count = 10) {
  SummaryOfSeries one;
  one.counter = path.substr(path.rfind('\\') + 1);
  one.path = std::move(path);
  one.was_there = true;
  one.count = count;
  one.average = valid_value(average);
  one.minimum = valid_value(average - 1);
  one.maximum = valid_value(average + 1);
  one.p95 = valid_value(average);
  return one;
}

std::vector<std::string> paths_of(const std::vector<SeriesChange>& changes) {
  std::vector<std::string> paths;
  for (const SeriesChange& change : changes) paths.push_back(change.path);
  return paths;
}

TEST(LogDifference, SeriesAreTheSameByNameWhateverTheMachineAndCase) {
  const auto difference =
      difference_of({series_with_average(R"(\\A\Memory\Available Bytes)", 100)},
                    {series_with_average(R"(\\B\memory\AVAILABLE bytes)", 150)});
  ASSERT_EQ(difference.changes.size(), 1U);
  EXPECT_EQ(difference.changes[0].path, R"(\Memory\Available Bytes)");
  EXPECT_EQ(difference.changes[0].difference, 50);
  EXPECT_EQ(difference.changes[0].part, 0.5);
}

TEST(LogDifference, LogOfTwoMachines_KeepsThemApart) {
  const std::vector<SummaryOfSeries> two = {
      series_with_average(R"(\\A\Memory\Available Bytes)", 1),
      series_with_average(R"(\\B\Memory\Available Bytes)", 2)};
  const auto difference = difference_of(two, two);
  EXPECT_THAT(paths_of(difference.changes),
              ElementsAre(R"(\\A\Memory\Available Bytes)", R"(\\B\Memory\Available Bytes)"));
}

TEST(LogDifference, LargestChangeIsFirst) {
  const auto difference = difference_of(
      {series_with_average(R"(\M\A\grew)", 10), series_with_average(R"(\M\A\same)", 5),
       series_with_average(R"(\M\A\halved)", 8)},
      {series_with_average(R"(\M\A\grew)", 100), series_with_average(R"(\M\A\same)", 5),
       series_with_average(R"(\M\A\halved)", 4)});
  EXPECT_THAT(paths_of(difference.changes),
              ElementsAre(R"(\M\A\grew)", R"(\M\A\halved)", R"(\M\A\same)"));
  EXPECT_EQ(difference.changes[2].weight, 0);
}

// A change from 0 to 0.01 is all of the larger average, but small compared with 10 to 90: 1 *
// sqrt(0.01 / 90) = 0.0105.
TEST(LogDifference, NewcomerOfNoSize_FollowsItsSiblings) {
  const auto difference =
      difference_of({series_with_average(R"(\Process(idler)\% Processor Time)", 0),
                     series_with_average(R"(\Process(busy)\% Processor Time)", 10)},
                    {series_with_average(R"(\Process(idler)\% Processor Time)", 0.01),
                     series_with_average(R"(\Process(busy)\% Processor Time)", 90)});
  EXPECT_THAT(paths_of(difference.changes), ElementsAre(R"(\Process(busy)\% Processor Time)",
                                                        R"(\Process(idler)\% Processor Time)"));
  EXPECT_NEAR(difference.changes[0].weight, 80.0 / 90, 1e-12);
  EXPECT_NEAR(difference.changes[1].weight, 0.010540925533894597, 1e-12);
  EXPECT_EQ(difference.changes[1].part, std::nullopt);
}

TEST(LogDifference, WhatOneLogAloneHas_IsNamed) {
  SummaryOfSeries absent = series_with_average(R"(\O\never there)", 1);
  absent.was_there = false;
  const auto difference = difference_of(
      {series_with_average(R"(\O\both)", 1), series_with_average(R"(\O\gone)", 1), absent},
      {series_with_average(R"(\O\new)", 1), series_with_average(R"(\O\both)", 1)});
  EXPECT_THAT(difference.only_in_first.paths, ElementsAre(R"(\O\gone)"));
  EXPECT_THAT(difference.only_in_first.counters, ElementsAre(R"(\O\gone)"));
  EXPECT_THAT(difference.only_in_second.paths, ElementsAre(R"(\O\new)"));
  EXPECT_THAT(difference.only_in_second.instances, IsEmpty());
}

std::vector<std::string> paths_of(const std::vector<LoneInstance>& instances) {
  std::vector<std::string> paths;
  for (const LoneInstance& one : instances) paths.push_back(one.path);
  return paths;
}

// sh has the most threads, but what says who the culprit is are the 80 % of dash: 80 / 80 = 1
// beside 2 / 80.
TEST(LogDifference, InstancesThatBegan_AreRankedByTheirValues) {
  const std::vector<SummaryOfSeries> before = {
      series_with_average(R"(\Process(init)\% Processor Time)", 1),
      series_with_average(R"(\Process(init)\Thread Count)", 1),
      series_with_average(R"(\Process(_Total)\% Processor Time)", 1)};
  std::vector<SummaryOfSeries> after = before;
  after.back().average = valid_value(83);
  for (auto one : {series_with_average(R"(\Process(sh)\% Processor Time)", 2),
                   series_with_average(R"(\Process(sh)\Thread Count)", 9),
                   series_with_average(R"(\Process(dash)\Thread Count)", 1),
                   series_with_average(R"(\Process(dash)\% Processor Time)", 80)}) {
    after.push_back(one);
  }
  const LoneSeries began = difference_of(before, after).only_in_second;
  EXPECT_THAT(paths_of(began.instances), ElementsAre(R"(\Process(dash))", R"(\Process(sh))"));
  EXPECT_EQ(began.instances[0].counter, "% Processor Time");
  EXPECT_EQ(began.instances[0].average.number, 80);
  EXPECT_EQ(began.instances[0].counters, 2U);
  EXPECT_EQ(began.instances[0].weight, 1);
  EXPECT_EQ(began.instances[1].counter, "% Processor Time");
  EXPECT_EQ(began.instances[1].weight, 2.0 / 80);
  EXPECT_THAT(began.counters, IsEmpty());
  EXPECT_EQ(began.paths.size(), 4U);
}

TEST(LogDifference, InstanceWithoutAnAverage_IsLast) {
  SummaryOfSeries empty = series_with_average(R"(\Process(new)\% Processor Time)", 0, 0);
  empty.average = Value{};
  const LoneSeries began =
      difference_of({series_with_average(R"(\Process(old)\% Processor Time)", 1)},
                    {empty, series_with_average(R"(\Process(other)\Thread Count)", 1)})
          .only_in_second;
  EXPECT_THAT(paths_of(began.instances), ElementsAre(R"(\Process(other))", R"(\Process(new))"));
  EXPECT_EQ(began.instances[1].counter, "");
}

TEST(LogDifference, ObjectOfOneLog_IsCountedAndNotListed) {
  const LoneSeries lone =
      difference_of({series_with_average(R"(\A\x)", 1)},
                    {series_with_average(R"(\A\x)", 1), series_with_average(R"(\Disk(0)\Reads)", 1),
                     series_with_average(R"(\Disk(0)\Writes)", 1),
                     series_with_average(R"(\Disk(1)\Reads)", 1)})
          .only_in_second;
  ASSERT_EQ(lone.objects.size(), 1U);
  EXPECT_EQ(lone.objects[0].path, R"(\Disk)");
  EXPECT_EQ(lone.objects[0].counters, 3U);
  EXPECT_EQ(lone.objects[0].instances, 2U);
  EXPECT_THAT(lone.instances, IsEmpty());
}

TEST(LogDifference, SameNumbersInObjectsThatCountTheSame_AreOneChange) {
  const auto both = [](double value) {
    return std::vector<SummaryOfSeries>{
        series_with_average(R"(\Processor Information(0,0)\% Idle Time)", value),
        series_with_average(R"(\Processor(0)\% Idle Time)", value),
        series_with_average(R"(\Processor(_Total)\% Idle Time)", value),
        series_with_average(R"(\PhysicalDisk(0)\% Idle Time)", value)};
  };
  const auto difference = difference_of(both(90), both(10));
  std::vector<std::string> told;
  for (const SeriesChange& change : difference.changes) {
    if (change.duplicate_of.empty()) told.push_back(change.path);
  }
  EXPECT_THAT(told, ElementsAre(R"(\PhysicalDisk(0)\% Idle Time)",
                                R"(\Processor Information(0,0)\% Idle Time)"));
}

TEST(LogDifference, SameNumbersOfTwoInstances_AreTwoChanges) {
  const auto both = [](double value) {
    return std::vector<SummaryOfSeries>{series_with_average(R"(\Process(a)\Thread Count)", value),
                                        series_with_average(R"(\Process(b)\Thread Count)", value)};
  };
  for (const SeriesChange& change : difference_of(both(1), both(2)).changes) {
    EXPECT_EQ(change.duplicate_of, "") << change.path;
  }
}

TEST(LogDifference, MachinesOfBothLogs_AreNamed) {
  const auto difference =
      difference_of({series_with_average(R"(\\A\M\x)", 1)}, {series_with_average(R"(\\B\M\x)", 1)});
  EXPECT_EQ(difference.first_machine, "A");
  EXPECT_EQ(difference.second_machine, "B");
}

// Monday from 08:00 to 18:00, Tuesday from 09:15 to 17:00, in seconds.
TEST(LogDifference, SeriesWithoutAnAverage_IsNeverTakenFor0) {
  SummaryOfSeries empty = series_with_average(R"(\O\counter)", 0, 0);
  empty.average = Value{};
  const auto difference = difference_of({empty}, {series_with_average(R"(\O\counter)", 5)});
  EXPECT_THAT(difference.changes, IsEmpty());
  EXPECT_THAT(difference.without_values, ElementsAre(R"(\O\counter)"));
}

TEST(LogDifference, NamesakesAreWeighedByTheirValues) {
  const auto difference =
      difference_of({series_with_average(R"(\Process(svchost)\Thread Count)", 10, 30),
                     series_with_average(R"(\Process(svchost)\Thread Count)", 20, 10)},
                    {series_with_average(R"(\Process(svchost)\Thread Count)", 12.5)});
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
  const auto difference = difference_of({series_with_average(R"(\Process(a)\ID Process)", 10),
                                         series_with_average(R"(\Process(a)\Elapsed Time)", 10)},
                                        {series_with_average(R"(\Process(a)\ID Process)", 99),
                                         series_with_average(R"(\Process(a)\Elapsed Time)", 99)});
  EXPECT_THAT(difference.changes, IsEmpty());
}

}  // namespace
}  // namespace openperflib
