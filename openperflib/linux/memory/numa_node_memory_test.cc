// NUMA Node Memory from made folders. Facts: docs/objects/numa_node_memory.md.
#include <gtest/gtest.h>

#include "openperflib/linux/memory/zone_watermarks_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using NumaUnderTest = ObjectUnderTest<make_numa_node_memory_collector>;
constexpr const char* kZoneinfo = "proc/zoneinfo";

std::string meminfo(int node, int total, int free, int file_pages, int slab) {
  const auto line = [&](const char* key, int kibibytes) {
    return "Node " + std::to_string(node) + " " + key + ":  " + std::to_string(kibibytes) + " kB\n";
  };
  return line("MemTotal", total) + line("MemFree", free) + line("Active(file)", file_pages) +
         line("Inactive(file)", file_pages) + line("SReclaimable", slab);
}

constexpr std::string_view kZones =
    "Node 0, zone      DMA\n  pages free     3840\n        min      9\n        low      100\n"
    "        high     17\n  cpu: 0\n              low: 5\nNode 0, zone   Normal\n        low      "
    "412\n"
    "Node 2, zone   Normal\n        low      1\n";

TEST(NumaNodeMemory, Nodes_HaveNumbersAndATotal) {
  NumaUnderTest numa(1814);
  numa.folder().write("sys/devices/system/node/node2/meminfo", meminfo(2, 4096, 2048, 1024, 1028));
  numa.folder().write("sys/devices/system/node/node10/meminfo", meminfo(10, 8192, 1023, 0, 0));
  numa.folder().write("sys/devices/system/node/has_cpu", "2\n");
  numa.folder().write(kZoneinfo, kZones);
  numa.collect();
  EXPECT_EQ(numa.instances(), "2|10|_Total");
  EXPECT_EQ(numa.value("Total MBytes", 0), "4");
  EXPECT_EQ(numa.value("Total MBytes", 2), "12");
  EXPECT_EQ(numa.value("Free & Zero Page List MBytes", 1), "0");  // 1,023 KiB
}

TEST(NumaNodeMemory, Standby_IsFilesAndSlabMinusLowWatermark) {
  NumaUnderTest numa(1814);
  numa.folder().write("sys/devices/system/node/node0/meminfo", meminfo(0, 9000, 2048, 2048, 1024));
  numa.folder().write(kZoneinfo, kZones);  // 512 pages of 4 KiB
  numa.collect();
  EXPECT_EQ(numa.value("Standby List MBytes", 0), "3");
  EXPECT_EQ(numa.value("Available MBytes", 0), "5");
  numa.page_size = 65536;  // 32 MiB: more than there is
  numa.collect();
  EXPECT_EQ(numa.value("Standby List MBytes", 0), "0");
  EXPECT_EQ(numa.value("Available MBytes", 0), "2");
}

TEST(NumaNodeMemory, BadNumber_LosesDependentValues) {
  NumaUnderTest numa(1814);
  numa.folder().write(
      "sys/devices/system/node/node0/meminfo",
      "Node 0 MemTotal: 2048 kB\nNode 0 MemFree: x\nNode 0 SReclaimable: 1024 kB\n");
  numa.collect();
  EXPECT_EQ(numa.value("Total MBytes", 0), "2");
  EXPECT_EQ(numa.value("Standby List MBytes", 0), "1");
  const char* bad = "/sys/devices/system/node/node0/meminfo: MemFree at byte 41: is not a number";
  EXPECT_EQ(numa.value("Free & Zero Page List MBytes", 0), bad);
  EXPECT_EQ(numa.value("Available MBytes", 0), bad);
  EXPECT_EQ(numa.value("Available MBytes", 1), bad);
}

TEST(NumaNodeMemory, BadWatermark_LosesStandbyAndAvailable) {
  NumaUnderTest numa(1814);
  numa.folder().write("sys/devices/system/node/node0/meminfo", meminfo(0, 9000, 2048, 2048, 1024));
  numa.folder().write(kZoneinfo, "Node 0, zone DMA\n low x\n");
  numa.collect();
  EXPECT_EQ(numa.value("Standby List MBytes", 0),
            "/proc/zoneinfo: low at byte 22: is not a number");
  EXPECT_EQ(numa.value("Available MBytes", 0), "/proc/zoneinfo: low at byte 22: is not a number");
  EXPECT_EQ(numa.value("Free & Zero Page List MBytes", 0), "2");
}

TEST(NumaNodeMemory, MachineWithoutNodes_HasNoInstances) {
  NumaUnderTest numa(1814);
  numa.collect();
  EXPECT_EQ(numa.instances(), "");
}

TEST(ZoneWatermarks, EachZoneHasOneLineLow) {
  std::vector<NodeWatermark> marks;
  ASSERT_TRUE(parse_low_watermarks(kZones, marks).has_value());
  EXPECT_EQ(marks, (std::vector<NodeWatermark>{{0, 512}, {2, 1}}));
  ASSERT_TRUE(
      parse_low_watermarks(" low 5\nNode 0, zone DMA\n low 7\n low 8\n", marks).has_value());
  EXPECT_EQ(marks, (std::vector<NodeWatermark>{{0, 7}}));
  EXPECT_EQ(parse_low_watermarks("Node 0, zone DMA\n low\n", marks).error(),
            (BadWord{Errc::not_a_number, 21}));
}

}  // namespace
}  // namespace openperflib::linux_objects
