// Linux Filesystem. Facts: docs/objects/disks.md.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "openperflib/testing/machines/device_test_machine.h"

namespace openperflib::linux_objects {
namespace {

constexpr TitleIndex kLogicalDisk = 236, kLinuxFilesystem = 100154;
constexpr std::size_t kInodesFree = 0, kReadOnly = 1;

DeviceMachine filesystems_of(const std::string& directory, SpaceQuestions questions = {}) {
  return {directory, kLinuxFilesystem, make_linux_filesystem_collector(), 256,
          std::move(questions)};
}

// However busy the machine that tests is: nobody here is silent.
SpaceQuestions questions_to(FilesystemSpace::Ask ask) {
  return {.ask = std::move(ask), .patience = std::chrono::minutes(1)};
}

// This machine, every file system of which has so many inodes.
DeviceMachine with_inodes(std::uint64_t inodes, std::uint64_t available) {
  return filesystems_of("/", questions_to([=](const char*, SpaceBlocks& space) {
                          space.inodes = inodes;
                          space.available_inodes = available;
                          return 0;
                        }));
}

TEST(LinuxFilesystem, Instances_MatchLogicalDiskWithoutTotal) {
  const MadeFolder tree;
  tree.write("proc/self/mountinfo",
             "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
             "28 27 254:16 / /data ro,relatime shared:2 - xfs /dev/vdb rw\n"
             "29 27 254:32 / /broken rw,relatime - ext4 /dev/vdc ro,errors=remount-ro\n"
             "30 27 0:5 / /proc ro - proc proc ro\n");
  auto filesystems = filesystems_of(tree.path());
  filesystems.collect();
  ASSERT_EQ(filesystems.instances(), "\\|\\data|\\broken");
  EXPECT_EQ(filesystems.cell("\\", kReadOnly), "0");
  EXPECT_EQ(filesystems.cell("\\data", kReadOnly), "1");    // the mount
  EXPECT_EQ(filesystems.cell("\\broken", kReadOnly), "1");  // the file system
  EXPECT_EQ(filesystems.cell("\\", kInodesFree), "statvfs: not available for a recorded folder");
}

TEST(LinuxFilesystem, MountsAlone_HaveOneListOfOptions) {
  const MadeFolder tree;
  tree.write("proc/mounts",
             "/dev/vda / ext4 rw,errors=ro 0 0\n/dev/vdb /data xfs nodev,ro 0 0\n"
             "/dev/vdc /cut vfat\n");
  auto filesystems = filesystems_of(tree.path());
  filesystems.collect();
  ASSERT_EQ(filesystems.instances(), "\\|\\data|\\cut");
  EXPECT_EQ(filesystems.cell("\\", kReadOnly), "0");
  EXPECT_EQ(filesystems.cell("\\data", kReadOnly), "1");
  EXPECT_EQ(filesystems.cell("\\cut", kReadOnly), "the mount table has no options for /cut");
}

TEST(LinuxFilesystem, NoTableOfMounts_HasNoInstances) {
  const MadeFolder tree;
  auto filesystems = filesystems_of(tree.path());
  filesystems.collect();
  EXPECT_EQ(filesystems.instances(), "");
}

TEST(LinuxFilesystem, RemountReadOnly_IsSeen) {
  const MadeFolder tree;
  auto filesystems = filesystems_of(tree.path());
  tree.write("proc/self/mountinfo", "27 1 254:0 / / rw - ext4 /dev/vda rw\n");
  filesystems.collect();
  EXPECT_EQ(filesystems.cell("\\", kReadOnly), "0");
  tree.write("proc/self/mountinfo", "27 1 254:0 / / rw - ext4 /dev/vda ro\n");
  filesystems.collect();
  EXPECT_EQ(filesystems.cell("\\", kReadOnly), "1");
}

TEST(LinuxFilesystem, InodesFree_ExcludesReservedOnes) {
  auto filesystems = with_inodes(3'276'800, 3'000'000);
  filesystems.collect();
  if (filesystems.instances().empty()) GTEST_SKIP() << "no file system here is an instance";
  EXPECT_EQ(filesystems.cell(0, kInodesFree, Part::value), "3000000");
  EXPECT_EQ(filesystems.cell(0, kInodesFree, Part::base), "3276800");
}

TEST(LinuxFilesystem, MoreInodesThan32Bits_ScalesBothNumbers) {
  auto filesystems = with_inodes(0x5'0000'0000, 0x1'8000'0001);
  filesystems.collect();
  if (filesystems.instances().empty()) GTEST_SKIP() << "no file system here is an instance";
  EXPECT_EQ(filesystems.cell(0, kInodesFree, Part::value), "805306368");  // 0x1'8000'0001 >> 3
  EXPECT_EQ(filesystems.cell(0, kInodesFree, Part::base), "2684354560");  // 0x5'0000'0000 >> 3
}

TEST(LinuxFilesystem, NoNumberOfInodes_HasNoData) {
  auto filesystems = with_inodes(0, 0);
  filesystems.collect();
  if (filesystems.instances().empty()) GTEST_SKIP() << "no file system here is an instance";
  const std::string reason = filesystems.cell(0, kInodesFree, Part::value);
  EXPECT_TRUE(reason.starts_with("statvfs: the file system has no inode count: /")) << reason;
}

TEST(LinuxFilesystem, UnrequestedInodes_QueryNoFileSystem) {
  auto filesystems = filesystems_of("/", {.ask = [](const char*, SpaceBlocks&) -> int {
                                      ADD_FAILURE() << "asked";
                                      return 0;
                                    }});
  ObjectRequest request;
  request.add_counter(kLinuxFilesystem, 790);  // Read Only
  filesystems.ask(request);
  filesystems.collect();
  if (filesystems.instances().empty()) GTEST_SKIP() << "no file system here is an instance";
  EXPECT_EQ(filesystems.cell(0, kInodesFree, Part::value), "not asked for");
}

// Both objects in one collection: each file system is asked once.
TEST(LinuxFilesystem, FileSystems_AreQueriedOnce) {
  std::map<std::string, int> asked;
  CollectionStage stage("/", 256, questions_to([&](const char* path, SpaceBlocks& space) {
                          ++asked[path];
                          space = {4096, 100, 50, 50, 10, 5};
                          return 0;
                        }));
  ObjectTable disks(*find_catalogue_object(kLogicalDisk));
  ObjectTable filesystems(*find_catalogue_object(kLinuxFilesystem));
  const auto disk_collector = make_logical_disk_collector();
  const auto filesystem_collector = make_linux_filesystem_collector();
  for (int times = 1; times <= 2; ++times) {
    disks.clear();
    filesystems.clear();
    CollectContext context = stage.next();
    disk_collector->collect(context, disks);
    filesystem_collector->collect(context, filesystems);
    for (const auto& [path, count] : asked) EXPECT_EQ(count, times) << path;
  }
  if (asked.empty()) GTEST_SKIP() << "no file system here is an instance";
  EXPECT_EQ(stage.cell(filesystems, 0, kInodesFree), "5");
  EXPECT_EQ(instance_names(filesystems) + "|_Total", instance_names(disks));
}

}  // namespace
}  // namespace openperflib::linux_objects
