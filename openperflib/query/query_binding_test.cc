// The series that a path matches, their names and order, and when they change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

// A machine with objects of every shape.
Snapshot objects_of_every_shape(std::int64_t now = kSecond) {
  return TestBlock(now)
      .object(4, {{24}, {26}, {1382}}, Instances::none)
      .single({4096, 8192, 4})
      .object(236, {{408, PERF_RAW_FRACTION, 4},
                    {408, PERF_RAW_BASE, 4},
                    {208, PERF_AVERAGE_TIMER},
                    {208, PERF_AVERAGE_BASE, 4}})
      .instance("\\", {1, 4, 0, 0})
      .instance("\\home", {2, 4, 0, 0})
      .instance("\\mnt\\a (b)", {3, 4, 0, 0})
      .instance("_Total", {6, 12, 0, 0})
      .object(230, {{142, PERF_100NSEC_TIMER}, {784, PERF_COUNTER_RAWCOUNT, 4}})
      .instance("bash", {0, 10})
      .instance("Bash", {0, 11})
      .instance("java", {0, 12})
      .object(1814, {{1824}})
      .instance("0", {77})
      .object(77777, {{88888}})
      .instance("", {5}, {{}, 42})
      .snapshot();
}

// "object(instance)\counter" of every series of the paths.
std::vector<std::string> series_of(std::initializer_list<std::string_view> paths) {
  Query query(fixed_titles());
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value()) << path;
  query.take(objects_of_every_shape());
  std::vector<std::string> found;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    found.push_back(query.binding().path_of(i).substr(8));
  }
  return found;
}

std::vector<std::string> series_of(std::string_view path) { return series_of({path}); }

TEST(QueryBinding, Names_AreComparedWithoutRegardToCase) {
  EXPECT_THAT(series_of("\\MEMORY\\available bytes"), ElementsAre("Memory\\Available Bytes"));
}

TEST(QueryBinding, Numbers_AreTitleIndices) {
  EXPECT_THAT(series_of("\\4\\24"), ElementsAre("Memory\\Available Bytes"));
  EXPECT_THAT(series_of("\\236(_Total)\\408"), ElementsAre("LogicalDisk(_Total)\\% Free Space"));
  EXPECT_THAT(series_of("4/24"), ElementsAre("Memory\\Available Bytes"));
}

TEST(QueryBinding, WordOfTwoIndices_IsWhatTheObjectHas) {
  EXPECT_THAT(series_of("\\Memory\\Available MBytes"), ElementsAre("Memory\\Available MBytes"));
  EXPECT_THAT(series_of("\\NUMA Node Memory(0)\\Available MBytes"),
              ElementsAre("NUMA Node Memory(0)\\Available MBytes"));
}

TEST(QueryBinding, Wildcards_GiveTheBlocksOrderWithoutBases) {
  EXPECT_THAT(series_of("\\Memory\\*"),
              ElementsAre("Memory\\Available Bytes", "Memory\\Committed Bytes",
                          "Memory\\Available MBytes"));
  EXPECT_THAT(
      series_of("\\LogicalDisk(\\*)\\*"),
      ElementsAre("LogicalDisk(\\)\\% Free Space", "LogicalDisk(\\)\\Avg. Disk sec/Read",
                  "LogicalDisk(\\home)\\% Free Space", "LogicalDisk(\\home)\\Avg. Disk sec/Read",
                  "LogicalDisk(\\mnt\\a (b))\\% Free Space",
                  "LogicalDisk(\\mnt\\a (b))\\Avg. Disk sec/Read"));
}

TEST(QueryBinding, Paths_GiveTheirSeriesInTheirOwnOrder) {
  EXPECT_THAT(series_of({"\\Process(java)\\ID Process", "\\Memory\\Available Bytes",
                         "\\Memory\\Available Bytes"}),
              ElementsAre("Process(java)\\ID Process", "Memory\\Available Bytes",
                          "Memory\\Available Bytes"));
}

TEST(QueryBinding, TwinsInAnyCase_AreNumbered) {
  EXPECT_THAT(series_of("\\Process(*)\\ID Process"),
              ElementsAre("Process(bash)\\ID Process", "Process(Bash#1)\\ID Process",
                          "Process(java)\\ID Process"));
  EXPECT_THAT(series_of("\\Process(bash)\\ID Process"), ElementsAre("Process(bash)\\ID Process"));
  EXPECT_THAT(series_of("\\Process(bash#1)\\ID Process"),
              ElementsAre("Process(Bash#1)\\ID Process"));
  EXPECT_THAT(series_of("\\Process(bash#*)\\ID Process"),
              ElementsAre("Process(bash)\\ID Process", "Process(Bash#1)\\ID Process"));
}

TEST(QueryBinding, MountPoints_MayBeWrittenBothWays) {
  EXPECT_THAT(series_of("\\LogicalDisk(/home)\\% Free Space"),
              ElementsAre("LogicalDisk(\\home)\\% Free Space"));
  EXPECT_THAT(series_of("\\LogicalDisk(\\home)\\% Free Space"),
              ElementsAre("LogicalDisk(\\home)\\% Free Space"));
  EXPECT_THAT(series_of("LogicalDisk//home/% Free Space"),
              ElementsAre("LogicalDisk(\\home)\\% Free Space"));
  EXPECT_THAT(series_of("LogicalDisk/\\home/% Free Space"),
              ElementsAre("LogicalDisk(\\home)\\% Free Space"));
  EXPECT_THAT(series_of("LogicalDisk///% Free Space"),
              ElementsAre("LogicalDisk(\\)\\% Free Space"));
  EXPECT_THAT(series_of("LogicalDisk//% Free Space"), ElementsAre("LogicalDisk(\\)\\% Free Space"));
  EXPECT_THAT(series_of("LogicalDisk//mnt/a (b)/Avg. Disk sec/Read"),
              ElementsAre("LogicalDisk(\\mnt\\a (b))\\Avg. Disk sec/Read"));
}

TEST(QueryBinding, ShellSpelling_TakesTheLongestCounterThatExists) {
  EXPECT_THAT(series_of("LogicalDisk/_Total/Avg. Disk sec/Read"),
              ElementsAre("LogicalDisk(_Total)\\Avg. Disk sec/Read"));
  EXPECT_THAT(series_of("LogicalDisk/*/Avg. Disk sec/Read"), testing::SizeIs(4));
  EXPECT_THAT(series_of("LogicalDisk/_Total/*"), testing::SizeIs(2));
  EXPECT_THAT(series_of("Memory/*"), testing::SizeIs(3));
}

TEST(QueryBinding, AnyObject_IsEveryObjectOfThatShape) {
  EXPECT_THAT(series_of("\\*\\*"), testing::SizeIs(3));
  EXPECT_THAT(series_of("\\*(*)\\*"), testing::SizeIs(4 * 2 + 3 * 2 + 1 + 1));
  EXPECT_THAT(series_of("\\*(_Total)\\% *"), ElementsAre("LogicalDisk(_Total)\\% Free Space"));
}

TEST(QueryBinding, TitlesWithoutName_AreTheirNumbersAndNamelessInstancesTheirIds) {
  EXPECT_THAT(series_of("\\77777(*)\\88888"), ElementsAre("77777(42)\\88888"));
  EXPECT_THAT(series_of("\\77777(42)\\88888"), ElementsAre("77777(42)\\88888"));
}

TEST(QueryBinding, MachineOfTheOptions_IsShownInPaths) {
  QueryOptions options;
  options.machine = "LAB";
  Query query(fixed_titles(), options);
  ASSERT_TRUE(query.add("\\\\lab\\Memory\\Available Bytes").has_value());
  query.take(objects_of_every_shape());
  EXPECT_EQ(query.binding().path_of(0), "\\\\LAB\\Memory\\Available Bytes");
  EXPECT_EQ(query.binding().machine(), "LAB");
}

TEST(QueryBinding, SameLayout_IsBoundOnce) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\*").has_value());
  query.take(objects_of_every_shape(1 * kSecond));
  const char* const name = query.binding().series()[0].counter.data();
  query.take(objects_of_every_shape(2 * kSecond));
  EXPECT_EQ(query.binding().generation(), 1U);
  EXPECT_EQ(query.binding().series()[0].counter.data(), name);
}

TEST(QueryBinding, OtherObjectsCome_TheRowsStayTheSameAndSoDoTheirNames) {
  const auto block = [](std::int64_t now, bool more) {
    TestBlock written(now);
    if (more) written.object(2, {{250}}, Instances::none).single({1});
    return written.object(4, {{24}}, Instances::none).single({9}).snapshot();
  };
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  query.take(block(1 * kSecond, false));
  const char* const name = query.binding().series()[0].counter.data();
  query.take(block(2 * kSecond, true));
  query.take(block(3 * kSecond, false));
  EXPECT_EQ(query.row().values[0].number, 9);
  EXPECT_EQ(query.binding().generation(), 1U);
  EXPECT_EQ(query.binding().series()[0].counter.data(), name);
  EXPECT_EQ(query.binding().series()[0].counter, "Available Bytes");
}

TEST(QueryBinding, NewInstance_JoinsAWildcard) {
  const auto block = [](std::int64_t now, bool more) {
    TestBlock written(now);
    written.object(234, {{218, PERF_COUNTER_BULK_COUNT}}).instance("0 sda", {100});
    if (more) written.instance("1 sdb", {50});
    return written.snapshot();
  };
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\PhysicalDisk(*)\\*").has_value());
  query.take(block(1 * kSecond, false));
  query.take(block(2 * kSecond, true));
  EXPECT_EQ(query.binding().generation(), 2U);
  ASSERT_EQ(query.row().values.size(), 2U);
  EXPECT_EQ(query.row().values[0].number, 0);
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
}

TEST(QueryBinding, PathAddedLater_TakesPartInTheNextSample) {
  Query query(fixed_titles());
  ASSERT_EQ(query.add("\\Memory\\Available Bytes"), 0U);
  query.take(objects_of_every_shape(1 * kSecond));
  ASSERT_EQ(query.add("\\Memory\\Committed Bytes"), 1U);
  query.take(objects_of_every_shape(2 * kSecond));
  ASSERT_EQ(query.row().values.size(), 2U);
  EXPECT_EQ(query.row().values[1].number, 8192);
  EXPECT_EQ(query.binding().series()[1].path, 1U);
}

TEST(QueryBinding, CollectionStatusItself_CanBeAskedFor) {
  const auto block = [](std::int64_t now, std::uint32_t first) {
    return TestBlock(now).status().missing("gone", 230, 1, first, 1).snapshot();
  };
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Collection Status(*)\\First Instance").has_value());
  query.take(block(1 * kSecond, 3));
  EXPECT_EQ(query.row().values.at(0).number, 3);
  query.take(block(2 * kSecond, 4));
  EXPECT_EQ(query.row().values.at(0).number, 4);
  query.take(TestBlock(3 * kSecond).status().snapshot());
  EXPECT_TRUE(query.row().values.empty());
}

TEST(QueryBinding, BadPath_IsRefusedAndCountsNot) {
  Query query(fixed_titles());
  EXPECT_FALSE(query.add("\\Memory").has_value());
  EXPECT_EQ(query.add("\\Memory\\Available Bytes"), 0U);
  Query moved = std::move(query);
  EXPECT_EQ(moved.add("\\Memory\\Committed Bytes"), 1U);
}

}  // namespace
}  // namespace openperflib
