#include "openperflib/view/summary/log_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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

// A change from 0 to 0.01 % is all of the larger average, but little of a processor: 1 *
// sqrt(0.01 / 100) = 0.01.
TEST(LogDifference, NewcomerOfNoSize_FollowsItsSiblings) {
  const auto difference =
      difference_of({series_with_average(R"(\Process(idler)\% Processor Time)", 0),
                     series_with_average(R"(\Process(busy)\% Processor Time)", 10)},
                    {series_with_average(R"(\Process(idler)\% Processor Time)", 0.01),
                     series_with_average(R"(\Process(busy)\% Processor Time)", 90)});
  EXPECT_THAT(paths_of(difference.changes), ElementsAre(R"(\Process(busy)\% Processor Time)",
                                                        R"(\Process(idler)\% Processor Time)"));
  EXPECT_NEAR(difference.changes[0].weight, 80.0 / 90 * std::sqrt(0.9), 1e-12);
  EXPECT_NEAR(difference.changes[1].weight, 0.01, 1e-12);
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
  EXPECT_THAT(told, ElementsAre(R"(\PhysicalDisk(0)\% Idle Time)", R"(\Processor(0)\% Idle Time)"));
}

std::vector<std::string> shown_paths_of(const LogDifference& difference) {
  std::vector<std::string> paths;
  for (const SeriesChange& change : difference.changes) {
    if (change.duplicate_of.empty()) paths.push_back(change.path);
  }
  return paths;
}

// What a machine of 16 GB with 4 processors does: a process grows to 1.5 GB, another one uses a
// processor, and the host takes 0.4 % away.
TEST(LogDifference, SharesOfTheMachine_ComeBeforeTrifles) {
  const auto machine = [](double leak, double hog, double steal, double faults) {
    std::vector<SummaryOfSeries> all = {
        series_with_average(R"(\Linux Processor(0)\% Steal Time)", steal),
        series_with_average(R"(\Memory\Available Bytes)", 17179869184),
        series_with_average(R"(\Memory\Page Faults/sec)", faults),
        series_with_average(R"(\Process(cpuhog)\% Processor Time)", hog),
        series_with_average(R"(\Process(memleak)\Private Bytes)", leak)};
    for (const char* const cpu : {"0", "1", "2", "3"}) {
      all.push_back(
          series_with_average("\\Processor(" + std::string(cpu) + ")\\% Processor Time", 30));
    }
    return all;
  };
  const auto difference =
      difference_of(machine(78643200, 0, 0, 3), machine(1610612736, 100, 0.4, 30));
  const auto shown = shown_paths_of(difference);
  ASSERT_GE(shown.size(), 4U);
  EXPECT_EQ(shown[0], R"(\Process(cpuhog)\% Processor Time)");
  EXPECT_EQ(shown[1], R"(\Process(memleak)\Private Bytes)");
  EXPECT_EQ(shown[2], R"(\Memory\Page Faults/sec)");
  EXPECT_EQ(shown[3], R"(\Linux Processor(0)\% Steal Time)");
  EXPECT_NEAR(difference.changes[0].weight, 0.5, 1e-12);  // sqrt(100 / 400)
  EXPECT_NEAR(difference.changes[1].weight, 1531969536.0 / 1610612736 * std::sqrt(0.09375), 1e-12);
  EXPECT_NEAR(difference.changes[2].weight, 0.25 * 0.9 * std::sqrt(0.3), 1e-12);
  EXPECT_NEAR(difference.changes[3].weight, std::sqrt(0.004), 1e-12);
}

TEST(LogDifference, ProcessV2AndProcessorInformation_AreThoseOfTheMainObjects) {
  const auto both = [](double value) {
    return std::vector<SummaryOfSeries>{
        series_with_average(R"(\Process V2(java:4711)\% Processor Time)", value + 1),
        series_with_average(R"(\Process V2(other:1)\% Processor Time)", value + 5),
        series_with_average(R"(\Process(java)\% Processor Time)", value),
        series_with_average(R"(\Processor Information(0,1)\% Processor Time)", value + 2),
        series_with_average(R"(\Processor(1)\% Processor Time)", value)};
  };
  const auto difference = difference_of(both(10), both(40));
  EXPECT_THAT(shown_paths_of(difference),
              testing::UnorderedElementsAre(R"(\Process(java)\% Processor Time)",
                                            R"(\Process V2(other:1)\% Processor Time)",
                                            R"(\Processor(1)\% Processor Time)"));
}

TEST(LogDifference, SpellingsOfDiskTime_AreOneChange) {
  const auto both = [](double busy, double reading) {
    return std::vector<SummaryOfSeries>{
        series_with_average(R"(\PhysicalDisk(0 C:)\% Idle Time)", 100 - busy),
        series_with_average(R"(\PhysicalDisk(0 C:)\% Disk Time)", busy),
        series_with_average(R"(\PhysicalDisk(0 C:)\% Disk Read Time)", reading),
        series_with_average(R"(\PhysicalDisk(0 C:)\% Disk Write Time)", busy - reading),
        series_with_average(R"(\PhysicalDisk(0 C:)\Avg. Disk Queue Length)", busy / 100),
        series_with_average(R"(\PhysicalDisk(0 C:)\Avg. Disk Write Queue Length)",
                            (busy - reading) / 100)};
  };
  EXPECT_THAT(
      shown_paths_of(difference_of(both(2, 1), both(92, 2))),
      ElementsAre(R"(\PhysicalDisk(0 C:)\% Disk Time)", R"(\PhysicalDisk(0 C:)\% Disk Read Time)"));
}

TEST(LogDifference, Duplicates_FollowWhatTheyAreDuplicatesOf) {
  const auto both = [](double value) {
    return std::vector<SummaryOfSeries>{
        series_with_average(R"(\Process V2(a:1)\Thread Count)", value * 2),
        series_with_average(R"(\Process(a)\Thread Count)", value)};
  };
  const auto difference = difference_of(both(10), both(20));
  ASSERT_EQ(difference.changes.size(), 2U);
  EXPECT_EQ(difference.changes[0].path, R"(\Process(a)\Thread Count)");
  EXPECT_EQ(difference.changes[1].duplicate_of, difference.changes[0].path);
  EXPECT_EQ(difference.changes[0].weight, difference.changes[1].weight);
}

TEST(LogDifference, ProcessThatBegan_IsListedOnce) {
  const std::vector<SummaryOfSeries> before = {
      series_with_average(R"(\Process(init)\Thread Count)", 1),
      series_with_average(R"(\Process V2(init:1)\Thread Count)", 1)};
  std::vector<SummaryOfSeries> after = before;
  for (auto one : {series_with_average(R"(\Process V2(dash:7)\Thread Count)", 2, 4),
                   series_with_average(R"(\Process(dash)\Thread Count)", 2, 4),
                   series_with_average(R"(\Process V2(init:9)\Thread Count)", 1)}) {
    after.push_back(one);
  }
  const LoneSeries began = difference_of(before, after).only_in_second;
  EXPECT_THAT(paths_of(began.instances),
              ElementsAre(R"(\Process(dash))", R"(\Process V2(init:9))"));
  EXPECT_EQ(began.instances[0].count, 4U);
  EXPECT_EQ(began.paths.size(), 3U);
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

TEST(LogDifference, IdsAgesPrioritiesAndStates_AreLeftOut) {
  const auto all = [](double value) {
    return std::vector<SummaryOfSeries>{
        series_with_average(R"(\Process(a)\ID Process)", value),
        series_with_average(R"(\Process(a)\Elapsed Time)", value),
        series_with_average(R"(\Process(a)\Priority Base)", value),
        series_with_average(R"(\Process V2(a:1)\Process ID)", value),
        series_with_average(R"(\Thread(a/0)\Thread State)", value),
        series_with_average(R"(\Thread(a/0)\Thread Wait Reason)", value),
        series_with_average(R"(\Thread(a/0)\Priority Current)", value)};
  };
  EXPECT_THAT(difference_of(all(10), all(99)).changes, IsEmpty());
}

}  // namespace
}  // namespace openperflib
