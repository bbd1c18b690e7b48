// Linux Memory and Cache from made folders. Facts: docs/objects/linux_memory.md, cache.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using LinuxMemoryUnderTest = ObjectUnderTest<make_linux_memory_collector>;
using CacheUnderTest = ObjectUnderTest<make_cache_collector>;

TEST(LinuxMemory, SwapIn_IsPswpin) {
  LinuxMemoryUnderTest memory(100118);
  memory.folder().write("proc/vmstat", "pswpin 12\noom_kill x\n");
  memory.collect();
  EXPECT_EQ(memory.value("Swap In Pages/sec"), "12");
  EXPECT_EQ(memory.value("OOM Kills"), "/proc/vmstat: oom_kill at byte 19: is not a number");
  EXPECT_EQ(memory.value("Cached Bytes"), "no such file: /proc/meminfo");
}

TEST(LinuxMemory, PagesAreOf4KiB_KibibytesAreNone) {
  LinuxMemoryUnderTest memory(100118);
  memory.page_size = 65536;
  memory.folder().write("proc/vmstat",
                        "pswpout 2\npgscan_direct 3\npgpgin 5\npgpgout 6\npgmajfault 7\n");
  memory.collect();
  EXPECT_EQ(memory.value("Swap Out Pages/sec"), "32");
  EXPECT_EQ(memory.value("Direct Reclaim Pages/sec"), "48");
  EXPECT_EQ(memory.value("Block Read KBytes/sec"), "5");
  EXPECT_EQ(memory.value("Block Write KBytes/sec"), "6");
  EXPECT_EQ(memory.value("Major Faults/sec"), "7");
}

TEST(LinuxMemory, ZonesOfOldKernels_AreAddedUp) {
  LinuxMemoryUnderTest memory(100118);
  memory.folder().write("proc/vmstat",
                        "pgscan_direct_dma 1\npgscan_direct_normal 2\npgscan_direct_throttle 40\n");
  memory.collect();
  EXPECT_EQ(memory.value("Direct Reclaim Pages/sec"), "3");
}

TEST(LinuxMemory, SwapUsed_IsWhatIsNotFree) {
  LinuxMemoryUnderTest memory(100118);
  memory.folder().write("proc/meminfo", "SwapTotal: 100 kB\nSwapFree: 40 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("SwapUsed Bytes"), "61440");
  memory.folder().write("proc/meminfo", "SwapTotal: 100 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("SwapUsed Bytes"), "/proc/meminfo has no SwapFree");
}

TEST(LinuxMemory, MemTotal_IsTheMemoryOfTheMachine) {
  LinuxMemoryUnderTest memory(100118);
  memory.folder().write("proc/meminfo", "MemTotal:       24624352 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("MemTotal Bytes"), "25215336448");
  memory.folder().write("proc/meminfo", "MemFree: 1 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("MemTotal Bytes"), "/proc/meminfo has no MemTotal");
}

TEST(LinuxMemory, HugePages_AreTheirNumberTimesTheirSize) {
  LinuxMemoryUnderTest memory(100118);
  memory.folder().write("proc/meminfo", "HugePages_Total:       3\nHugepagesize:       2048 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("HugePages_Total Bytes"), "6291456");
  memory.folder().write("proc/meminfo",
                        "HugePages_Total: 18446744073709551615\nHugepagesize: 2048 kB\n");
  memory.collect();
  EXPECT_EQ(memory.value("HugePages_Total Bytes"),
            "/proc/meminfo: HugePages_Total at byte 17: is out of range");
  memory.folder().write("proc/meminfo", "HugePages_Total: 0\n");
  memory.collect();
  EXPECT_EQ(memory.value("HugePages_Total Bytes"), "/proc/meminfo has no Hugepagesize");
}

TEST(Cache, DirtyPages_AreVmstatsInPagesOf4KiB) {
  CacheUnderTest cache(86);
  cache.page_size = 16384;
  cache.folder().write("proc/vmstat", "nr_dirty 5\nnr_dirty_threshold 70\nnr_written 800\n");
  cache.collect();
  EXPECT_EQ(cache.value("Dirty Pages"), "20");
  EXPECT_EQ(cache.value("Dirty Page Threshold"), "280");
  EXPECT_EQ(cache.value("Lazy Write Pages/sec"), "3200");
}

}  // namespace
}  // namespace openperflib::linux_objects
