#include "openperflib/query/catalog/suggestions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kNames[] = {"Processor", "Process", "PhysicalDisk", "Memory"};

std::string about(std::string_view path) {
  static const Snapshot snapshot = TestBlock()
                                       .object(4, {{24}, {26}}, Instances::none)
                                       .single({1, 2})
                                       .object(234, {{218}, {208, PERF_AVERAGE_TIMER}})
                                       .instance("0 sda", {})
                                       .instance("0 sda", {})
                                       .instance("_Total", {})
                                       .object(238, {{6}})
                                       .snapshot();
  return suggestion_for(path, snapshot, fixed_titles());
}

TEST(NearestNames, FewWrongLetters_AreForgiven) {
  EXPECT_THAT(nearest_names("Procesor", kNames), ElementsAre("Processor", "Process"));
  EXPECT_THAT(nearest_names("memroy", kNames), ElementsAre("Memory"));
  EXPECT_THAT(nearest_names("MEMORY", kNames), ElementsAre("Memory"));
}

TEST(NearestNames, PartOfAName_IsEnough) {
  EXPECT_THAT(nearest_names("disk", kNames), ElementsAre("PhysicalDisk"));
}

TEST(NearestNames, WhatIsNothingLikeIt_IsNotSuggested) {
  EXPECT_THAT(nearest_names("qwertz", kNames), IsEmpty());
  EXPECT_THAT(nearest_names("", kNames), IsEmpty());
  EXPECT_THAT(nearest_names(std::string(5'000, 'p'), kNames), IsEmpty());
}

TEST(NearestNames, NoMoreThanAskedFor) {
  EXPECT_THAT(nearest_names("Process", kNames, 1), ElementsAre("Process"));
}

TEST(Suggestion, UnknownObject_GetsTheNearestExistingOne) {
  EXPECT_EQ(about("\\PhysicalDisc(*)\\Disk Bytes/sec"), "did you mean \"PhysicalDisk\"?");
  EXPECT_EQ(about("Memroy/Available Bytes"), "did you mean \"Memory\"?");
}

TEST(Suggestion, UnknownObjectThatIsNotInTheBlock_GetsTheNearestTitles) {
  EXPECT_THAT(about("\\Paging Fil(*)\\% Usage"), testing::HasSubstr("\"Paging File\""));
}

TEST(Suggestion, UnknownCounter_GetsTheNearestOfItsObject) {
  EXPECT_EQ(about("\\Memory\\Availabel Bytes"), "did you mean \"Available Bytes\"?");
  EXPECT_EQ(about("PhysicalDisk/*/Avg. Disk sec/Raed"), "did you mean \"Avg. Disk sec/Read\"?");
}

TEST(Suggestion, UnknownInstance_GetsThoseThatExist) {
  EXPECT_EQ(about("\\PhysicalDisk(1 sdb)\\Disk Bytes/sec"),
            "existing instances: 0 sda, 0 sda#1, _Total");
  EXPECT_EQ(about("\\PhysicalDisk\\Disk Bytes/sec"), "existing instances: 0 sda, 0 sda#1, _Total");
  EXPECT_EQ(about("PhysicalDisk/1 sdb/Avg. Disk sec/Read"),
            "existing instances: 0 sda, 0 sda#1, _Total");
  EXPECT_EQ(about("\\Processor(0)\\% Processor Time"), "Processor has no instances now");
  EXPECT_EQ(about("\\Memory(x)\\Available Bytes"), "Memory has no instances");
}

TEST(Suggestion, ManyInstances_AreCounted) {
  TestBlock block;
  block.object(234, {{218}});
  for (int i = 0; i < 25; ++i) block.instance(std::to_string(i), {});
  EXPECT_THAT(suggestion_for("\\PhysicalDisk(x)\\Disk Bytes/sec", block.snapshot(), fixed_titles()),
              testing::EndsWith("19 and 5 more"));
}

TEST(Suggestion, ManyInstances_TheNearestIsNamed) {
  TestBlock block;
  block.object(234, {{218}});
  for (int i = 0; i < 25; ++i) block.instance("disk number " + std::to_string(i), {});
  block.instance("mmc", {});
  EXPECT_EQ(suggestion_for("\\PhysicalDisk(mcm)\\Disk Bytes/sec", block.snapshot(), fixed_titles()),
            "did you mean \"mmc\"? There are 26 instances.");
}

TEST(Suggestion, NothingToSay_IsEmpty) {
  EXPECT_EQ(about("\\qwertzuiop\\x"), "");
  EXPECT_EQ(about("\\Memory\\qwertzuiop"), "");
  EXPECT_EQ(about("no path"), "");
}

Series named_series(std::string_view object, std::optional<std::string_view> instance,
                    std::string_view counter) {
  Series series;
  series.object = object;
  series.instance = instance;
  series.counter = counter;
  return series;
}

// A log of \PhysicalDisk(0 C:)\% Disk Time, the same of _Total, and \Memory\Pages/sec.
std::string about_log(std::string_view path) {
  Catalog catalog;
  catalog.clear();
  catalog.add(named_series("PhysicalDisk", "0 C:", "% Disk Time"));
  catalog.add(named_series("PhysicalDisk", "_Total", "% Disk Time"));
  catalog.add(named_series("Memory", std::nullopt, "Pages/sec"));
  return suggestion_for(path, catalog);
}

TEST(SuggestionForALog, ObjectsCountersAndInstances_AreThoseOfItsSeries) {
  EXPECT_EQ(about_log("\\Memroy\\Pages/sec"), "did you mean \"Memory\"?");
  EXPECT_EQ(about_log("\\Memory\\Page/sec"), "did you mean \"Pages/sec\"?");
  EXPECT_EQ(about_log("\\PhysicalDisk(1 D:)\\% Disk Time"), "existing instances: 0 C:, _Total");
  EXPECT_EQ(about_log("\\Memory(0)\\Pages/sec"), "Memory has no instances");
}

TEST(SuggestionForALog, MachineThatItHasNot_GetsThoseOfTheLog) {
  Catalog catalog;
  catalog.clear();
  for (const std::string_view machine : {"\\\\WEB2", "\\\\WEB3"}) {
    Series series = named_series("Memory", std::nullopt, "Pages/sec");
    series.machine = machine;
    catalog.add(series);
  }
  EXPECT_EQ(suggestion_for("\\\\web1\\Memory\\Pages/sec", catalog), "the machines are WEB2, WEB3");
  EXPECT_EQ(suggestion_for("\\\\web2\\Memory\\Page/sec", catalog), "did you mean \"Pages/sec\"?");
}

// A log of blocks has no list of series.
TEST(SuggestionForALog, Block_IsAskedInTheSameWay) {
  const Catalog catalog = catalog_of(TestBlock()
                                         .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}})
                                         .instance("0 C:", {1})
                                         .snapshot(),
                                     fixed_titles());
  EXPECT_EQ(suggestion_for("\\PhysicalDsk(*)\\*", catalog), "did you mean \"PhysicalDisk\"?");
  EXPECT_EQ(suggestion_for("\\PhysicalDisk(1 D:)\\Disk Bytes/sec", catalog),
            "existing instances: 0 C:");
}

TEST(Suggestion, TitleOfAMissingObject_IsNotSuggestedAgain) {
  EXPECT_EQ(about("\\Print Queue(*)\\*"), "Windows has it, but it is not available here");
}

TEST(SuggestionForALog, TitleThatTheLogLacks_IsNotSuggested) {
  EXPECT_EQ(about_log("\\Processor(0)\\% Procesor Time"), "");
}

}  // namespace
}  // namespace openperflib
