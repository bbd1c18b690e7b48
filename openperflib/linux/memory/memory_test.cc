// Memory from made /proc files. Facts: docs/objects/memory.md, and the kernel's proc.rst.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kMeminfo =  // of a virtual machine of 8 GB, kernel 6.18
    "MemTotal:        8091700 kB\n"
    "MemFree:         5032900 kB\n"
    "MemAvailable:    7269240 kB\n"
    "Buffers:           85544 kB\n"
    "Cached:          2230916 kB\n"
    "Active(file):     926600 kB\n"
    "Inactive(file):  1260708 kB\n"
    "SwapTotal:        102400 kB\n"
    "Dirty:               948 kB\n"
    "Writeback:             4 kB\n"
    "Shmem:               568 kB\n"
    "SReclaimable:     191836 kB\n"
    "SUnreclaim:        40024 kB\n"
    "KernelStack:        2240 kB\n"
    "CommitLimit:     4045848 kB\n"
    "Committed_AS:     723432 kB\n"
    "VmallocTotal:   34359738367 kB\n"
    "VmallocUsed:       12928 kB\n"
    "Percpu:             1168 kB\n";

class Memory : public testing::Test {
 protected:
  Memory() { memory.folder().write("proc/meminfo", kMeminfo); }
  std::string of(std::string_view counter) const { return memory.value(counter); }
  void collect_with(const char* file, std::string_view text) {
    memory.folder().write(file, text);
    memory.collect();
  }
  MemoryUnderTest memory{4};
};

TEST_F(Memory, Available_IsMemAvailableInThreeUnits) {
  memory.collect();
  EXPECT_EQ(of("Available Bytes"), "7443701760");
  EXPECT_EQ(of("Available KBytes"), "7269240");
  EXPECT_EQ(of("Available MBytes"), "7098");
}

TEST_F(Memory, AvailableOfAnOldKernel_IsItsParts) {
  collect_with("proc/meminfo",
               "MemFree: 1000 kB\nActive(file): 20 kB\nInactive(file): 3 kB\nSReclaimable: 4 kB\n");
  EXPECT_EQ(of("Available KBytes"), "1027");
  EXPECT_EQ(of("Standby Cache Normal Priority Bytes"), "27648");
}

TEST_F(Memory, Available_IsFreeAndStandby) {
  memory.collect();
  EXPECT_EQ(of("Free & Zero Page List Bytes"), "5153689600");
  EXPECT_EQ(of("Standby Cache Normal Priority Bytes"), "2290012160");  // the two make 7443701760
}

TEST_F(Memory, FreeAboveAvailable_LeavesNoStandby) {
  collect_with("proc/meminfo", "MemFree: 10 kB\nMemAvailable: 9 kB\n");
  EXPECT_EQ(of("Standby Cache Normal Priority Bytes"), "0");
}

TEST_F(Memory, WithoutMemFree_ThereIsNoStandby) {
  collect_with("proc/meminfo", "MemAvailable: 9 kB\n");
  EXPECT_EQ(of("Standby Cache Normal Priority Bytes"), "/proc/meminfo has no MemFree");
}

TEST_F(Memory, CommitLimit_IsRamAndSwapUnlessEnforced) {
  for (const char* mode : {"0\n", "1\n", "nonsense"}) {
    collect_with("proc/sys/vm/overcommit_memory", mode);
    EXPECT_EQ(of("Commit Limit"), "8390758400");
    EXPECT_EQ(of("% Committed Bytes In Use"), "180858 of 2048525");
  }
  collect_with("proc/sys/vm/overcommit_memory", "2\n");
  EXPECT_EQ(of("Commit Limit"), "4142948352");
  EXPECT_EQ(of("% Committed Bytes In Use"), "180858 of 1011462");
}

TEST_F(Memory, WithoutOvercommitMode_ModeZeroIsTaken) {
  memory.collect();
  EXPECT_EQ(of("Commit Limit"), "8390758400");
  EXPECT_EQ(of("Committed Bytes"), "740794368");
}

TEST_F(Memory, WithoutCommitLimit_TheFractionLacksToo) {
  collect_with("proc/meminfo", "Committed_AS: 8 kB\n");
  EXPECT_EQ(of("% Committed Bytes In Use"), "/proc/meminfo has no MemTotal");
  EXPECT_EQ(of("Committed Bytes"), "8192");
}

TEST_F(Memory, Pools_AreSlab) {
  memory.collect();
  EXPECT_EQ(of("Pool Paged Bytes"), "196440064");
  EXPECT_EQ(of("Pool Paged Resident Bytes"), "196440064");
  EXPECT_EQ(of("Pool Nonpaged Bytes"), "44474368");
}

TEST_F(Memory, KeyTheKernelLacks_CountsNothingInASum) {
  collect_with("proc/meminfo", "SUnreclaim: 10 kB\n");
  EXPECT_EQ(of("Pool Nonpaged Bytes"), "10240");
  EXPECT_EQ(of("Pool Paged Bytes"), "/proc/meminfo has no SReclaimable");
}

TEST_F(Memory, Cache_IsPagesOfFilesAndSlabWithoutSharedMemory) {
  memory.collect();
  EXPECT_EQ(of("Cache Bytes"), "2567913472");
  EXPECT_EQ(of("System Cache Resident Bytes"), "2371473408");
}

TEST_F(Memory, CachePeak_StaysWhenTheCacheShrinks) {
  memory.collect();
  collect_with("proc/meminfo", "Cached: 10 kB\nBuffers: 0 kB\n");
  EXPECT_EQ(of("Cache Bytes"), "10240");
  EXPECT_EQ(of("Cache Bytes Peak"), "2567913472");
}

TEST_F(Memory, FreePageTableEntries_AreCappedAt32Bits) {
  memory.collect();
  EXPECT_EQ(of("Free System Page Table Entries"), "4294967295");
  collect_with("proc/meminfo", "VmallocTotal: 4000 kB\nVmallocUsed: 400 kB\n");
  EXPECT_EQ(of("Free System Page Table Entries"), "900");
}

TEST_F(Memory, Modified_IsDirtyAndWriteback) {
  memory.collect();
  EXPECT_EQ(of("Modified Page List Bytes"), "974848");
}

TEST_F(Memory, BadWord_LosesItsOwnValuesAndIsNamed) {
  collect_with("proc/meminfo", "MemAvailable: 10 kB\nMemFree: ten kB\n");
  EXPECT_EQ(of("Available Bytes"), "10240");
  const std::string reason = "/proc/meminfo: MemFree at byte 29: is not a number";
  EXPECT_EQ(of("Free & Zero Page List Bytes"), reason);
  EXPECT_EQ(of("Standby Cache Normal Priority Bytes"), reason);
}

TEST_F(Memory, NumberAbove64Bits_IsMissingAndNotCut) {
  collect_with("proc/meminfo",
               "MemFree: 18446744073709551616 kB\nCommitted_AS: 18446744073709551615\n");
  EXPECT_EQ(of("Free & Zero Page List Bytes"), "/proc/meminfo: MemFree at byte 9: is out of range");
  EXPECT_EQ(of("Committed Bytes"), "/proc/meminfo: Committed_AS at byte 47: is out of range");
}

TEST_F(Memory, MissingFile_IsNamedByItsCounters) {
  memory.folder().remove("proc/meminfo");
  memory.collect();
  EXPECT_EQ(of("Available Bytes"), "no such file: /proc/meminfo");
  EXPECT_EQ(of("Commit Limit"), "no such file: /proc/meminfo");
  EXPECT_EQ(of("Cache Bytes Peak"), "no such file: /proc/meminfo");
  EXPECT_EQ(of("Page Faults/sec"), "no such file: /proc/vmstat");
  EXPECT_EQ(of("Pages/sec"), "no such file: /proc/vmstat");
}

TEST_F(Memory, Faults_AreVmstatsTotals) {
  collect_with("proc/vmstat", "pgfault 5000000000\npgmajfault 12\nworkingset_refault_file 34\n");
  EXPECT_EQ(of("Page Faults/sec"), "5000000000");  // 4 bytes are stored: the low 32 bits
  EXPECT_EQ(of("Page Reads/sec"), "12");
  EXPECT_EQ(of("Cache Faults/sec"), "34");
}

TEST_F(Memory, StolenPagesOfOldKernels_AreAddedUpOverZones) {
  collect_with("proc/vmstat",
               "pgsteal_kswapd_dma 1\npgsteal_kswapd_dma32 20\npgsteal_direct_normal 300\n"
               "pgsteal_anon 5000\npgsteal_kswapd_movable 4000\n");
  EXPECT_EQ(of("Transition Pages RePurposed/sec"), "4321");
}

TEST_F(Memory, LargerKernelPages_AreCountedIn4Kibibytes) {
  memory.page_size = 65536;
  collect_with("proc/vmstat", "pswpout 3\npswpin 2\npgmajfault 1\npgsteal_direct 5\n");
  EXPECT_EQ(of("Pages Output/sec"), "48");
  EXPECT_EQ(of("Pages Input/sec"), "32");
  EXPECT_EQ(of("Pages/sec"), "80");
  EXPECT_EQ(of("Page Reads/sec"), "1");  // operations, not pages
  EXPECT_EQ(of("Transition Pages RePurposed/sec"), "80");
}

TEST_F(Memory, Drivers_AreTheModulesSizes) {
  collect_with("proc/modules", "snd 53248 2 - Live 0x0\nvirtio_net 90112 0 - Live 0x0\n");
  EXPECT_EQ(of("System Driver Total Bytes"), "143360");
  EXPECT_EQ(of("System Driver Resident Bytes"), "143360");
}

TEST_F(Memory, NoModules_MeansNoDriversRatherThanNoData) {
  collect_with("proc/modules", "");
  EXPECT_EQ(of("System Driver Total Bytes"), "0");
}

TEST_F(Memory, ModuleSizeThatIsNotANumber_IsNamed) {
  collect_with("proc/modules", "snd 53248 2\nbad -1 0\n");
  EXPECT_EQ(of("System Driver Total Bytes"), "/proc/modules: size at byte 16: is not a number");
}

TEST_F(Memory, KernelCode_IsItsRange) {
  collect_with("proc/iomem", "00001000-0009ffff : System RAM\n  01000000-01e0363f : Kernel code\n");
  EXPECT_EQ(of("System Code Total Bytes"), "14693952");
  EXPECT_EQ(of("System Code Resident Bytes"), "14693952");
}

TEST_F(Memory, KernelCodeShownAsZeros_IsHidden) {
  collect_with("proc/iomem", "  00000000-00000000 : Kernel code\n");
  EXPECT_EQ(of("System Code Total Bytes"), "no permission: /proc/iomem");
}

TEST_F(Memory, NoKernelCodeLine_IsSaid) {
  collect_with("proc/iomem", "00001000-0009ffff : System RAM\n");
  EXPECT_EQ(of("System Code Total Bytes"), "/proc/iomem has no Kernel code");
}

}  // namespace
}  // namespace openperflib::linux_objects
