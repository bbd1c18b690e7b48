// Process from made /proc folders: expected values are reckoned by hand. Facts:
// docs/objects/process.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

// The test Process has the name of a struct that other tests use.
namespace openperflib::linux_objects::process_test {
namespace {

using ProcessUnderTest = ObjectUnderTest<make_process_collector>;

class Process : public testing::Test {
 protected:
  // The machine of kMadeInstant, with a second CPU.
  Process() {
    process.folder().write("proc/stat",
                           "cpu0 100 0 50 9000 0 0 0 0\ncpu1 0 0 0 9990 0 0 0 0\n"
                           "btime 1700000000\n");
    process.instant = kMadeInstant;
  }
  void add(const MadeStat& made, std::string_view status = kStatus, std::string_view io = kIo) {
    const std::string folder = "proc/" + std::to_string(made.id);
    process.folder().write(folder + "/stat", line_of(made));
    if (!status.empty()) process.folder().write(folder + "/status", status);
    if (!io.empty()) process.folder().write(folder + "/io", io);
    process.folder().make_folder(folder + "/fd");
  }
  std::string of(std::string_view counter, std::size_t instance) const {
    return process.value(counter, instance);
  }
  ProcessUnderTest process{230};
};

TEST_F(Process, OneProcess_HasEveryCounter) {
  add({.id = 4711,
       .comm = "cat",
       .parent = 17,
       .minor_faults = 95,
       .major_faults = 7,
       .user_ticks = 250,
       .system_ticks = 30,
       .threads = 3,
       .start_ticks = 8721,
       .virtual_bytes = 2359296});
  process.folder().write("proc/4711/fd/0", "").write("proc/4711/fd/1", "");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|cat|_Total");
  EXPECT_EQ(of("% Processor Time", 1), "28000000");
  EXPECT_EQ(of("% User Time", 1), "25000000");
  EXPECT_EQ(of("% Privileged Time", 1), "3000000");
  EXPECT_EQ(of("Virtual Bytes Peak", 1), "307200");
  EXPECT_EQ(of("Virtual Bytes", 1), "2359296");
  EXPECT_EQ(of("Page Faults/sec", 1), "102");
  EXPECT_EQ(of("Working Set Peak", 1), "204800");
  EXPECT_EQ(of("Working Set", 1), "102400");
  EXPECT_EQ(of("Page File Bytes Peak", 1), "43008");
  EXPECT_EQ(of("Page File Bytes", 1), "43008");
  EXPECT_EQ(of("Private Bytes", 1), "43008");
  EXPECT_EQ(of("Thread Count", 1), "3");
  EXPECT_EQ(of("Priority Base", 1), "8");
  EXPECT_EQ(of("Elapsed Time", 1), "133444736872100000");
  EXPECT_EQ(of("ID Process", 1), "4711");
  EXPECT_EQ(of("Creating Process ID", 1), "17");
  EXPECT_EQ(of("Pool Nonpaged Bytes", 1), "57344");
  EXPECT_EQ(of("Handle Count", 1), "2");
  EXPECT_EQ(of("IO Read Operations/sec", 1), "30");
  EXPECT_EQ(of("IO Write Operations/sec", 1), "4");
  EXPECT_EQ(of("IO Data Operations/sec", 1), "34");
  EXPECT_EQ(of("IO Read Bytes/sec", 1), "1000");
  EXPECT_EQ(of("IO Write Bytes/sec", 1), "200");
  EXPECT_EQ(of("IO Data Bytes/sec", 1), "1200");
  EXPECT_EQ(of("Working Set - Private", 1), "40960");
}

TEST_F(Process, Idle_IsWhatTheCpusDoElse) {
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|_Total");
  EXPECT_EQ(of("% Processor Time", 0), "1985000000");  // 2 x 100 s - 1.5 s
  EXPECT_EQ(of("% User Time", 0), "0");
  EXPECT_EQ(of("Thread Count", 0), "2");
  EXPECT_EQ(of("ID Process", 0), "0");
  EXPECT_EQ(of("Elapsed Time", 0), "133444736000000000");
  EXPECT_EQ(of("Private Bytes", 0), "0");
}

TEST_F(Process, Total_SumsAllButIdsClassesAndAges) {
  add({.id = 10, .user_ticks = 5, .start_ticks = 1});
  add({.id = 11, .user_ticks = 7, .start_ticks = 2});
  process.collect();
  EXPECT_EQ(of("% Processor Time", 3), "1986200000");
  EXPECT_EQ(of("Thread Count", 3), "4");
  EXPECT_EQ(of("Private Bytes", 3), "86016");
  EXPECT_EQ(of("Priority Base", 3), "0");
  EXPECT_EQ(of("ID Process", 3), "0");
  EXPECT_EQ(of("Creating Process ID", 3), "0");
  EXPECT_EQ(of("Elapsed Time", 3), "133444737000000000");
}

TEST_F(Process, ExitedProcess_TimeStaysInTotal) {
  add({.id = 10, .minor_faults = 3, .user_ticks = 5});
  add({.id = 11, .minor_faults = 70, .user_ticks = 700, .system_ticks = 30});
  process.collect();
  EXPECT_EQ(of("% Processor Time", 3), "2058500000");  // Idle's 198.5 s, and 735 ticks
  EXPECT_EQ(of("IO Data Bytes/sec", 3), "2400");
  process.folder().remove("proc/11");
  add({.id = 10, .minor_faults = 4, .user_ticks = 9});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|name|_Total");
  EXPECT_EQ(of("% Processor Time", 2), "2058900000");
  EXPECT_EQ(of("% User Time", 2), "70900000");
  EXPECT_EQ(of("% Privileged Time", 2), "3000000");
  EXPECT_EQ(of("Page Faults/sec", 2), "74");
  EXPECT_EQ(of("IO Data Bytes/sec", 2), "2400");
  EXPECT_EQ(of("Private Bytes", 2), "43008");  // levels are those of the living
  EXPECT_EQ(of("Thread Count", 2), "3");
}

TEST_F(Process, FolderOfAnotherBoot_DropsEndedProcesses) {
  add({.id = 10, .user_ticks = 5});
  add({.id = 11, .user_ticks = 700});
  process.collect();
  process.folder().remove("proc/11");
  process.folder().write("proc/stat", "cpu0 0 0 0 1 0 0 0 0\nbtime 1700003600\n");
  process.collect();
  EXPECT_EQ(of("% User Time", 2), "500000");
}

TEST_F(Process, NamesWithIds_HaveAnUnderlineAndTheId) {
  add({.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread});
  add({.id = 10, .comm = "bash"});
  add({.id = 4711, .comm = "bash"});
  process.process_names = NameFormat::name_and_id;
  process.collect();
  EXPECT_EQ(process.instances(), "Idle_0|System_2|bash_10|bash_4711|_Total");
  process.process_names = NameFormat::name;
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|System|bash|bash|_Total");
}

TEST_F(Process, Instances_AreIdleThenSystemThenById) {
  add({.id = 200, .comm = "b"});
  add({.id = 30, .comm = "a"});
  add({.id = 1, .comm = "init"});
  add({.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread}, kNoMemory);
  add({.id = 9, .comm = "kworker/0:1", .parent = 2, .flags = kKernelThread}, kNoMemory);
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|System|init|a|b|_Total");
  process.kernel_threads = KernelThreads::listed;
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|init|kthreadd|kworker_0:1|a|b|_Total");
}

TEST_F(Process, System_IsTheSumOfTheKernelsThreads) {
  add({.id = 2, .parent = 0, .flags = kKernelThread, .system_ticks = 3, .start_ticks = 4},
      kNoMemory);
  add({.id = 5,
       .parent = 2,
       .flags = kKernelThread,
       .system_ticks = 10,
       .nice = -20,
       .start_ticks = 6},
      kNoMemory);
  process.collect();
  EXPECT_EQ(of("% Privileged Time", 1), "1300000");
  EXPECT_EQ(of("Thread Count", 1), "2");
  EXPECT_EQ(of("Private Bytes", 1), "0");
  EXPECT_EQ(of("Pool Nonpaged Bytes", 1), "32768");
  EXPECT_EQ(of("IO Data Bytes/sec", 1), "2400");
  EXPECT_EQ(of("ID Process", 1), "2");
  EXPECT_EQ(of("Creating Process ID", 1), "0");
  EXPECT_EQ(of("Priority Base", 1), "8");
  EXPECT_EQ(of("Elapsed Time", 1), "133444736000400000");
}

TEST_F(Process, KernelThreadThatExits_DoesNotLowerSystem) {
  add({.id = 2, .parent = 0, .flags = kKernelThread, .system_ticks = 3}, kNoMemory);
  add({.id = 5, .parent = 2, .flags = kKernelThread, .system_ticks = 10}, kNoMemory);
  process.collect();
  process.folder().remove("proc/5");
  process.collect();
  EXPECT_EQ(of("% Privileged Time", 1), "1300000");
  EXPECT_EQ(of("IO Read Operations/sec", 1), "60");
  EXPECT_EQ(of("Thread Count", 1), "1");
}

TEST_F(Process, ChildOfKthreaddWithoutFlag_BelongsToSystem) {
  add({.id = 2, .parent = 0, .flags = kKernelThread}, kNoMemory);
  add({.id = 5, .comm = "modprobe", .parent = 2});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|System|_Total");
}

TEST_F(Process, ContainerWithOtherId2_HasNoSystem) {
  add({.id = 1, .comm = "init"});
  add({.id = 2, .comm = "bash"});
  add({.id = 3, .comm = "child", .parent = 2});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|init|bash|child|_Total");
}

TEST_F(Process, KernelThreadsWithoutKthreadd_GiveSystemAnUnknownStart) {
  add({.id = 5, .parent = 2, .flags = kKernelThread, .system_ticks = 10}, kNoMemory);
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|System|_Total");
  EXPECT_EQ(of("% Privileged Time", 1), "1000000");
  EXPECT_EQ(of("Elapsed Time", 1), "no such file: /proc/2/stat");
  EXPECT_EQ(of("Priority Base", 1), "no such file: /proc/2/stat");
}

struct BasePriorityCase {
  int policy;
  int nice;
  std::string_view base;
};
class PriorityBase : public Process, public testing::WithParamInterface<BasePriorityCase> {};
TEST_P(PriorityBase, IsTheClassNearestToPolicyAndNice) {
  add({.id = 7, .nice = GetParam().nice, .policy = GetParam().policy});
  process.collect();
  EXPECT_EQ(of("Priority Base", 1), GetParam().base);
}
INSTANTIATE_TEST_SUITE_P(
    Classes, PriorityBase,
    testing::Values(BasePriorityCase{0, -20, "13"}, BasePriorityCase{0, -15, "13"},
                    BasePriorityCase{0, -14, "10"}, BasePriorityCase{0, -5, "10"},
                    BasePriorityCase{0, -4, "8"}, BasePriorityCase{0, 0, "8"},
                    BasePriorityCase{0, 4, "8"}, BasePriorityCase{0, 5, "6"},
                    BasePriorityCase{0, 14, "6"}, BasePriorityCase{0, 15, "4"},
                    BasePriorityCase{0, 19, "4"}, BasePriorityCase{3, 10, "6"},
                    BasePriorityCase{5, 19, "4"}, BasePriorityCase{1, 0, "24"},
                    BasePriorityCase{2, 0, "24"}, BasePriorityCase{6, 0, "24"}));

TEST_F(Process, Name_IsThatOfTheProgramElseComm) {
  add({.id = 10, .comm = "short"});
  add({.id = 11, .comm = "gone"});
  add({.id = 12, .comm = "a) S 1 (b\nc"});
  process.folder()
      .link("proc/10/exe", "/usr/lib/a-long-program-name")
      .link("proc/11/exe", "/opt/x (1) (deleted)");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|a-long-program-name|x [1]|a] S 1 [b\nc|_Total");
}

// Any user can run a program of this name.
TEST_F(Process, ProgramNamedAsTheTotal_IsNotTakenForIt) {
  add({.id = 10, .comm = "_Total"});
  add({.id = 11, .comm = "sleep#1"});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|_Total_|sleep_1|_Total");
}

TEST_F(Process, KernelThread_RunsNoProgram) {
  add({.id = 9, .comm = "kworker/0:1", .parent = 2, .flags = kKernelThread}, kNoMemory);
  process.folder().link("proc/9/exe", "/bin/false");
  process.kernel_threads = KernelThreads::listed;
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|kworker_0:1|_Total");
}

// The next folder may be of another boot: the block's own starts tell who is who.
TEST_F(Process, BelowAFolder_HasNoKeyBesideTheBlock) {
  add({.id = 2, .parent = 0, .flags = kKernelThread});
  add({.id = 10});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|System|name|_Total");
  for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(process.table().instance_key(row), 0U);
}

TEST_F(Process, Exec_ChangesTheNameNotTheIdentity) {
  add({.id = 10, .comm = "bash"});
  process.collect();
  add({.id = 10, .comm = "ls"});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|ls|_Total");
  EXPECT_EQ(of("Elapsed Time", 1), "133444736010000000");  // as before
}

TEST_F(Process, ExitedParent_LeavesTheCreator) {
  add({.id = 10, .parent = 9});
  process.collect();
  add({.id = 10, .parent = 1});
  process.collect();
  EXPECT_EQ(of("Creating Process ID", 1), "9");
}

TEST_F(Process, PrivateMemoryThatShrinks_LeavesThePeak) {
  add({.id = 10});
  process.collect();
  add({.id = 10}, "VmPeak:\t300 kB\nVmHWM:\t200 kB\nRssAnon:\t1 kB\nVmSwap:\t0 kB\n");
  process.collect();
  EXPECT_EQ(of("Page File Bytes", 1), "1024");
  EXPECT_EQ(of("Page File Bytes Peak", 1), "43008");
}

TEST_F(Process, IdWithANewStart_IsAnotherProcess) {
  add({.id = 10, .comm = "old", .parent = 9, .start_ticks = 100});
  process.collect();
  add({.id = 10, .comm = "old", .parent = 8, .start_ticks = 200},
      "VmPeak:\t300 kB\nRssAnon:\t1 kB\nVmSwap:\t0 kB\n");
  process.folder().link("proc/10/exe", "/bin/new");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|new|_Total");
  EXPECT_EQ(of("Elapsed Time", 1), "133444736020000000");
  EXPECT_EQ(of("Creating Process ID", 1), "8");
  EXPECT_EQ(of("Page File Bytes Peak", 1), "1024");
}

TEST_F(Process, EndedBetweenListingAndReading_HasNoRow) {
  add({.id = 10, .comm = "stays"});
  process.folder().make_folder("proc/11").write("proc/11/status", kStatus);  // its stat is gone
  process.folder().write("proc/12/stat", "").write("proc/13/stat", "13 (torn");
  process.folder().write("proc/14", "no folder");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|stays|_Total");
  EXPECT_EQ(of("Thread Count", 2), "3");
}

TEST_F(Process, EndedBetweenCollections_IsGone) {
  add({.id = 10, .comm = "first"});
  add({.id = 11, .comm = "second"});
  process.collect();
  process.folder().remove("proc/10");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|second|_Total");
}

TEST_F(Process, MissingFile_LosesItsOwnValuesAndTotals) {
  add({.id = 10});
  add({.id = 4711}, kStatus, "");
  process.collect();
  EXPECT_EQ(of("IO Read Bytes/sec", 1), "1000");
  EXPECT_EQ(of("IO Read Bytes/sec", 2), "no such file: /proc/4711/io");
  EXPECT_EQ(of("IO Read Bytes/sec", 3), "no such file: /proc/4711/io");
  EXPECT_EQ(of("Private Bytes", 2), "43008");
  EXPECT_EQ(of("Private Bytes", 3), "86016");
}

TEST_F(Process, FileThatMayNotBeRead_NamesItself) {
  add({.id = 4711}, "", "");
  process.folder().make_folder(
      "proc/4711/status");  // a folder instead: reading it fails for root too
  process.collect();
  EXPECT_NE(of("Private Bytes", 1).find(": /proc/4711/status"), std::string::npos);
  EXPECT_EQ(of("ID Process", 1), "4711");
}

// hidepid=1 lists a process and lets nobody else read of it.
TEST_F(Process, Unreadable_IsListedByItsId) {
  add({.id = 10, .comm = "mine"});
  process.folder().make_folder("proc/4711/stat");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|mine|4711|_Total");
  EXPECT_EQ(of("ID Process", 2), "4711");
  EXPECT_NE(of("% Processor Time", 2).find(": /proc/4711/stat"), std::string::npos);
  EXPECT_NE(of("Private Bytes", 2).find(": /proc/4711/stat"), std::string::npos);
  EXPECT_NE(of("% Processor Time", 3).find(": /proc/4711/stat"), std::string::npos);
}

TEST_F(Process, KernelBefore45_HasNoPrivateMemory) {
  add({.id = 10}, "VmPeak:\t300 kB\nVmHWM:\t200 kB\nVmRSS:\t100 kB\nVmSwap:\t2 kB\n");
  process.collect();
  EXPECT_EQ(of("Private Bytes", 1), "/proc/PID/status has no RssAnon");
  EXPECT_EQ(of("Page File Bytes Peak", 1), "/proc/PID/status has no RssAnon");
  EXPECT_EQ(of("Working Set - Private", 1), "/proc/PID/status has no RssAnon");
  EXPECT_EQ(of("Working Set", 1), "102400");
}

TEST_F(Process, Zombie_HasNoMemory) {
  add({.id = 10, .virtual_bytes = 0}, kNoMemory);
  process.collect();
  EXPECT_EQ(of("Virtual Bytes", 1), "0");
  EXPECT_EQ(of("Working Set Peak", 1), "0");
  EXPECT_EQ(of("Private Bytes", 1), "0");
  EXPECT_EQ(of("Pool Nonpaged Bytes", 1), "16384");
}

TEST_F(Process, UnrequestedCounters_HaveThatReason) {
  add({.id = 10});
  process.request.add_counter(230, 784);  // ID Process
  process.request.add_counter(230, 6);    // % Processor Time
  process.collect();
  EXPECT_EQ(of("% Processor Time", 1), "0");
  EXPECT_EQ(of("Private Bytes", 1), "not asked for");
  EXPECT_EQ(of("Page File Bytes Peak", 1), "not asked for");
  EXPECT_EQ(of("Pool Nonpaged Bytes", 1), "not asked for");
  EXPECT_EQ(of("Handle Count", 1), "not asked for");
  EXPECT_EQ(of("IO Data Bytes/sec", 1), "not asked for");
  EXPECT_EQ(of("IO Data Bytes/sec", 0), "not asked for");
  EXPECT_EQ(of("IO Data Bytes/sec", 2), "not asked for");
}

TEST_F(Process, NumbersBeyond64Bits_AreMissing) {
  add({.id = 10, .virtual_bytes = ~0ULL},
      "VmPeak:\t18014398509481984 kB\nVmHWM:\t18014398509481983 kB\nRssAnon:\t1 kB\n",
      "rchar: 18446744073709551615\nwchar: 1\nsyscr: 18446744073709551616\nsyscw: 4\n");
  process.collect();
  EXPECT_EQ(of("Virtual Bytes", 1), "18446744073709551615");
  EXPECT_EQ(of("Virtual Bytes Peak", 1), "/proc/PID/status: a value above 2^64-1");
  EXPECT_EQ(of("Working Set Peak", 1), "18446744073709550592");
  EXPECT_EQ(of("IO Read Bytes/sec", 1), "18446744073709551615");
  EXPECT_EQ(of("IO Data Bytes/sec", 1), "/proc/PID/io: a value above 2^64-1");
  EXPECT_EQ(of("IO Read Operations/sec", 1), "/proc/PID/io has no syscr");
  EXPECT_EQ(of("IO Write Operations/sec", 1), "4");
}

TEST_F(Process, TotalBeyond64Bits_StaysMissingAfterTheProcessEnded) {
  constexpr const char* kMost = "rchar: 18446744073709551615\nwchar: 1\nsyscr: 1\nsyscw: 1\n";
  add({.id = 10}, kStatus, kMost);
  add({.id = 11}, kStatus, "rchar: 0\nwchar: 18446744073709551615\nsyscr: 1\nsyscw: 1\n");
  process.collect();
  EXPECT_EQ(of("IO Read Bytes/sec", 3), "18446744073709551615");
  EXPECT_EQ(of("IO Write Bytes/sec", 3), "a sum above 2^64-1");
  process.folder().remove("proc/10");
  add({.id = 11}, kStatus, "rchar: 1\nwchar: 18446744073709551615\nsyscr: 1\nsyscw: 1\n");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|name|_Total");
  EXPECT_EQ(of("IO Read Bytes/sec", 2), "a sum above 2^64-1");
  EXPECT_EQ(of("IO Read Operations/sec", 2), "2");
}

TEST_F(Process, StartBeyondTheCalendar_IsMissing) {
  add({.id = 10, .start_ticks = ~0ULL});
  process.collect();
  EXPECT_EQ(of("Elapsed Time", 1), "/proc/PID/stat: a value above 2^64-1");
  EXPECT_EQ(of("ID Process", 1), "10");
}

TEST_F(Process, CutStat_HasWhatIsBeforeTheCut) {
  process.folder().write("proc/30/stat", "30 (cut) S 1 30 30 0 -1 4194304 5");
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|cut|_Total");
  EXPECT_EQ(of("Creating Process ID", 1), "1");
  EXPECT_EQ(of("Elapsed Time", 1), "/proc/PID/stat has no starttime");
}

TEST_F(Process, WithoutATimeOfDay_StartsSayNothing) {
  add({.id = 10});
  process.instant = {};
  process.collect();
  for (std::size_t instance = 0; instance < 3; ++instance) {
    EXPECT_EQ(of("Elapsed Time", instance), "no time of day: no /proc/uptime or no btime");
  }
  EXPECT_EQ(of("% Processor Time", 0), "no time since boot: /proc/uptime");
  EXPECT_EQ(of("% Processor Time", 1), "0");
}

TEST_F(Process, WithoutBtime_StartsSayNothing) {
  process.folder().write("proc/stat", "cpu0 100 0 50 9000 0 0 0 0\n");
  add({.id = 10});
  process.collect();
  EXPECT_EQ(of("Elapsed Time", 1), "/proc/stat has no line btime");
  EXPECT_EQ(of("Elapsed Time", 2), "/proc/stat has no line btime");
}

TEST_F(Process, WithoutProc_ThereAreNoInstances) {
  process.folder().remove("proc");
  process.collect();
  EXPECT_EQ(process.table().instance_count(), 0);
}

TEST_F(Process, OddNamesInProc_AreNotProcesses) {
  add({.id = 10});
  process.folder().make_folder("proc/0").make_folder("proc/self").make_folder("proc/10a");
  process.folder().write("proc/0/stat", line_of({.id = 0, .comm = "zero"}));
  process.folder().write("proc/010/stat", line_of({.id = 10, .comm = "octal"}));
  process.collect();
  EXPECT_EQ(process.instances(), "Idle|name|_Total");
}

}  // namespace
}  // namespace openperflib::linux_objects::process_test
