// Job Object from a made cgroup v2 tree. Facts: docs/objects/job_object.md.
#include <gtest/gtest.h>

#include "openperflib/linux/cgroup/job_processes_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using JobUnderTest = ObjectUnderTest<make_job_object_collector>;
const std::string kTree = "sys/fs/cgroup/";

// A slice with one process of its own, and a service in it with two.
void make_tree(const MadeFolder& folder) {
  folder.write("proc/self/mountinfo", "36 25 0:31 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  folder.write(kTree + "a.slice/cpu.stat", "usage_usec 5999\nuser_usec 3000\nsystem_usec 2999\n");
  folder.write(kTree + "a.slice/cgroup.procs", "7\n");
  folder.write(kTree + "a.slice/memory.stat", "anon 1\npgfault 40\n");
  folder.write(kTree + "a.slice/memory.events", "oom 9\noom_kill 2\n");
  folder.write(kTree + "a.slice/b.service/cpu.stat", "usage_usec 1\nuser_usec 1\nsystem_usec 0\n");
  folder.write(kTree + "a.slice/b.service/cgroup.procs", "9\n8\n");
}

TEST(JobObject, Folder_HasTheTimesOfCpuStat) {
  JobUnderTest jobs(1500);
  make_tree(jobs.folder());
  jobs.collect();
  EXPECT_EQ(jobs.instances(), "\\a.slice|\\a.slice\\b.service|_Total");
  EXPECT_EQ(jobs.value("Current % Processor Time"), "59990");
  EXPECT_EQ(jobs.value("Current % User Mode Time"), "30000");
  EXPECT_EQ(jobs.value("Current % Kernel Mode Time"), "29990");
  EXPECT_EQ(jobs.value("Total mSec - Processor"), "5");
  EXPECT_EQ(jobs.value("Total mSec - User Mode"), "3");
  EXPECT_EQ(jobs.value("Total mSec - Kernel Mode"), "2");
  EXPECT_EQ(jobs.value("Pages/Sec"), "40");
  EXPECT_EQ(jobs.value("Process Count - Terminated"), "2");
}

TEST(JobObject, Processes_CountInAllParentFolders) {
  JobUnderTest jobs(1500);
  make_tree(jobs.folder());
  jobs.collect();
  EXPECT_EQ(jobs.value("Process Count - Active", 0), "3");
  EXPECT_EQ(jobs.value("Process Count - Active", 1), "2");
  EXPECT_EQ(jobs.value("Process Count - Total", 0), "3");
}

TEST(JobObject, ProcessThatEnds_StaysInTheTotal) {
  JobUnderTest jobs(1500);
  make_tree(jobs.folder());
  jobs.collect();
  jobs.folder().write(kTree + "a.slice/b.service/cgroup.procs", "9\n10\n");
  jobs.collect();
  EXPECT_EQ(jobs.value("Process Count - Active", 1), "2");
  EXPECT_EQ(jobs.value("Process Count - Total", 1), "3");
  EXPECT_EQ(jobs.value("Process Count - Total", 0), "4");
  jobs.folder().remove(kTree + "a.slice/b.service");
  jobs.collect();
  EXPECT_EQ(jobs.instances(), "\\a.slice|_Total");
  EXPECT_EQ(jobs.value("Process Count - Active", 0), "1");
  EXPECT_EQ(jobs.value("Process Count - Total", 0), "4");
}

TEST(JobObject, UnreadableProcesses_AreNotNewLater) {
  JobUnderTest jobs(1500);
  make_tree(jobs.folder());
  jobs.collect();
  jobs.folder().write(kTree + "a.slice/b.service/cgroup.procs", "9\nx\n");
  jobs.collect();
  EXPECT_EQ(jobs.value("Process Count - Total", 1),
            "/sys/fs/cgroup/a.slice/b.service/cgroup.procs: process at byte 2: is not a number");
  jobs.folder().write(kTree + "a.slice/b.service/cgroup.procs", "9\n8\n");
  jobs.collect();
  EXPECT_EQ(jobs.value("Process Count - Total", 1), "2");
  EXPECT_EQ(jobs.value("Process Count - Total", 0), "3");
}

TEST(JobObject, FolderWithoutFile_LacksItsCountersAsDoesTheTotal) {
  JobUnderTest jobs(1500);
  make_tree(jobs.folder());
  jobs.collect();
  const char* reason = "no such file: /sys/fs/cgroup/a.slice/b.service/memory.stat";
  EXPECT_EQ(jobs.value("Pages/Sec", 1), reason);
  EXPECT_EQ(jobs.value("Pages/Sec", 2), reason);
  EXPECT_EQ(jobs.value("Total mSec - Processor", 2), "5");
}

TEST(JobProcesses, Ids_AscendAndAreOneEach) {
  std::vector<std::uint32_t> ids;
  ASSERT_TRUE(parse_job_processes("9\n8\n9\n\n", ids).has_value());
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{8, 9}));
  EXPECT_EQ(parse_job_processes("9\nx\n", ids).error(), (BadWord{Errc::not_a_number, 2}));
  EXPECT_TRUE(ids.empty());
  EXPECT_EQ(parse_job_processes("4294967296\n", ids).error(), (BadWord{Errc::out_of_range, 0}));
  EXPECT_EQ(count_new(std::vector<std::uint32_t>{1, 3, 5}, std::vector<std::uint32_t>{0, 3}), 2U);
}

}  // namespace
}  // namespace openperflib::linux_objects
