#include "openperflib/view/doctor/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/described_object.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<const ObjectDescription*>& described_machine() {
  static const std::vector<CounterDescription> memory = {
      described_counter(24, "Available Bytes"),
      described_counter(30, "Pool Bytes", Availability::never)};
  static const std::vector<CounterDescription> disk = {
      described_counter(title::kDiskBytesPerSec, "Disk Bytes/sec"),
      described_counter(title::kAvgDiskSecPerTransfer, "Time")};
  static const std::vector<ObjectDescription> objects = {
      described_object(title::kMemory, "Memory", memory),
      described_instances(title::kPhysicalDisk, "PhysicalDisk", disk)};
  static const std::vector<const ObjectDescription*> all = {&objects[0], &objects[1]};
  return all;
}

TestBlock machine() {
  TestBlock block;
  block.object(title::kMemory, {{24}}, Instances::none).single({1});
  block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}, {title::kAvgDiskSecPerTransfer}})
      .instance("sda", {1, 2})
      .instance("sdb", {3, 4})
      .instance("sdc", {5, 6});
  return block;
}

Diagnosis diagnosis_of(const Snapshot& snapshot) {
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  return diagnose(Names(catalog, fixed_titles(), described_machine()), snapshot);
}

TEST(Diagnosis, Objects_AreCountedAsTheyAre) {
  const Diagnosis diagnosis = diagnosis_of(machine().snapshot());
  ASSERT_EQ(diagnosis.objects.size(), 2U);
  EXPECT_EQ(diagnosis.objects[0].name, "Memory");
  EXPECT_EQ(diagnosis.objects[0].instances, std::nullopt);
  EXPECT_EQ(diagnosis.objects[1].title_index, title::kPhysicalDisk);
  EXPECT_EQ(diagnosis.objects[1].instances, 3U);
  EXPECT_EQ(diagnosis.objects[1].counters_with_data, 2U);
  EXPECT_EQ(diagnosis.objects[1].counters, 2U);
  EXPECT_THAT(diagnosis.lacks, IsEmpty());
}

TEST(Diagnosis, LeftOutCounter_HasTheRemedyOfItsDescription) {
  const Diagnosis diagnosis = diagnosis_of(
      machine().status().left_out("Linux has no pools", title::kMemory, 30).snapshot());
  ASSERT_EQ(diagnosis.lacks.size(), 1U);
  EXPECT_EQ(diagnosis.lacks[0].remedy, Remedy::nobody);
  EXPECT_EQ(diagnosis.lacks[0].reason, "Linux has no pools");
  EXPECT_THAT(diagnosis.lacks[0].counters, ElementsAre("Memory\\Pool Bytes"));
  EXPECT_EQ(diagnosis.lacks[0].instances, 0U);
}

TEST(Diagnosis, RunsWithOneReason_AreOneLackWithAllTheirInstances) {
  const Diagnosis diagnosis =
      diagnosis_of(machine()
                       .status()
                       .missing("no permission: /proc/1/io", title::kPhysicalDisk, 0, 0, 1)
                       .missing("no permission: /proc/2/io", title::kPhysicalDisk, 0, 2, 1)
                       .missing("no permission: /proc/7/io", title::kPhysicalDisk, 1, 1, 1)
                       .snapshot());
  ASSERT_EQ(diagnosis.lacks.size(), 1U);
  EXPECT_EQ(diagnosis.lacks[0].reason, "no permission: /proc/PID/io");
  EXPECT_EQ(diagnosis.lacks[0].remedy, Remedy::machine);
  EXPECT_THAT(diagnosis.lacks[0].counters,
              ElementsAre("PhysicalDisk\\Disk Bytes/sec", "PhysicalDisk\\Time"));
  EXPECT_EQ(diagnosis.lacks[0].instances, 2U);
}

TEST(Diagnosis, UnknownObject_IsLeftOut) {
  const Diagnosis diagnosis =
      diagnosis_of(TestBlock().object(900, {{902}}, Instances::none).single({1}).snapshot());
  EXPECT_THAT(diagnosis.objects, IsEmpty());
}

}  // namespace
}  // namespace openperflib
