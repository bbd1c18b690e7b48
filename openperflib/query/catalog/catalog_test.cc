#include "openperflib/query/catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

std::vector<std::string> display_names(const Catalog::Object& object) {
  std::vector<std::string> names;
  for (const Catalog::Instance& instance : object.instances)
    names.push_back(display_name(instance));
  return names;
}

TEST(Catalog, EmptySnapshot_HasNothing) {
  EXPECT_TRUE(catalog_of(Snapshot(), fixed_titles()).objects().empty());
}

TEST(Catalog, Objects_StandInTheBlocksOrderWithTheirNames) {
  const Catalog catalog = catalog_of_disks();
  ASSERT_EQ(catalog.objects().size(), 2U);
  EXPECT_EQ(catalog.machine(), "db-17");
  EXPECT_EQ(catalog.objects()[0].name, "Memory");
  EXPECT_FALSE(catalog.objects()[0].has_instances);
  EXPECT_EQ(catalog.objects()[1].name, "PhysicalDisk");
  EXPECT_EQ(catalog.objects()[1].folded_name, "physicaldisk");
  EXPECT_TRUE(catalog.objects()[1].has_instances);
  EXPECT_EQ(catalog.find(title::kPhysicalDisk), &catalog.objects()[1]);
  EXPECT_EQ(catalog.find(2), nullptr);
  EXPECT_EQ(catalog.generation(), 1U);
}

TEST(Catalog, Bases_StandWithTheirNumerators) {
  const Catalog catalog = catalog_of_disks();
  const auto counters = catalog.find(title::kPhysicalDisk)->counters;
  ASSERT_EQ(counters.size(), 2U);
  EXPECT_EQ(counters[0].name, "Disk Bytes/sec");
  EXPECT_EQ(counters[0].base_ordinal, std::nullopt);
  EXPECT_EQ(counters[1].name, "Avg. Disk sec/Transfer");
  EXPECT_EQ(counters[1].ordinal, 1U);
  EXPECT_EQ(counters[1].base_ordinal, 2U);
  EXPECT_EQ(counters[1].base_size, 4U);
  EXPECT_EQ(counters[1].type.bits(), PERF_AVERAGE_TIMER);
  EXPECT_EQ(catalog.find(title::kPhysicalDisk)->default_counter, 0U);
}

TEST(Catalog, EqualNames_AreNumberedInTheirOrder) {
  const Catalog catalog = catalog_of_disks();
  EXPECT_THAT(display_names(*catalog.find(title::kPhysicalDisk)),
              testing::ElementsAre("0 sda", "0 SDA#1", "_Total"));
}

TEST(Catalog, Parents_AreNamedWhereverTheirObjectStands) {
  const Catalog catalog = catalog_of(TestBlock()
                                         .object(title::kThread, {{6}})
                                         .instance("0", {}, {ParentInstance{230, 1}, -1})
                                         .instance("0", {}, {ParentInstance{230, 7}, -1})
                                         .instance("0", {}, {ParentInstance{999, 0}, -1})
                                         .object(230, {{784}})
                                         .instance("Idle", {})
                                         .instance("java", {})
                                         .snapshot(),
                                     fixed_titles());
  EXPECT_THAT(display_names(catalog.objects()[0]), testing::ElementsAre("java/0", "0", "0#1"));
  EXPECT_EQ(full_name(catalog.objects()[0].instances[0]), "java/0");
}

// Both have the same objects; the parent of a thread is a process of its own machine.
TEST(Catalog, SeveralMachines_HaveObjectsOfTheirOwn) {
  const auto machine = [](std::string_view process) {
    return TestBlock()
        .object(title::kThread, {{6}})
        .instance("0", {}, {ParentInstance{title::kProcess, 0}, -1})
        .object(title::kProcess, {{784}})
        .instance(process, {})
        .snapshot();
  };
  const Snapshot a = machine("java");
  const Snapshot b = machine("bash");
  const Snapshot late{};
  Catalog catalog;
  catalog.assign(std::to_array<Catalog::Machine>(
      {{"a", a, fixed_titles()}, {"late", late, fixed_titles()}, {"", b, fixed_titles()}}));
  ASSERT_EQ(catalog.objects().size(), 4U);
  EXPECT_EQ(catalog.machine(), "");
  EXPECT_EQ(catalog.objects()[0].machine, "a");
  EXPECT_EQ(catalog.objects()[2].machine, "db-17");
  EXPECT_THAT(display_names(catalog.objects()[0]), testing::ElementsAre("java/0"));
  EXPECT_THAT(display_names(catalog.objects()[2]), testing::ElementsAre("bash/0"));
  EXPECT_TRUE(catalog.is_of_snapshot());
  EXPECT_EQ(catalog.series_count(), 4U);
  EXPECT_EQ(catalog.series_at(catalog.place_of(3)).machine, "db-17");
}

TEST(Catalog, SeveralMachinesWithoutASnapshot_HaveNothing) {
  const Snapshot late{};
  Catalog catalog;
  catalog.assign(std::to_array<Catalog::Machine>({{"a", late, fixed_titles()}}));
  EXPECT_TRUE(catalog.objects().empty());
  EXPECT_EQ(catalog.series_count(), 0U);
}

TEST(Catalog, IndexWithoutTitle_IsCalledByItsNumber) {
  const Catalog catalog = catalog_of(
      TestBlock().object(77777, {{88888}}).instance("", {}, {{}, 42}).instance("", {}).snapshot(),
      fixed_titles());
  EXPECT_EQ(catalog.objects()[0].name, "77777");
  EXPECT_EQ(catalog.objects()[0].counters[0].name, "88888");
  EXPECT_THAT(display_names(catalog.objects()[0]), testing::ElementsAre("42", ""));
}

TEST(Catalog, ObjectThatOnlyDescribesItself_HasCountersAndNoData) {
  const Catalog catalog =
      catalog_of(TestBlock()
                     .object(title::kPhysicalDisk, {{218}}, Instances::metadata_multiple)
                     .object(4, {{24}}, Instances::metadata_none)
                     .snapshot(),
                 fixed_titles());
  EXPECT_TRUE(catalog.objects()[0].has_instances);
  EXPECT_FALSE(catalog.objects()[0].has_data);
  EXPECT_FALSE(catalog.objects()[1].has_instances);
  EXPECT_FALSE(catalog.objects()[1].has_data);
  EXPECT_EQ(catalog.objects()[0].counters.size(), 1U);
}

TEST(Catalog, TextsOfAMovedCatalog_StayWhereTheyAre) {
  Catalog catalog = catalog_of_disks();
  const std::string_view name = catalog.objects()[1].instances[0].name;
  Catalog moved = std::move(catalog);
  EXPECT_EQ(moved.objects()[1].instances[0].name.data(), name.data());
  EXPECT_EQ(name, "0 sda");
}

TEST(Catalog, ThousandsOfTwins_AreNumberedInNoTime) {
  TestBlock block;
  block.object(title::kPhysicalDisk, {{218}});
  for (int i = 0; i < 20'000; ++i) block.instance("twin", {});
  const Catalog catalog = catalog_of(block.snapshot(), fixed_titles());
  EXPECT_EQ(catalog.objects()[0].instances.back().number, 19'999U);
}

TEST(StringPool, LongTexts_HaveRoomOfTheirOwn) {
  StringPool arena;
  const std::string_view first = arena.add("first");
  const std::string longer(100'000, 'x');
  const std::string_view second = arena.add(longer);
  EXPECT_EQ(first, "first");
  EXPECT_EQ(second, longer);
  EXPECT_EQ(arena.add(""), "");
  arena.clear();
  EXPECT_EQ(arena.add("again").data(), first.data());  // the memory is reused
  EXPECT_EQ(arena.add(longer).data(), second.data());
}

Series entry(std::string_view object, std::optional<std::string_view> instance,
             std::string_view counter, std::string_view machine = "db-17") {
  Series series;
  series.machine = machine;
  series.object = object;
  series.instance = instance;
  series.counter = counter;
  return series;
}

TEST(Catalog, SeriesOfASnapshot_AreNumberedByObjectInstanceAndCounter) {
  const Catalog catalog = catalog_of_disks();
  ASSERT_EQ(catalog.series_count(), 1U + 3U * 2U);
  EXPECT_EQ(catalog.place_of(0), (Catalog::Place{0, Catalog::Place::kNone, 0}));
  EXPECT_EQ(catalog.place_of(1), (Catalog::Place{1, 0, 0}));
  EXPECT_EQ(catalog.place_of(6), (Catalog::Place{1, 2, 1}));
  EXPECT_TRUE(catalog.series().empty());
}

TEST(Catalog, Entries_GiveObjectsCountersAndInstancesOnce) {
  Catalog catalog;
  catalog.add(entry("Processor", "0", "% User Time"));
  catalog.add(entry("Memory", std::nullopt, "Pages/sec"));
  catalog.add(entry("Processor", "_Total", "% User Time"));
  catalog.add(entry("Processor", "0", "% Idle Time"));
  EXPECT_EQ(catalog.machine(), "db-17");
  ASSERT_EQ(catalog.objects().size(), 2U);
  EXPECT_EQ(catalog.objects()[0].folded_name, "processor");
  EXPECT_TRUE(catalog.objects()[0].has_instances);
  EXPECT_FALSE(catalog.objects()[1].has_instances);
  EXPECT_EQ(catalog.objects()[0].counters.size(), 2U);
  EXPECT_THAT(display_names(catalog.objects()[0]), testing::ElementsAre("0", "_Total"));
  ASSERT_EQ(catalog.series_count(), 4U);
  EXPECT_EQ(catalog.place_of(1), (Catalog::Place{1, Catalog::Place::kNone, 0}));
  EXPECT_EQ(catalog.place_of(2), (Catalog::Place{0, 1, 0}));
  EXPECT_EQ(catalog.place_of(3), (Catalog::Place{0, 0, 1}));
}

TEST(Catalog, EntriesOfSeveralMachines_HaveObjectsOfTheirOwn) {
  Catalog catalog;
  catalog.add(entry("Memory", std::nullopt, "Pages/sec", "db-17"));
  catalog.add(entry("Memory", std::nullopt, "Pages/sec", "web-3"));
  ASSERT_EQ(catalog.objects().size(), 2U);
  EXPECT_EQ(catalog.objects()[1].machine, "web-3");
  EXPECT_EQ(catalog.machine(), "");
}

TEST(Catalog, TextsOfEntries_AreItsOwnAndOutliveAMove) {
  Catalog catalog;
  {
    std::string object = "PhysicalDisk";
    std::string instance = "0 sda";
    std::string counter = "Disk Bytes/sec";
    catalog.add(entry(object, instance, counter));
    object = instance = counter = "gone";
  }
  const Catalog moved = std::move(catalog);
  EXPECT_EQ(path_of(moved.series().front()), "\\\\db-17\\PhysicalDisk(0 sda)\\Disk Bytes/sec");
  EXPECT_EQ(moved.objects().front().counters.front().name, "Disk Bytes/sec");
}

TEST(Catalog, EqualEntries_AreSeriesWithIdentitiesThatTheNextGenerationRepeats) {
  Catalog catalog;
  const auto fill = [&] {
    catalog.clear();
    std::vector<std::uint64_t> identities;
    for (const std::string_view instance : {"a", "a", "b"}) {
      catalog.add(entry("Process", instance, "Rate"));
      identities.push_back(catalog.series().back().identity);
    }
    return identities;
  };
  const auto first = fill();
  const std::uint64_t generation = catalog.generation();
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[0], first[2]);
  EXPECT_EQ(fill(), first);
  EXPECT_GT(catalog.generation(), generation);
  EXPECT_EQ(catalog.objects().front().instances.size(), 2U);
}

TEST(Catalog, EntriesThenASnapshot_LeaveNothingOfEachOther) {
  Catalog catalog;
  catalog.add(entry("Process", "a", "Rate"));
  catalog.assign(TestBlock().object(4, {{24}}, Instances::none).single({1}).snapshot(),
                 fixed_titles());
  EXPECT_TRUE(catalog.series().empty());
  EXPECT_EQ(catalog.objects().size(), 1U);
  catalog.clear();
  EXPECT_TRUE(catalog.objects().empty());
  EXPECT_EQ(catalog.series_count(), 0U);
}

}  // namespace
}  // namespace openperflib
