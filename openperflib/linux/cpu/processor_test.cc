// Processor on made machines; what is expected was computed by hand from their texts.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/processor_test_machine.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kStatText =
    "cpu0 1000 20 300 9000 50 6 70 8 900 1\ncpu1 2000 0 101 9000 0 0 0 0 0 0\n"
    "intr 4294967299 1 2\nbtime 1700000000\n";
constexpr std::string_view kInterruptsText =
    "      CPU0  CPU1\n  1:  5  6  timer\nLOC: 4294967300 10\nERR: 9\n";
constexpr std::string_view kSoftirqsText = "      CPU0  CPU1\n HI: 100 200\n RCU: 11 4294967295\n";

class ProcessorTest : public testing::Test {
 protected:
  ProcessorTest() {
    tree_.write("proc/stat", kStatText);
    tree_.write("proc/interrupts", kInterruptsText);
    tree_.write("proc/softirqs", kSoftirqsText);
    machine_.at(100);
  }
  void write_state(const std::string& cpu, const std::string& state, std::string_view name,
                   std::string_view time, std::string_view usage) {
    const std::string folder = kCpuFolder + cpu + "/cpuidle/" + state + "/";
    tree_.write(folder + "name", std::string(name) + "\n");
    tree_.write(folder + "time", std::string(time) + "\n");
    tree_.write(folder + "usage", std::string(usage) + "\n");
  }
  std::string cpu(std::string_view instance, std::size_t order) {
    return machine_.cpu(instance, order);
  }

  MadeFolder tree_;
  TestMachine machine_{tree_.path()};
};

TEST_F(ProcessorTest, TimesOfACpu_AreSumsOfItsLine) {
  machine_.collect();
  EXPECT_EQ(cpu("0", kUserTime), "102000000");       // 1000 + 20, guests inside
  EXPECT_EQ(cpu("0", kPrivilegedTime), "37600000");  // 300 + 6 + 70
  EXPECT_EQ(cpu("0", kDpcTime), "7000000");
  EXPECT_EQ(cpu("0", kInterruptTime), "600000");
  // 100 s less 1000 + 20 + 300 + 6 + 70 + 8 = 1404 ticks
  EXPECT_EQ(cpu("0", kProcessorTime), "859600000");
  EXPECT_EQ(cpu("0", kIdleTime), "859600000");
}

TEST_F(ProcessorTest, Total_IsTheFloorOfTheMean) {
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.processor), "0|1|_Total");
  EXPECT_EQ(cpu("1", kUserTime), "200000000");
  EXPECT_EQ(cpu("_Total", kUserTime), "151000000");
  EXPECT_EQ(cpu("1", kPrivilegedTime), "10100000");
  EXPECT_EQ(cpu("_Total", kPrivilegedTime), "23850000");
  EXPECT_EQ(cpu("_Total", kInterruptTime), "300000");
  EXPECT_EQ(cpu("1", kIdleTime), "789900000");
  EXPECT_EQ(cpu("_Total", kIdleTime), "824750000");
}

TEST_F(ProcessorTest, Interrupts_AreLow32BitsOfTheColumnsAndOfIntr) {
  machine_.collect();
  EXPECT_EQ(cpu("0", kInterrupts), "9");  // 5 + 2^32 + 4
  EXPECT_EQ(cpu("1", kInterrupts), "16");
  EXPECT_EQ(cpu("_Total", kInterrupts), "3");  // intr: 2^32 + 3
}

TEST_F(ProcessorTest, NoInterruptsFile_TotalIsStillKnown) {
  tree_.remove("proc/interrupts");
  machine_.collect();
  EXPECT_EQ(cpu("0", kInterrupts), "no such file: /proc/interrupts");
  EXPECT_EQ(cpu("_Total", kInterrupts), "3");
}

TEST_F(ProcessorTest, NoIntrLine_TotalIsMissingAndSaysWhy) {
  tree_.write("proc/stat", "cpu0 1 2 3 4 5 6 7\n");
  machine_.collect();
  EXPECT_EQ(cpu("0", kInterrupts), "9");
  EXPECT_EQ(cpu("_Total", kInterrupts), "/proc/stat has no line intr");
}

TEST_F(ProcessorTest, DpcTotal_SumsCpusThatHaveAColumn) {
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcsQueued), "111");
  EXPECT_EQ(cpu("1", kDpcsQueued), "199");  // 200 + 2^32 - 1
  EXPECT_EQ(cpu("_Total", kDpcsQueued), "310");
  tree_.write("proc/softirqs", " CPU1 CPU7\nHI: 5 1000\n");
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcsQueued), "/proc/softirqs has no column of this CPU");
  EXPECT_EQ(cpu("1", kDpcsQueued), "5");
  EXPECT_EQ(cpu("_Total", kDpcsQueued), "5");
}

TEST_F(ProcessorTest, DpcRate_NeedsTwoCollections) {
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "first collection");
  EXPECT_EQ(cpu("_Total", kDpcRate), "first collection");
  tree_.write("proc/softirqs", "CPU0 CPU1\nHI: 239 300\nRCU: 11 4294967295\n");
  machine_.at(101);
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "2");  // 139 x 15.625 / 1000 = 2.17
  EXPECT_EQ(cpu("1", kDpcRate), "1");  // 100 x 15.625 / 1000 = 1.56
  EXPECT_EQ(cpu("_Total", kDpcRate), "3");
}

TEST_F(ProcessorTest, WrappedSoftirqs_GiveTheDifferenceModulo32Bits) {
  tree_.write("proc/softirqs", "CPU0 CPU1\nHI: 4294967290 0\n");
  machine_.collect();
  tree_.write("proc/softirqs", "CPU0 CPU1\nHI: 4 0\n");
  machine_.at(100.015625);
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "10");
  EXPECT_EQ(cpu("1", kDpcRate), "0");
}

TEST_F(ProcessorTest, NoTimeGoneBy_RateStays) {
  machine_.collect();
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "first collection");
  tree_.write("proc/softirqs", "CPU0 CPU1\nHI: 751 0\n");
  machine_.at(101);
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "10");  // 640 x 15.625 / 1000
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "10");
}

TEST_F(ProcessorTest, DpcRateOfANewCpu_IsMissingAtFirst) {
  machine_.collect();
  tree_.write("proc/stat", std::string(kStatText) + "cpu2 1 1 1 1 1 1 1\n");
  tree_.write("proc/softirqs", "CPU0 CPU1 CPU2\nHI: 239 300 7\nRCU: 11 4294967295 0\n");
  machine_.at(101);
  machine_.collect();
  EXPECT_EQ(cpu("0", kDpcRate), "2");
  EXPECT_EQ(cpu("2", kDpcRate), "first collection");
}

TEST_F(ProcessorTest, WithoutClock_DependentValuesAreMissing) {
  machine_.without_clock();
  machine_.collect();
  for (const std::size_t order : {kProcessorTime, kIdleTime, kDpcRate}) {
    EXPECT_EQ(cpu("0", order), "no time since boot: /proc/uptime");
    EXPECT_EQ(cpu("_Total", order), "no time since boot: /proc/uptime");
  }
  EXPECT_EQ(cpu("0", kUserTime), "102000000");
}

TEST_F(ProcessorTest, IdleStates_AreGroupedByTheirNames) {
  write_state("cpu0", "state0", "POLL", "7", "1");
  write_state("cpu0", "state1", "C1", "200", "20");
  write_state("cpu0", "state2", "C1E", "3000", "300");
  write_state("cpu0", "state3", "C6", "40000", "4000");
  write_state("cpu0", "state10", "C10", "500000", "50000");
  machine_.collect();
  EXPECT_EQ(cpu("0", kC1Time), "32000");
  EXPECT_EQ(cpu("0", kC2Time), "0");  // true: none of its states is a C2
  EXPECT_EQ(cpu("0", kC3Time), "5400000");
  EXPECT_EQ(cpu("0", kC1Transitions), "320");
  EXPECT_EQ(cpu("0", kC2Transitions), "0");
  EXPECT_EQ(cpu("0", kC3Transitions), "54000");
}

TEST_F(ProcessorTest, CpuWithoutCpuidle_HasNoDataAndNoTotal) {
  write_state("cpu0", "state0", "WFI", "5", "2");
  machine_.collect();
  EXPECT_EQ(cpu("0", kC1Time), "50");
  EXPECT_EQ(cpu("1", kC1Time), "no such file: /sys/devices/system/cpu/cpu1/cpuidle");
  EXPECT_EQ(cpu("_Total", kC1Time), "no such file: /sys/devices/system/cpu/cpu1/cpuidle");
}

TEST_F(ProcessorTest, UnreadableState_LosesOnlyItsClass) {
  write_state("cpu0", "state0", "C1", "x", "20");
  write_state("cpu0", "state1", "C2", "300", "30");
  machine_.collect();
  EXPECT_EQ(cpu("0", kC1Time),
            "/sys/devices/system/cpu/cpu0/cpuidle/state0/time: cpuidle time at byte 0: "
            "is not a number");
  EXPECT_EQ(cpu("0", kC1Transitions), "20");
  EXPECT_EQ(cpu("0", kC2Time), "3000");
}

TEST_F(ProcessorTest, TimeOfStatesAbove64Bits_HasNoValue) {
  write_state("cpu0", "state0", "C1", "18446744073709551615", "18446744073709551615");
  write_state("cpu0", "state1", "C1E", "0", "1");
  machine_.collect();
  EXPECT_EQ(cpu("0", kC1Time), "the time of idle states is above 2^64-1: cpuidle");
  EXPECT_EQ(cpu("0", kC1Transitions), "sums of idle states above 2^64-1: cpuidle");
  EXPECT_EQ(cpu("0", kC3Time), "0");
}

TEST_F(ProcessorTest, NotAskedFor_CostlyFilesAreNotRead) {
  tree_.remove("proc/interrupts");
  ObjectRequest request;
  request.add_counter(238, 6);  // % Processor Time
  request.add_counter(100'000, 6);
  machine_.ask(request);
  machine_.collect();
  for (const std::size_t order : {kInterrupts, kDpcsQueued, kDpcRate, kC1Time, kC3Transitions}) {
    EXPECT_EQ(cpu("0", order), "not asked for") << order;
    EXPECT_EQ(cpu("_Total", order), "not asked for") << order;
  }
  EXPECT_EQ(cpu("0", kProcessorTime), "859600000");
}

TEST_F(ProcessorTest, NoStat_CpusOfSysfsWithoutTimes) {
  tree_.remove("proc/stat");
  tree_.write(std::string(kCpuFolder) + "online", "1\n");
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.processor), "1|_Total");
  for (const std::size_t order : {kProcessorTime, kUserTime, kPrivilegedTime, kDpcTime}) {
    EXPECT_EQ(cpu("1", order), "no such file: /proc/stat");
  }
  EXPECT_EQ(cpu("1", kInterrupts), "16");
  EXPECT_EQ(cpu("_Total", kInterrupts), "no such file: /proc/stat");
  EXPECT_EQ(cpu("_Total", kDpcsQueued), "199");
}

TEST_F(ProcessorTest, NoCpuAtAll_NoInstances) {
  tree_.remove("proc/stat");
  machine_.collect();
  EXPECT_EQ(machine_.processor.instance_count(), 0U);
  EXPECT_EQ(machine_.information.instance_count(), 0U);
}

TEST_F(ProcessorTest, BadField_LosesOnlyDependentValues) {
  tree_.write("proc/stat", "cpu0 1000 2x 300 9000 50 6 70 8\n");
  machine_.collect();
  EXPECT_EQ(cpu("0", kUserTime), "/proc/stat: cpuN nice at byte 10: is not a number");
  EXPECT_EQ(cpu("0", kIdleTime), "/proc/stat: cpuN nice at byte 10: is not a number");
  EXPECT_EQ(cpu("_Total", kUserTime), "/proc/stat: cpuN nice at byte 10: is not a number");
  EXPECT_EQ(cpu("0", kPrivilegedTime), "37600000");
}

TEST_F(ProcessorTest, HotUnplug_EndsTheInstance) {
  machine_.collect();
  tree_.write("proc/stat", "cpu1 2000 0 101 9000 0 0 0 0 0 0\n");
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.processor), "1|_Total");
  EXPECT_EQ(cpu("_Total", kUserTime), "200000000");
}

TEST_F(ProcessorTest, WithoutKeptDescriptors_ValuesAreTheSame) {
  write_state("cpu0", "state0", "C1", "200", "20");
  write_state("cpu1", "state0", "C1", "201", "21");
  TestMachine machine(tree_.path(), 0);
  machine.at(100);
  for (int i = 0; i < 2; ++i) {
    machine.collect();
    machine_.collect();
    EXPECT_EQ(machine.descriptors_left(), 0U);
    for (std::size_t order = 0; order <= kC3Transitions; ++order) {
      EXPECT_EQ(machine.cpu("_Total", order), cpu("_Total", order)) << order;
    }
  }
}

TEST_F(ProcessorTest, ChangedCpus_ReleaseTheirDescriptors) {
  write_state("cpu1", "state0", "C1", "201", "21");
  machine_.collect();
  const unsigned with_cpu1 = machine_.descriptors_left();
  tree_.write("proc/stat", "cpu0 1 2 3 4 5 6 7\n");
  machine_.collect();
  EXPECT_EQ(machine_.descriptors_left(), with_cpu1 + 2);  // time and usage
}

TEST_F(ProcessorTest, MoreThan64Cpus_AllHaveInstances) {
  std::string stat;
  for (int i = 0; i < 176; ++i) stat += "cpu" + std::to_string(i) + " 1 2 3 4 5 6 7\n";
  tree_.write("proc/stat", stat);
  machine_.collect();
  EXPECT_EQ(machine_.processor.instance_count(), 177U);
  EXPECT_EQ(cpu("175", kUserTime), "300000");
  EXPECT_EQ(cpu("_Total", kUserTime), "300000");
}

}  // namespace
}  // namespace openperflib::linux_objects
