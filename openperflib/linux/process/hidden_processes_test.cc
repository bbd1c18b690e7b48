// What hidepid= of /proc hides, and from whom. Facts: proc(5); docs/objects/system.md.
#include <gtest/gtest.h>

#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

namespace openperflib::linux_objects {
namespace {

TEST(HiddenProcesses, FoldersAreHidden_OnlyByInvisibleAndPtraceable) {
  for (const auto* value : {"2", "invisible", "4", "ptraceable", "5"}) {
    EXPECT_TRUE(hides_processes(std::string("rw,hidepid=") + value)) << value;
  }
  for (const auto* options : {"", "rw", "rw,hidepid", "hidepid=0", "hidepid=off", "hidepid=1",
                              "hidepid=noaccess", "nohidepid=2"}) {
    EXPECT_FALSE(hides_processes(options)) << options;
  }
}

TEST(HiddenProcesses, CapabilityToTrace_SeesAll) {
  EXPECT_TRUE(sees_hidden_processes("hidepid=2", "CapEff:\t0000000000080000\n"));
  EXPECT_TRUE(sees_hidden_processes("hidepid=ptraceable", "Gid:\t1\nCapEff:\t000001ffffffffff\n"));
  EXPECT_FALSE(sees_hidden_processes("hidepid=2", "CapEff:\t000001fffff7ffff\n"));
  EXPECT_FALSE(sees_hidden_processes("hidepid=2", "CapPrm:\t0000000000080000\n"));
  EXPECT_FALSE(sees_hidden_processes("hidepid=2", "CapEff:\t80000x\n"));
  EXPECT_FALSE(sees_hidden_processes("hidepid=2", ""));
}

TEST(HiddenProcesses, GroupOfProc_SeesAllExceptWithPtraceable) {
  const std::string_view status = "Gid:\t7\t8\t9\t10\nGroups:\t24 1000 \nCapEff:\t0\n";
  EXPECT_TRUE(sees_hidden_processes("gid=10,hidepid=2", status));  // by the group for files
  EXPECT_TRUE(sees_hidden_processes("gid=24,hidepid=invisible", status));
  EXPECT_TRUE(sees_hidden_processes("hidepid=invisible,gid=1000", status));
  EXPECT_FALSE(sees_hidden_processes("gid=7,hidepid=2", status));
  EXPECT_FALSE(sees_hidden_processes("gid=100,hidepid=2", status));
  EXPECT_FALSE(sees_hidden_processes("gid=24,hidepid=ptraceable", status));
  EXPECT_FALSE(sees_hidden_processes("gid=24,hidepid=4", status));
}

TEST(HiddenProcesses, WithoutAGroup_ItIsThatOfRoot) {
  EXPECT_TRUE(sees_hidden_processes("hidepid=2", "Gid:\t0\t0\t0\t0\nCapEff:\t0\n"));
  EXPECT_FALSE(sees_hidden_processes("hidepid=2", "Gid:\t0\t0\t0\t5\nGroups:\t\nCapEff:\t0\n"));
}

constexpr const char* kHidden = "no permission: /proc hides the processes of other users (hidepid)";
constexpr const char* kAnyone = "Gid:\t1000\t1000\t1000\t1000\nGroups:\t1000\nCapEff:\t0\n";

// A machine that shows one process, by a /proc of these options.
void show_one(const MadeFolder& folder, const std::string& options) {
  folder.write("proc/self/mountinfo", "21 20 0:4 / /proc rw - proc proc " + options + "\n")
      .write("proc/self/status", kAnyone)
      .write("proc/50/stat", line_of({.id = 50}))
      .write("proc/50/io", std::string(kIo) + "read_bytes: 5\nwrite_bytes: 6\n");
}

// They are not the counts of the visible processes.
TEST(HiddenProcesses, CountsOfSystem_AreUnknown) {
  SystemUnderTest system{2};
  show_one(system.folder(), "rw,gid=4,hidepid=invisible");
  system.collect();
  EXPECT_EQ(system.value("Processes"), kHidden);
  EXPECT_EQ(system.value("File Read Bytes/sec"), kHidden);
  EXPECT_EQ(system.value("File Data Operations/sec"), kHidden);
}

TEST(HiddenProcesses, WhoIsInTheGroup_HasTheSums) {
  SystemUnderTest system{2};
  show_one(system.folder(), "rw,gid=1000,hidepid=invisible");
  system.collect();
  EXPECT_EQ(system.value("Processes"), "1");
  EXPECT_EQ(system.value("File Read Bytes/sec"), "1000");
}

TEST(HiddenProcesses, RemountedProc_IsNoticedInTheNextCollection) {
  SystemUnderTest system{2};
  show_one(system.folder(), "rw,hidepid=off");
  system.collect();
  EXPECT_EQ(system.value("Processes"), "1");
  show_one(system.folder(), "rw,hidepid=invisible");
  system.collect();
  EXPECT_EQ(system.value("Processes"), kHidden);
  show_one(system.folder(), "rw,hidepid=noaccess");
  system.collect();
  EXPECT_EQ(system.value("Processes"), "1");
}

TEST(HiddenProcesses, BytesOfFileSystems_AreUnknown) {
  ObjectUnderTest<make_filesystem_disk_activity_collector> machine{100074};
  show_one(machine.folder(), "rw,gid=4,hidepid=invisible");
  machine.collect();
  EXPECT_EQ(machine.value("FileSystem Bytes Read"), kHidden);
  EXPECT_EQ(machine.value("FileSystem Bytes Written", 1), kHidden);
}

}  // namespace
}  // namespace openperflib::linux_objects
