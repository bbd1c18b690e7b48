#include <cerrno>
#include <future>
#include <memory>

#include "openperflib/testing/machines/device_test_machine.h"

namespace openperflib::linux_objects {
namespace {

using std::chrono::milliseconds;
constexpr char kVda[] =
    " 254 0 vda 103248 13947 7768618 52916 20476 136284 10195576 23471 0 13884 1\n";

DeviceMachine logical_disks_of(const std::string& directory, unsigned descriptors = 256) {
  return {directory, 236, make_logical_disk_collector(), descriptors};
}

// This machine, whose file systems answer what the test says.
DeviceMachine this_machine(FilesystemSpace::Ask ask, milliseconds patience = milliseconds(60'000)) {
  return {"/", 236, make_logical_disk_collector(), 256, SpaceQuestions{std::move(ask), patience}};
}

TEST(LogicalDisk, RootAndItsDevice_AreJoinedByDeviceNumber) {
  const MadeFolder tree;
  tree.write("proc/diskstats", kVda);
  tree.write("proc/self/mountinfo", "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n");
  auto disks = logical_disks_of(tree.path());
  disks.at(kNow, 0);
  disks.collect();
  ASSERT_EQ(disks.instances(), "\\|_Total");
  EXPECT_EQ(disks.cell("\\", 2), "0");          // Current Disk Queue Length
  EXPECT_EQ(disks.cell("\\", 3), "763870000");  // % Disk Time
  EXPECT_EQ(disks.base("\\", 3), "134000000000000000");
  EXPECT_EQ(disks.cell("\\", 12), "123724");              // Disk Transfers/sec
  EXPECT_EQ(disks.cell("\\", 15), "9197667328");          // Disk Bytes/sec
  EXPECT_EQ(disks.base("\\", 20), "20476");               // Avg. Disk Bytes/Write
  EXPECT_EQ(disks.cell("\\", 21), "133999999861160000");  // - 13884 * 10^4
  EXPECT_EQ(disks.cell("\\", 22), "not collected");
  EXPECT_EQ(disks.cell("_Total", 15), "9197667328");
}

TEST(LogicalDisk, RecordedFolder_HasNoFreeSpace) {
  const MadeFolder tree;
  tree.write("proc/diskstats", kVda);
  tree.write("proc/self/mountinfo", "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.cell("\\", 0), "statvfs: not available for a recorded folder");
  EXPECT_EQ(disks.cell("_Total", 1), "statvfs: not available for a recorded folder");
}

TEST(LogicalDisk, NoLineForTheDevice_LosesItsIo) {
  const MadeFolder tree;
  tree.write("proc/diskstats", kVda);
  tree.write("proc/self/mountinfo",
             "1 0 0:55 / / rw - overlay overlay rw\n"
             "2 1 254:0 / /data rw - ext4 /dev/vda rw\n"
             "3 1 0:44 / /b rw - btrfs /dev/vda rw\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  ASSERT_EQ(disks.instances(), "\\|\\data|\\b|_Total");
  EXPECT_EQ(disks.cell("\\", 15), "/proc/diskstats has no line for overlay");
  EXPECT_EQ(disks.cell("\\data", 15), "9197667328");
  EXPECT_EQ(disks.cell("\\b", 15), "/proc/diskstats has no line for /dev/vda");
  EXPECT_EQ(disks.cell("_Total", 15), "/proc/diskstats has no line for overlay");
}

TEST(LogicalDisk, NoDiskstats_SaysSoOfEveryIoCounter) {
  const MadeFolder tree;
  tree.write("proc/self/mountinfo", "2 1 254:0 / / rw - ext4 /dev/vda rw\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  for (std::size_t order = 2; order < 22; ++order) {
    EXPECT_EQ(disks.cell("\\", order), "no such file: /proc/diskstats") << order;
  }
}

TEST(LogicalDisk, NoTableOfMounts_HasNoInstances) {
  const MadeFolder tree;
  tree.write("proc/diskstats", kVda);
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.instances(), "");
}

TEST(LogicalDisk, WithoutMountinfo_SourcesAreFoundByName) {
  const MadeFolder tree;
  tree.write("proc/diskstats",
             "8 1 sda1 7 35 8 9 1 0 1 1 0 1 1\n253 0 dm-0 5 0 1 1 1 0 1 1 0 1 1\n");
  tree.write("sys/block/dm-0/dm/name", "vg-home\n");
  tree.write("proc/mounts",
             "/dev/sda1 / ext4 rw 0 0\n/dev/mapper/vg-home /home ext4 rw 0 0\n"
             "/dev/mapper/vg-gone /x ext4 rw 0 0\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  ASSERT_EQ(disks.instances(), "\\|\\home|\\x|_Total");
  EXPECT_EQ(disks.cell("\\", 13), "7");
  EXPECT_EQ(disks.cell("\\home", 13), "5");
  EXPECT_EQ(disks.cell("\\x", 13), "/proc/diskstats has no line for /dev/mapper/vg-gone");
}

TEST(LogicalDisk, PartitionOfAnOldKernel_HasFourNumbers) {
  const MadeFolder tree;
  tree.write("proc/diskstats", "8 1 sda1 35486 38030 100 200\n");
  tree.write("proc/mounts", "/dev/sda1 / ext3 rw 0 0\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  EXPECT_EQ(disks.cell("\\", 12), "35586");
  EXPECT_EQ(disks.cell("\\", 15), "19573760");  // (38030 + 200) * 512
  EXPECT_EQ(disks.cell("\\", 4), "/proc/diskstats has no ms reading");
}

TEST(LogicalDisk, ChangedMountsOrDevices_LinesAreLookedUpAgain) {
  const MadeFolder tree;
  const std::string a = "8 1 sda1 1 0 1 1 1 0 1 1 0 1 1\n", b = "8 17 sdb1 2 0 1 1 1 0 1 1 0 1 1\n";
  const std::string root = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n";
  auto disks = logical_disks_of(tree.path());
  tree.write("proc/diskstats", a);
  tree.write("proc/self/mountinfo", root);
  disks.collect();
  EXPECT_EQ(disks.cell("\\", 13), "1");
  tree.write("proc/diskstats", b + a);
  tree.write("proc/self/mountinfo", root + "2 1 8:17 / /b rw - ext4 /dev/sdb1 rw\n");
  disks.collect();
  EXPECT_EQ(disks.cell("\\", 13), "1");
  EXPECT_EQ(disks.cell("\\b", 13), "2");
  tree.write("proc/diskstats", b);
  disks.collect();
  EXPECT_EQ(disks.cell("\\", 13), "/proc/diskstats has no line for /dev/sda1");
  EXPECT_EQ(disks.cell("\\b", 13), "2");
}

TEST(LogicalDisk, ReplacedDiskOfAPartition_HasANewKeyAndNoState) {
  const MadeFolder tree;
  tree.write("sys/devices/sda/diskseq", "3\n");
  tree.make_folder("sys/devices/sda/sda1");
  tree.make_folder("sys/class/block");
  std::filesystem::create_symlink("../../devices/sda/sda1", tree.path() + "/sys/class/block/sda1");
  tree.write("proc/diskstats", "8 1 sda1 9 0 1 4294967295 1 0 1 1 0 1 1\n");
  tree.write("proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n");
  auto disks = logical_disks_of(tree.path());
  disks.collect();
  const std::uint64_t key = disks.key("\\");
  tree.write("sys/devices/sda/diskseq", "4\n");
  tree.write("proc/diskstats", "8 1 sda1 9 0 1 2 1 0 1 1 0 1 1\n");
  disks.collect();
  EXPECT_NE(disks.key("\\"), key);
  EXPECT_EQ(disks.cell("\\", 6), "20000");
}

TEST(LogicalDisk, RecordedMachine_FindsMappedDevices) {
  auto disks = logical_disks_of(recorded_machine("vm-6.18"));
  disks.collect();
  EXPECT_EQ(disks.instances(), "\\|_Total");
  EXPECT_EQ(disks.cell("\\", 13), "103248");
}

TEST(LogicalDisk, RecordedDockerHost_HasTheShortestBindMount) {
  auto disks = logical_disks_of(recorded_machine("cgroup-docker-v1-v2"));
  disks.collect();
  EXPECT_EQ(disks.instances(), "\\|\\etc\\hosts|_Total");
  EXPECT_EQ(disks.cell("\\", 12), "no such file: /proc/diskstats");
}

TEST(LogicalDisk, FreeSpace_ExcludesReservedBlocksFromBoth) {
  auto disks = this_machine([](const char*, SpaceBlocks& space) {
    space = {4096, 1'000'000, 500'000, 400'000};
    return 0;
  });
  disks.collect();
  if (disks.instances().empty()) GTEST_SKIP() << "no file system of this machine is an instance";
  const auto name = std::string(disks.table.instance_name(0));
  EXPECT_EQ(disks.cell(name, 0), "1562");  // 400,000 * 4096 >> 20
  EXPECT_EQ(disks.base(name, 0), "3515");  // (1,000,000 - 500,000 + 400,000) * 4096 >> 20
  EXPECT_EQ(disks.cell(name, 1), "1562");
}

TEST(LogicalDisk, FileSystemRefuses_TheReasonIsItsOwn) {
  auto disks = this_machine([](const char*, SpaceBlocks&) { return EACCES; });
  disks.collect();
  if (disks.instances().empty()) GTEST_SKIP() << "no file system of this machine is an instance";
  std::string reason = disks.cell(0, 0, Part::value);
  EXPECT_TRUE(reason.starts_with("no permission: /")) << reason;
}

TEST(LogicalDisk, NoSizeOrTooLarge_IsNotANumber) {
  SpaceBlocks answer;
  auto disks = this_machine([&](const char*, SpaceBlocks& space) {
    space = answer;
    return 0;
  });
  disks.collect();
  if (disks.instances().empty()) GTEST_SKIP() << "no file system of this machine is an instance";
  std::string reason = disks.cell(0, 0, Part::value);
  EXPECT_TRUE(reason.starts_with("statvfs: the file system has no size: /")) << reason;
  answer = {1ULL << 40, 1ULL << 40, 1ULL << 40, 1ULL << 40};
  disks.collect();
  reason = disks.cell(0, 1, Part::value);
  EXPECT_TRUE(reason.starts_with("statvfs: the size in MiB exceeds 32 bits: /")) << reason;
}

TEST(LogicalDisk, SilentFileSystem_LosesOnlyItsFreeSpace) {
  const auto never = std::make_shared<std::promise<void>>();
  {
    auto disks = this_machine(
        [never, wait = never->get_future().share()](const char*, SpaceBlocks&) {
          wait.wait();
          return 0;
        },
        milliseconds(1));
    disks.collect();
    if (disks.instances().empty()) GTEST_SKIP() << "no file system of this machine is an instance";
    const std::string reason = disks.cell(0, 1, Part::value);
    EXPECT_TRUE(reason.starts_with("statvfs: no answer in time: /")) << reason;
    disks.collect();
    EXPECT_EQ(disks.cell(0, 1, Part::value), reason);
  }
  never->set_value();  // only now: nothing above has waited for it
}

TEST(LogicalDisk, UnrequestedCounters_QueryNoFileSystem) {
  auto disks = this_machine([](const char*, SpaceBlocks&) -> int {
    ADD_FAILURE() << "asked";
    return 0;
  });
  ObjectRequest request;
  request.add_counter(236, 212);  // Disk Transfers/sec
  disks.ask(request);
  disks.collect();
  if (disks.instances().empty()) GTEST_SKIP() << "no file system of this machine is an instance";
  EXPECT_EQ(disks.cell(0, 1, Part::value), "not asked for");
}

}  // namespace
}  // namespace openperflib::linux_objects
