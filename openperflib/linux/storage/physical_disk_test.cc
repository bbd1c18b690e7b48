#include "openperflib/linux/storage/physical_disk_internal.h"
#include "openperflib/testing/machines/device_test_machine.h"

namespace openperflib::linux_objects {
namespace {

DeviceMachine physical_disks_of(const std::string& directory, unsigned descriptors = 256) {
  return {directory, 234, make_physical_disk_collector(), descriptors};
}

TEST(PhysicalDisk, NamesOfWholeDisks_AreDisks) {
  for (const auto* name :
       {"sda", "sdaa", "hdb", "vda", "xvda", "dasda", "nvme0n1", "nvme12n3", "mmcblk0"}) {
    EXPECT_EQ(classify_disk_name(name), DiskName::whole_disk) << name;
  }
}

TEST(PhysicalDisk, NamesOfOtherDevices_AreNone) {
  for (const auto* name : {"sr0", "fd0", "loop7", "ram15", "zram0", "dm-3", "md127", "nvme0c0n1",
                           "nvme0c1n1p2", "mmcblk0boot0", "mmcblk0rpmb"}) {
    EXPECT_EQ(classify_disk_name(name), DiskName::no_disk) << name;
  }
}

TEST(PhysicalDisk, PartitionsAndUnknownNames_DependOnTheDeviceLink) {
  for (const auto* name : {"sda1", "vda15", "xvda1", "nvme0n1p1", "mmcblk0p2", "pmem0", "sd",
                           "cciss/c0d0", "rbd0", "nvme", "mmcblk"}) {
    EXPECT_EQ(classify_disk_name(name), DiskName::ask_the_device) << name;
  }
}

TEST(PhysicalDisk, EveryCounter_IsItsFieldInItsUnit) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "   8       0 sda 9748 3699 293170 4064 2850 7475 1861584 122608 3 6868 126660\n");
  auto disks = physical_disks_of(tree.path());
  disks.at(kNow, 0);
  disks.collect();
  ASSERT_EQ(disks.instances(), "0 sda|_Total");
  const std::string d = "0 sda";
  EXPECT_EQ(disks.cell(d, 0), "3");
  EXPECT_EQ(disks.cell(d, 1), "1266720000");  // (4064 + 122608) * 10^4
  EXPECT_EQ(disks.base(d, 1), "134000000000000000");
  EXPECT_EQ(disks.cell(d, 2), "1266720000");
  EXPECT_EQ(disks.cell(d, 3), "40640000");
  EXPECT_EQ(disks.base(d, 3), "134000000000000000");
  EXPECT_EQ(disks.cell(d, 4), "40640000");
  EXPECT_EQ(disks.cell(d, 5), "1226080000");
  EXPECT_EQ(disks.cell(d, 6), "1226080000");
  EXPECT_EQ(disks.cell(d, 7), "1266720000");  // ms * 10 MHz / 1000
  EXPECT_EQ(disks.base(d, 7), "12598");       // 9748 + 2850
  EXPECT_EQ(disks.cell(d, 8), "40640000");
  EXPECT_EQ(disks.base(d, 8), "9748");
  EXPECT_EQ(disks.cell(d, 9), "1226080000");
  EXPECT_EQ(disks.base(d, 9), "2850");
  EXPECT_EQ(disks.cell(d, 10), "12598");
  EXPECT_EQ(disks.cell(d, 11), "9748");
  EXPECT_EQ(disks.cell(d, 12), "2850");
  EXPECT_EQ(disks.cell(d, 13), "1103234048");  // (293170 + 1861584) * 512
  EXPECT_EQ(disks.cell(d, 14), "150103040");
  EXPECT_EQ(disks.cell(d, 15), "953131008");
  EXPECT_EQ(disks.cell(d, 16), "1103234048");
  EXPECT_EQ(disks.base(d, 16), "12598");
  EXPECT_EQ(disks.cell(d, 17), "150103040");
  EXPECT_EQ(disks.base(d, 17), "9748");
  EXPECT_EQ(disks.cell(d, 18), "953131008");
  EXPECT_EQ(disks.base(d, 18), "2850");
  EXPECT_EQ(disks.cell(d, 19), "133999999931320000");  // kNow - 6868 * 10^4
  EXPECT_EQ(disks.base(d, 19), "134000000000000000");
  EXPECT_EQ(disks.cell(d, 20), "not collected");  // splits are not counted
}

TEST(PhysicalDisk, Total_IsMeanOfTimesAndSumOfEverythingElse) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "8 0 sda 10 0 100 7 20 0 200 8 1 5 0\n"
             "8 16 sdb 1 0 2 4 3 0 6 5 2 10 0\n");
  auto disks = physical_disks_of(tree.path());
  disks.at(kNow, 0);
  disks.collect();
  ASSERT_EQ(disks.instances(), "0 sda|1 sdb|_Total");
  EXPECT_EQ(disks.cell("_Total", 0), "3");
  EXPECT_EQ(disks.cell("_Total", 1), "120000");  // (15 + 9) / 2 * 10^4
  EXPECT_EQ(disks.base("_Total", 1), "134000000000000000");
  EXPECT_EQ(disks.cell("_Total", 2), "240000");
  EXPECT_EQ(disks.base("_Total", 7), "34");
  EXPECT_EQ(disks.cell("_Total", 10), "34");
  EXPECT_EQ(disks.cell("_Total", 19), "133999999999925000");  // - (5 + 10) / 2 * 10^4
}

TEST(PhysicalDisk, NoDiskstats_HasNoInstances) {
  const MadeFolder tree;
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.instances(), "");
}

TEST(PhysicalDisk, DeviceLink_MakesADiskOfAnUnknownName) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "259 0 pmem0 1 0 1 1 1 0 1 1 0 1 1\n"
             "104 0 cciss/c0d0 1 0 1 1 1 0 1 1 0 1 1\n"
             "43 0 nbd0 1 0 1 1 1 0 1 1 0 1 1\n"
             "11 0 sr0 1 0 1 1 1 0 1 1 0 1 1\n");
  tree.make_folder("sys/block/pmem0/device");
  tree.make_folder("sys/block/cciss!c0d0/device");
  tree.make_folder("sys/block/nbd0");
  tree.make_folder("sys/block/sr0/device");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 pmem0|1 cciss_c0d0|_Total");
}

TEST(PhysicalDisk, NumberOfADisk_StaysWhenOthersComeAndGo) {
  const MadeFolder tree;
  const std::string a = "8 0 sda 1 0 1 1 1 0 1 1 0 1 1\n", b = "8 16 sdb 1 0 1 1 1 0 1 1 0 1 1\n",
                    c = "8 32 sdc 1 0 1 1 1 0 1 1 0 1 1\n";
  auto disks = physical_disks_of(tree.path());
  tree.write("proc/diskstats", a + b);
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 sda|1 sdb|_Total");
  tree.write("proc/diskstats", c + b);
  disks.collect();
  EXPECT_EQ(disks.instances(), "2 sdc|1 sdb|_Total");
  tree.write("proc/diskstats", a + b + c);
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 sda|1 sdb|2 sdc|_Total");
}

TEST(PhysicalDisk, ReplacedDisk_HasANewNumberAndKeyAndNoState) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 9 0 1 4294967295 9 0 1 1 0 1 1\n");
  tree.write("sys/block/sda/diskseq", "5\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 sda|_Total");
  const std::uint64_t key = disks.key("0 sda");
  tree.write("sys/block/sda/diskseq", "12\n");
  tree.write("proc/diskstats", "8 0 sda 9 0 1 3 9 0 1 1 0 1 1\n");
  disks.collect();
  EXPECT_EQ(disks.instances(), "1 sda|_Total");
  EXPECT_NE(disks.key("1 sda"), key);
  EXPECT_EQ(disks.cell("1 sda", 4), "30000");
}

TEST(PhysicalDisk, MillisecondsThatFall_AreCarriedPast32Bits) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 9 0 1 4294967290 9 0 1 1 0 1 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 4), "42949672900000");
  tree.write("proc/diskstats", "8 0 sda 10 0 1 4 9 0 1 1 0 1 1\n");
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 4), "42949673000000");  // (2^32 + 4) * 10^4
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 4), "42949673000000");
}

TEST(PhysicalDisk, DecreasedRequests_MeanAnotherDevice) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 9 0 1 4294967290 9 0 1 1 0 1 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  tree.write("proc/diskstats", "8 0 sda 2 0 1 4 9 0 1 1 0 1 1\n");
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 4), "40000");
}

TEST(PhysicalDisk, IdleTime_NeverDecreasesUnlessTheClockWasSet) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 1 0 1 1 1 0 1 1 0 100 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.at(kNow, 0);
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 19), "133999999999000000");
  tree.write("proc/diskstats", "8 0 sda 1 0 1 1 1 0 1 1 0 204 1\n");  // 4 ms more than went by
  disks.at(kNow + 1'000'000, 1'000'000);
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 19), "133999999999000000");
  disks.at(kNow - 36'000'000'000, 2'000'000);  // an hour back
  disks.collect();
  EXPECT_EQ(disks.cell("0 sda", 19), "133999963997960000");
}

TEST(PhysicalDisk, WithoutTimeOfDay_OnlyTimesAreMissing) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 1 0 1 1 1 0 1 1 0 100 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  const std::string reason = "no time of day: no /proc/uptime or no btime";
  for (const std::size_t order : {1U, 3U, 5U, 19U}) {
    EXPECT_EQ(disks.cell("0 sda", order), reason) << order;
    EXPECT_EQ(disks.cell("_Total", order), reason) << order;
  }
  EXPECT_EQ(disks.cell("0 sda", 2), "20000");
  EXPECT_EQ(disks.cell("0 sda", 10), "2");
}

TEST(PhysicalDisk, BadWord_LosesItsCountersAndNamesFileAndByte) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 1 0 x 1 1 0 1 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.at(kNow, 0);
  disks.collect();
  const std::string bad = "/proc/diskstats: sectors read at byte 12: is not a number";
  EXPECT_EQ(disks.cell("0 sda", 14), bad);
  EXPECT_EQ(disks.cell("0 sda", 13), bad);
  EXPECT_EQ(disks.cell("0 sda", 17), bad);
  EXPECT_EQ(disks.cell("0 sda", 15), "512");
  EXPECT_EQ(disks.cell("0 sda", 0), "/proc/diskstats has no I/Os in progress");
  EXPECT_EQ(disks.cell("0 sda", 19), "/proc/diskstats has no ms doing I/O");
  EXPECT_EQ(disks.cell("_Total", 13), bad);
}

TEST(PhysicalDisk, SumsAbove64Bits_HaveNoData) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "8 0 sda 18446744073709551615 0 36028797018963968 1844674407370956 1 0 1 1 0 1 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  const std::string reason = "/proc/diskstats: a sum above 2^64-1";
  EXPECT_EQ(disks.cell("0 sda", 10), reason);  // reads + writes
  EXPECT_EQ(disks.cell("0 sda", 14), reason);  // 2^55 sectors
  EXPECT_EQ(disks.cell("0 sda", 4), reason);   // ms * 10^4
  EXPECT_EQ(disks.cell("0 sda", 12), "1");
  EXPECT_EQ(disks.cell("0 sda", 7), reason);
}

// Two names with the same device number are two instances.
TEST(PhysicalDisk, DuplicateLine_IsOneInstance) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "8 0 sda 1 0 1 1 1 0 1 1 0 1 1\n8 0 sda 2 0 1 1 1 0 1 1 0 1 1\n"
             "8 0 sdb 3 0 1 1 1 0 1 1 0 1 1\n");
  auto disks = physical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 sda|1 sdb|_Total");
  EXPECT_EQ(disks.cell("0 sda", 11), "1");
  EXPECT_NE(disks.key("0 sda"), disks.key("1 sdb"));
}

TEST(PhysicalDisk, WithoutKeptDescriptors_NumbersAreTheSame) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 0 sda 9748 3699 293170 4064 2850 7475 1861584 122608 3 6868 1\n");
  tree.write("sys/block/sda/diskseq", "5\n");
  auto kept = physical_disks_of(tree.path(), 16), closed = physical_disks_of(tree.path(), 0);
  for (auto* disks : {&kept, &closed}) {
    disks->at(kNow, 0);
    disks->collect();
    disks->collect();
  }
  for (std::size_t order = 0; order < 21; ++order) {
    EXPECT_EQ(kept.cell("0 sda", order), closed.cell("0 sda", order)) << order;
  }
  EXPECT_EQ(kept.descriptors_left(), 14U);
}

TEST(PhysicalDisk, RecordedMachine_HasItsWholeDisksAlone) {
  auto disks = physical_disks_of(recorded_machine("goprocinfo-8cpu-12disk"));
  disks.collect();
  EXPECT_EQ(disks.instances(),
            "0 sda|1 sdc|2 sdb|3 sdd|4 sdg|5 sdh|6 sdi|7 sdj|8 sdl|9 sde|10 sdf|"
            "11 sdk|_Total");
  EXPECT_EQ(disks.cell("0 sda", 10), "409505407");      // 408408680 + 1096727
  EXPECT_EQ(disks.cell("8 sdl", 15), "4003554119680");  // 7819441640 * 512
  EXPECT_EQ(disks.cell("5 sdh", 0), "3");
  EXPECT_EQ(disks.cell("_Total", 0), "4");  // sdc 1, sdh 3
}

TEST(PhysicalDisk, RecordedVirtualMachine_HasItsOneDisk) {
  auto disks = physical_disks_of(recorded_machine("vm-6.18"));
  disks.collect();
  EXPECT_EQ(disks.instances(), "0 vda|_Total");
  EXPECT_EQ(disks.cell("0 vda", 13), "9197667328");  // (7768618 + 10195576) * 512
  EXPECT_EQ(disks.cell("_Total", 2), "763870000");   // (52916 + 23471) * 10^4
}

}  // namespace
}  // namespace openperflib::linux_objects
