// System from made /proc files. Facts: docs/objects/system.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

class System : public testing::Test {
 protected:
  System() {
    system.folder()
        .write("proc/stat",
               "cpu 9 9 9 9\ncpu0 1 1 1 1\ncpu1 1 1 1 1\nctxt 5000000123\n"
               "btime 1700000000\nprocs_running 5\n")
        .write("proc/loadavg", "0.20 0.18 0.12 1/213 11206\n");
    system.instant = {.realtime = 133'500'000'000'000'000,
                      .boottime_100ns = 1'000'000'000,
                      .monotonic_100ns = 999'999'999};
  }
  // A process; flags 0x200000 is PF_KTHREAD.
  void add_process(int id, int parent, unsigned flags, std::string_view io) {
    const std::string folder = "proc/" + std::to_string(id);
    system.folder().write(folder + "/stat",
                          std::to_string(id) + " (name) S " + std::to_string(parent) +
                              " 1 1 0 -1 " + std::to_string(flags) +
                              " 1 0 0 0 1 1 0 0 20 0 1 0 100 4096 1 18446744073709551615 0 0 0 0 0 "
                              "0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    if (!io.empty()) system.folder().write(folder + "/io", io);
  }
  std::string of(std::string_view counter) const { return system.value(counter); }
  SystemUnderTest system{2};
};

constexpr std::string_view kWholeIo =
    "rchar: 1000\nwchar: 200\nsyscr: 30\nsyscw: 4\nread_bytes: 0\nwrite_bytes: 0\n"
    "cancelled_write_bytes: 0\n";
constexpr std::string_view kMoreIo =
    "rchar: 9000\nwchar: 900\nsyscr: 90\nsyscw: 9\nread_bytes: 0\nwrite_bytes: 0\n"
    "cancelled_write_bytes: 0\n";
constexpr unsigned kKernelFlag = 0x200000;

TEST_F(System, ContextSwitches_AreCtxt) {
  system.collect();
  EXPECT_EQ(of("Context Switches/sec"), "5000000123");
}

TEST_F(System, QueueLength_IsWhatIsReadyBeyondTheCpus) {
  system.collect();
  EXPECT_EQ(of("Processor Queue Length"), "3");
  system.folder().write("proc/stat", "cpu0 1 1 1 1\ncpu1 1 1 1 1\nprocs_running 1\n");
  system.collect();
  EXPECT_EQ(of("Processor Queue Length"), "0");
  EXPECT_EQ(of("Context Switches/sec").substr(0, 10), "/proc/stat");
}

TEST_F(System, UpTime_IsTheTimeOfBoot) {
  system.collect();
  EXPECT_EQ(of("System Up Time"), "133499999000000000");
}

TEST_F(System, RecordingWithoutAClock_HasNoUpTime) {
  system.instant = {};
  system.collect();
  EXPECT_EQ(of("System Up Time"), "no btime in /proc/stat or no /proc/uptime");
}

TEST_F(System, Threads_AreAllTasksOfLoadavg) {
  system.collect();
  EXPECT_EQ(of("Threads"), "213");
}

TEST_F(System, LoadavgThatIsNone_IsNamedWithItsByte) {
  system.folder().write("proc/loadavg", "0.20 0.18 0.12 1/x 11206\n");
  system.collect();
  EXPECT_EQ(of("Threads"), "/proc/loadavg: threads at byte 17: is not a number");
  system.folder().remove("proc/loadavg");
}

TEST_F(System, KernelThreads_AreOneProcess) {
  add_process(1, 0, 0, kWholeIo);
  add_process(2, 0, kKernelFlag, kWholeIo);
  add_process(3, 2, kKernelFlag, kWholeIo);
  add_process(50, 1, 0, kWholeIo);
  system.collect();
  EXPECT_EQ(of("Processes"), "3");
  system.kernel_threads = KernelThreads::listed;
  system.collect();
  EXPECT_EQ(of("Processes"), "4");
}

TEST_F(System, NoProcess_IsUnknownAndNotZero) {
  system.collect();
  EXPECT_EQ(of("Processes"), "no process in /proc");
  EXPECT_EQ(of("File Read Operations/sec"), "no process in /proc");
}

TEST_F(System, FileCounters_AreTheSumsOfAllProcesses) {
  add_process(1, 0, 0, kWholeIo);
  add_process(50, 1, 0, kMoreIo);
  system.collect();
  EXPECT_EQ(of("File Read Operations/sec"), "120");
  EXPECT_EQ(of("File Write Operations/sec"), "13");
  EXPECT_EQ(of("File Data Operations/sec"), "133");
  EXPECT_EQ(of("File Read Bytes/sec"), "10000");
  EXPECT_EQ(of("File Write Bytes/sec"), "1100");
}

TEST_F(System, ProcessThatExits_NeverLowersTheSums) {
  add_process(1, 0, 0, kWholeIo);
  add_process(50, 1, 0, kMoreIo);
  system.collect();
  system.folder().remove("proc/50");
  system.collect();
  EXPECT_EQ(of("File Read Operations/sec"), "120");
  EXPECT_EQ(of("File Data Operations/sec"), "133");
}

TEST_F(System, UnreadableIo_MakesTheSumsUnknown) {
  add_process(1, 0, 0, kWholeIo);
  add_process(50, 1, 0, "");
  system.folder().make_folder("proc/50/io");  // a folder cannot be read
  system.collect();
  EXPECT_EQ(of("File Read Operations/sec"), "Is a directory: /proc/50/io");
  EXPECT_EQ(of("Processes"), "2");
}

TEST_F(System, UnrequestedCounters_ReadNoProcess) {
  add_process(1, 0, 0, kWholeIo);
  system.request.add_counter(2, 146);  // Context Switches/sec
  system.collect();
  EXPECT_EQ(of("Context Switches/sec"), "5000000123");
  EXPECT_EQ(of("Processes"), "not asked for");
  EXPECT_EQ(of("File Read Bytes/sec"), "not asked for");
}

TEST_F(System, ProcessesAlone_ReadNoIo) {
  add_process(1, 0, 0, "");
  system.request.add_counter(2, 248);
  system.collect();
  EXPECT_EQ(of("Processes"), "1");
  EXPECT_EQ(of("File Read Bytes/sec"), "not asked for");
}

}  // namespace
}  // namespace openperflib::linux_objects
