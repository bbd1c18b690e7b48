#include "openperflib/query/catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kDisk = 234;

Catalog catalog_of_disks() {
  return catalog_of(TestBlock()
                        .object(4, {{24}}, Instances::none)
                        .single({1})
                        .object(kDisk, {{218, PERF_COUNTER_BULK_COUNT},
                                        {206, PERF_AVERAGE_TIMER},
                                        {206, PERF_AVERAGE_BASE, 4}})
                        .instance("0 sda", {})
                        .instance("0 SDA", {})
                        .instance("_Total", {})
                        .snapshot(),
                    fixed_titles());
}

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
  EXPECT_EQ(catalog.find(kDisk), &catalog.objects()[1]);
  EXPECT_EQ(catalog.find(2), nullptr);
  EXPECT_EQ(catalog.generation(), 0U);
}

TEST(Catalog, Bases_StandWithTheirNumerators) {
  const Catalog catalog = catalog_of_disks();
  const auto counters = catalog.find(kDisk)->counters;
  ASSERT_EQ(counters.size(), 2U);
  EXPECT_EQ(counters[0].name, "Disk Bytes/sec");
  EXPECT_EQ(counters[0].base_ordinal, std::nullopt);
  EXPECT_EQ(counters[1].name, "Avg. Disk sec/Transfer");
  EXPECT_EQ(counters[1].ordinal, 1U);
  EXPECT_EQ(counters[1].base_ordinal, 2U);
  EXPECT_EQ(counters[1].base_size, 4U);
  EXPECT_EQ(counters[1].type.bits(), PERF_AVERAGE_TIMER);
  EXPECT_EQ(catalog.find(kDisk)->default_counter, 0U);
  EXPECT_EQ(catalog.first_counter(*catalog.find(kDisk)), 1U);
}

TEST(Catalog, EqualNames_AreNumberedInTheirOrder) {
  const Catalog catalog = catalog_of_disks();
  EXPECT_THAT(display_names(*catalog.find(kDisk)),
              testing::ElementsAre("0 sda", "0 SDA#1", "_Total"));
}

TEST(Catalog, Instances_AreFoundByTheirFoldedName) {
  const Catalog catalog = catalog_of_disks();
  std::vector<std::uint32_t> positions;
  catalog.find_instances(*catalog.find(kDisk), "0 sda", positions);
  EXPECT_THAT(positions, testing::ElementsAre(0, 1));
  catalog.find_instances(*catalog.find(kDisk), "_total", positions);
  EXPECT_THAT(positions, testing::ElementsAre(0, 1, 2));
  positions.clear();
  catalog.find_instances(*catalog.find(kDisk), "1 sdb", positions);
  catalog.find_instances(*catalog.find(4), "", positions);
  EXPECT_TRUE(positions.empty());
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

TEST(Catalog, IndexWithoutTitle_IsCalledByItsNumber) {
  const Catalog catalog = catalog_of(
      TestBlock().object(77777, {{88888}}).instance("", {}, {{}, 42}).instance("", {}).snapshot(),
      fixed_titles());
  EXPECT_EQ(catalog.objects()[0].name, "77777");
  EXPECT_EQ(catalog.objects()[0].counters[0].name, "88888");
  EXPECT_THAT(display_names(catalog.objects()[0]), testing::ElementsAre("42", ""));
}

TEST(Catalog, ObjectThatOnlyDescribesItself_HasCountersAndNoData) {
  const Catalog catalog = catalog_of(TestBlock()
                                         .object(kDisk, {{218}}, Instances::metadata_multiple)
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
  moved.set_generation(3);
  EXPECT_EQ(moved.generation(), 3U);
}

TEST(Catalog, ThousandsOfTwins_AreNumberedInNoTime) {
  TestBlock block;
  block.object(kDisk, {{218}});
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

}  // namespace
}  // namespace openperflib
