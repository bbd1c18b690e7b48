#include <gtest/gtest.h>

#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/testing/machines/processor_test_machine.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kTwoCpus =
    "cpu  0 0 0 0\ncpu0 100 10 20 900 50 3 7 5 2 1\ncpu1 200 20 40 800 60 4 6 0 0 0\n"
    "intr 77 1 2\nctxt 55\nbtime 1700000000\nprocs_running 3\n";

class StatFileTest : public testing::Test {
 protected:
  void write_stat(std::string_view text) { tree_.write("proc/stat", text); }
  const StatFile& collect() {
    machine_.collect_stat();
    return machine_.stat();
  }

  MadeFolder tree_;
  TestMachine machine_{tree_.path()};
};

TEST_F(StatFileTest, Idle_IsTimeSinceBootMinusBusy) {
  write_stat(kTwoCpus);
  machine_.at(1000);
  const StatFile& stat = collect();
  EXPECT_TRUE(stat.has_ticks);
  // busy: 100+10+20+3+7+5 = 145 ticks of 10 ms; 200+20+40+4+6 = 270. iowait and idle do not count.
  EXPECT_EQ(stat.idle_100ns, (std::vector<std::uint64_t>{9'985'500'000, 9'973'000'000}));
  EXPECT_EQ(stat.interrupts, 77U);
  EXPECT_EQ(stat.context_switches, 55U);
  EXPECT_EQ(stat.boot_time, 1'700'000'000U);
  EXPECT_EQ(stat.processes_running, 3U);
}

TEST_F(StatFileTest, TicksOfAnotherLength_AreConvertedWithoutLoss) {
  write_stat("cpu0 1025 0 0 0 0 0 0\n");
  machine_.set_user_hz(1024);
  machine_.at(10);
  // floor(1025 x 10^7 / 1024) = 10,009,765
  EXPECT_EQ(collect().idle_100ns, (std::vector<std::uint64_t>{89'990'235}));
}

TEST_F(StatFileTest, BusyLongerThanSinceBoot_IdleStopsAt0) {
  write_stat(kTwoCpus);
  machine_.at(2);
  EXPECT_EQ(collect().idle_100ns, (std::vector<std::uint64_t>{5'500'000, 0}));
}

TEST_F(StatFileTest, Idle_NeverFalls) {
  write_stat("cpu0 100 0 0 0 0 0 0\n");
  machine_.at(10);
  EXPECT_EQ(collect().idle_100ns.at(0), 90'000'000U);
  write_stat("cpu0 500 0 0 0 0 0 0\n");  // four seconds of work within three
  machine_.at(13);
  EXPECT_EQ(collect().idle_100ns.at(0), 90'000'000U);
  machine_.at(16);
  EXPECT_EQ(collect().idle_100ns.at(0), 110'000'000U);
}

TEST_F(StatFileTest, NoTimeSinceBoot_OnlyIdleIsMissing) {
  write_stat(kTwoCpus);
  machine_.without_clock();
  const StatFile& stat = collect();
  EXPECT_TRUE(stat.idle_100ns.empty());
  EXPECT_EQ(machine_.text(stat.idle_reasons.at(0)), "no time since boot: /proc/uptime");
  EXPECT_EQ(stat.cpus.at(1).user, 200U);
}

TEST_F(StatFileTest, BootTimeOffByASecond_IsHeld) {
  write_stat("cpu0 1 0 0 0\nbtime 1700000000\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'000U);
  write_stat("cpu0 1 0 0 0\nbtime 1700000001\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'000U);
  write_stat("cpu0 1 0 0 0\nbtime 1699999999\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'000U);
}

TEST_F(StatFileTest, ClockThatWasSet_MovesTheBootTime) {
  write_stat("cpu0 1 0 0 0\nbtime 1700000000\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'000U);
  write_stat("cpu0 1 0 0 0\nbtime 1700000002\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'002U);
  write_stat("cpu0 1 0 0 0\nbtime 1700000001\n");  // a slip from there
  EXPECT_EQ(collect().boot_time, 1'700'000'002U);
}

TEST_F(StatFileTest, BootTimeOfAnotherFolder_IsItsOwn) {
  write_stat("cpu0 1 0 0 0\nbtime 1700000000\n");
  EXPECT_EQ(collect().boot_time, 1'700'000'000U);
  write_stat("cpu0 1 0 0 0\nbtime 1700000001\n");
  machine_.move_to(tree_.path());
  EXPECT_EQ(collect().boot_time, 1'700'000'001U);
}

TEST_F(StatFileTest, FieldThatGoesBackwards_IsHeld) {
  write_stat("cpu0 100 0 0 0 50 0 0\n");
  EXPECT_EQ(collect().cpus.at(0).iowait, 50U);
  write_stat("cpu0 90 0 0 0 40 0 0\n");
  EXPECT_EQ(collect().cpus.at(0).iowait, 50U);
  EXPECT_EQ(machine_.stat().cpus.at(0).user, 100U);
  write_stat("cpu0 101 0 0 0 51 0 0\n");
  EXPECT_EQ(collect().cpus.at(0).iowait, 51U);
  EXPECT_EQ(machine_.stat().cpus.at(0).user, 101U);
}

TEST_F(StatFileTest, UnreadableField_LosesDependentValues) {
  write_stat("cpu0 100 0 0 0 0 0 0\ncpu1 1 0 0 0 0 0 0\n");
  machine_.at(10);
  collect();
  write_stat("cpu0 x 0 8 0 0 0 0\ncpu1 1 0 0 0 0 0 0\n");
  const StatFile& stat = collect();
  EXPECT_EQ(machine_.text(stat.idle_reasons.at(0)),
            "/proc/stat: cpuN user at byte 5: is not a number");
  EXPECT_EQ(stat.idle_reasons.at(1), Reasons::kPresent);
  EXPECT_EQ(stat.cpus.at(0).system, 8U);
  write_stat("cpu0 90 0 0 0 0 0 0\ncpu1 1 0 0 0 0 0 0\n");
  EXPECT_EQ(collect().cpus.at(0).user, 100U);
  EXPECT_EQ(machine_.stat().cpus.at(0).system, 8U);
}

TEST_F(StatFileTest, CpuThatIsUnplugged_IsForgotten) {
  write_stat("cpu0 1 0 0 0 0 0 0\ncpu1 100 0 0 0 0 0 0\n");
  const std::uint64_t first = collect().cpu_set_number;
  write_stat("cpu0 1 0 0 0 0 0 0\n");
  EXPECT_EQ(collect().cpus.size(), 1U);
  EXPECT_EQ(machine_.stat().cpu_set_number, first + 1);
  write_stat("cpu0 1 0 0 0 0 0 0\ncpu1 5 0 0 0 0 0 0\n");
  EXPECT_EQ(collect().cpus.at(1).user, 5U);
  EXPECT_EQ(machine_.stat().cpu_set_number, first + 2);
  EXPECT_EQ(collect().cpu_set_number, first + 2);
}

TEST_F(StatFileTest, FileThatFailsOnce_KeepsHeldValues) {
  TestMachine machine(tree_.path(), 0);  // no descriptor stays open: the file is really gone
  write_stat("cpu0 100 0 0 0 0 0 0\n");
  machine.collect_stat();
  tree_.remove("proc/stat");
  tree_.write("sys/devices/system/cpu/online", "0\n");
  machine.collect_stat();
  EXPECT_FALSE(machine.stat().has_ticks);
  write_stat("cpu0 90 0 0 0 0 0 0\n");
  machine.collect_stat();
  EXPECT_EQ(machine.stat().cpus.at(0).user, 100U);
}

TEST_F(StatFileTest, NoSuchFile_CpusAreThoseOnline) {
  tree_.write("sys/devices/system/cpu/online", "0-1,8\n");
  machine_.at(5);
  const StatFile& stat = collect();
  ASSERT_EQ(stat.cpus.size(), 3U);
  EXPECT_EQ(stat.cpus[2].cpu, 8U);
  EXPECT_EQ(machine_.text(stat.failure), "no such file: /proc/stat");
  EXPECT_EQ(stat.idle_reasons, (std::vector<ReasonId>(3, stat.failure)));
  EXPECT_EQ(stat.number_reason(StatNumber::boot_time), stat.failure);
  EXPECT_FALSE(stat.boot_time.has_value());
}

TEST_F(StatFileTest, NeitherFile_CpusAreTheFoldersByNumber) {
  for (const char* folder : {"cpu10", "cpu2", "cpufreq", "cpuidle", "cpu0"}) {
    tree_.write(std::string("sys/devices/system/cpu/") + folder + "/uevent", "");
  }
  const StatFile& stat = collect();
  ASSERT_EQ(stat.cpus.size(), 3U);
  EXPECT_EQ(stat.cpus[0].cpu, 0U);
  EXPECT_EQ(stat.cpus[1].cpu, 2U);
  EXPECT_EQ(stat.cpus[2].cpu, 10U);
}

TEST_F(StatFileTest, NothingAtAll_HasNoCpus) {
  EXPECT_TRUE(collect().cpus.empty());
  EXPECT_EQ(machine_.text(machine_.stat().failure), "no such file: /proc/stat");
}

TEST_F(StatFileTest, NoCpuLine_NumbersAreStillThere) {
  write_stat("ctxt 5\n");
  tree_.write("sys/devices/system/cpu/online", "0");
  const StatFile& stat = collect();
  EXPECT_EQ(stat.cpus.size(), 1U);
  EXPECT_EQ(machine_.text(stat.failure), "/proc/stat has no line cpuN");
  EXPECT_EQ(stat.context_switches, 5U);
  EXPECT_EQ(machine_.text(stat.number_reason(StatNumber::interrupts)),
            "/proc/stat has no line intr");
}

TEST_F(StatFileTest, TimeAbove64Bits_HasNoValue) {
  write_stat("cpu0 18446744073709551615 0 0 0 0 0 0\n");
  machine_.at(5);
  EXPECT_EQ(machine_.text(collect().idle_reasons.at(0)),
            "/proc/stat: the time of a CPU is above 2^64-1");
}

}  // namespace
}  // namespace openperflib::linux_objects
