#include "openperflib/view/list/source_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/described_object.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/list/source_list_json.h"

namespace openperflib {
namespace {

using ::testing::ElementsAre;

CounterDescription counter_that_measures(std::string_view summary, CounterDescription counter) {
  counter.summary = summary;
  return counter;
}

CounterDescription counter_that_lacks(std::string_view what, CounterDescription counter) {
  counter.missing_reason = what;
  return counter;
}

const std::vector<const ObjectDescription*>& described() {
  static const std::vector<CounterDescription> memory = {described_counter(24, "a")};
  static const std::vector<CounterDescription> disk = {
      counter_that_measures("bytes", described_counter(title::kDiskBytesPerSec, "Disk Bytes/sec")),
      described_counter(title::kAvgDiskSecPerTransfer, "Time"), described_clock(1, "Clock")};
  static const std::vector<CounterDescription> costly = {
      counter_that_lacks("no such file", described_counter(502, "b")), described_counter(504, "c")};
  static const std::vector<ObjectDescription> objects = {
      described_object(title::kMemory, "Memory", memory),
      described_instances(title::kPhysicalDisk, "PhysicalDisk", disk),
      described_object(500, "Costly", costly)};
  static const std::vector<const ObjectDescription*> all = {&objects[0], &objects[1], &objects[2]};
  return all;
}

std::vector<ListedObject> listed(const Snapshot& snapshot) {
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  return list_objects(Names(catalog, fixed_titles(), described()), snapshot);
}

TestBlock disks() {
  TestBlock block;
  block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}, {title::kAvgDiskSecPerTransfer}})
      .instance("sda", {1, 2})
      .instance("sdb", {3, 4});
  return block;
}

TEST(SourceList, CounterOfOneInstance_HasData) {
  const auto objects =
      listed(disks().status().missing("gone", title::kPhysicalDisk, 0, 0, 1).snapshot());
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_THAT(objects[0].instances, ElementsAre("sda", "sdb"));
  EXPECT_EQ(objects[0].counters[0].status, CStatus::valid_data);
  EXPECT_EQ(objects[0].counters[0].summary, "bytes");
}

TEST(SourceList, CounterOfNoInstance_HasTheReason) {
  const auto objects =
      listed(disks().status().missing("no right", title::kPhysicalDisk, 1, 0, 2).snapshot());
  EXPECT_EQ(objects[0].counters[1].status, CStatus::no_data);
  EXPECT_EQ(objects[0].counters[1].reason, "no right");
}

TEST(SourceList, CounterWithoutDefinition_IsNotAvailable) {
  const auto objects = listed(TestBlock()
                                  .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}})
                                  .instance("sda", {1})
                                  .snapshot());
  EXPECT_EQ(objects[0].counters[1].status, CStatus::no_counter);
  EXPECT_EQ(objects[0].counters[1].reason, "not available");
}

TEST(SourceList, ObjectWithoutInstances_SaysSo) {
  const auto objects = listed(TestBlock()
                                  .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec},
                                                                 {title::kAvgDiskSecPerTransfer}})
                                  .snapshot());
  EXPECT_TRUE(objects[0].has_instances);
  EXPECT_EQ(objects[0].counters[0].status, CStatus::no_instance);
  EXPECT_EQ(objects[0].counters[0].reason, "the object has no instances now");
}

TEST(SourceList, EqualInstances_AreNumbered) {
  const auto objects = listed(TestBlock()
                                  .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}})
                                  .instance("sda", {1})
                                  .instance("sda", {2})
                                  .snapshot());
  EXPECT_THAT(objects[0].instances, ElementsAre("sda", "sda#1"));
}

TEST(SourceList, InstanceOfAnother_HasItInItsName) {
  TestBlock block = disks();
  block.object(title::kMemory, {{24}})
      .instance("0", {1}, {ParentInstance{title::kPhysicalDisk, 1}, -1});
  block.instance("0", {1}, {ParentInstance{title::kPhysicalDisk, 0}, -1});
  const auto objects = listed(block.snapshot());
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_THAT(objects[1].instances, ElementsAre("sdb/0", "sda/0"));
}

TEST(SourceList, ObjectThatIsLeftOut_FollowsWithItsReason) {
  const auto objects = listed(disks().status().left_out("no driver", 500, 504).snapshot());
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[1].name, "Costly");
  EXPECT_EQ(objects[1].counters[0].reason, "not available");
  EXPECT_EQ(objects[1].counters[1].reason, "no driver");
}

TEST(SourceList, ObjectsThatAreNotMentioned_AreAbsent) {
  const Snapshot snapshot = disks().snapshot();
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  const auto objects = list_absent_objects(Names(catalog, fixed_titles(), described()), snapshot);
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[0].name, "Memory");
  EXPECT_EQ(objects[0].counters[0].reason, "collected only when requested by name");
  EXPECT_EQ(objects[1].counters[0].reason, "no such file");
}

Series disk_series(std::string_view machine, std::string_view instance, std::string_view counter) {
  Series series;
  series.machine = machine;
  series.object = "Disk";
  series.instance = instance;
  series.counter = counter;
  return series;
}

ListOfRecords empty_list() {
  return ListOfRecords([](const Series&) { return std::string("what"); });
}

TEST(ListOfRecords, LayoutsOfALog_AreJoined) {
  Catalog catalog;
  catalog.clear();
  catalog.add(disk_series("vm", "sda", "Bytes"));
  ListOfRecords list = empty_list();
  list.add(catalog, false, [](std::size_t) { return false; });
  catalog.clear();
  catalog.add(disk_series("vm", "sdb", "Time"));
  catalog.add(disk_series("vm", "sda", "Bytes"));
  list.add(catalog, false, [](std::size_t series) { return series == 1; });
  const auto objects = list.objects();
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(objects[0].machine, "");
  EXPECT_THAT(objects[0].instances, ElementsAre("sda", "sdb"));
  ASSERT_EQ(objects[0].counters.size(), 2U);
  EXPECT_EQ(objects[0].counters[0].status, CStatus::valid_data);
  EXPECT_EQ(objects[0].counters[1].status, CStatus::no_data);
  EXPECT_EQ(objects[0].counters[1].reason, "no record of the log has a value");
}

TEST(ListOfRecords, NameOfTwoTitleIndices_IsOneObject) {
  Catalog catalog;
  Series series = disk_series("vm", "sda", "Bytes");
  series.object_title_index = title::kCollectionStatus;  // what describes a block is listed, too
  catalog.add(series);
  series = disk_series("vm", "sdb", "Bytes");
  series.object_title_index = 2000;
  catalog.add(series);
  ListOfRecords list = empty_list();
  list.add(catalog, false, [](std::size_t at) { return at == 1; });
  const auto objects = list.objects();
  ASSERT_EQ(objects.size(), 1U);
  EXPECT_EQ(objects[0].title_index, title::kCollectionStatus);
  EXPECT_THAT(objects[0].instances, ElementsAre("sda", "sdb"));
  ASSERT_EQ(objects[0].counters.size(), 1U);
  EXPECT_EQ(objects[0].counters[0].status, CStatus::valid_data);
}

TEST(ListOfRecords, SeveralMachines_AreNamed) {
  Catalog catalog;
  catalog.clear();
  catalog.add(disk_series("a", "sda", "Bytes"));
  catalog.add(disk_series("b", "sda", "Bytes"));
  ListOfRecords list = empty_list();
  list.add(catalog, true, [](std::size_t) { return true; });
  const auto objects = list.objects();
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_EQ(objects[1].machine, "b");
  EXPECT_FALSE(objects[1].counters[0].type.has_value());
}

TEST(SourceListJson, CounterWithData_HasNoReason) {
  ListedCounter counter;
  counter.title_index = 6;
  counter.name = "c";
  counter.reason = "old";
  ListedObject object;
  object.title_index = 4;
  object.name = "M";
  object.counters = {counter};
  JsonWriter out(JsonLayout::line);
  write_listed_object(out, object);
  EXPECT_EQ(out.take(),
            R"({"title_index":4,"name":"M","instances":null,"counters":[{"title_index":6,)"
            R"("name":"c","type":null,"status":"CSTATUS_VALID_DATA","reason":null}]})");
}

TEST(SourceListJson, Document_HasOnePieceForEachObjectAndAnEnd) {
  ListedObject object;
  object.title_index = 4;
  object.name = "M";
  std::vector<std::string> pieces;
  write_list_json({object, object}, [&](std::string_view piece) { pieces.emplace_back(piece); });
  const std::string one = R"({"title_index":4,"name":"M","instances":null,"counters":[]})";
  EXPECT_THAT(pieces, ElementsAre(R"({"objects":[)" + one, "," + one, "]}\n"));
}

}  // namespace
}  // namespace openperflib
