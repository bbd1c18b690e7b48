// Processor Information on made machines; what is expected was computed by hand from their texts.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/processor_test_machine.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kNodes = "sys/devices/system/node/";

std::string line(int cpu, int user, int system) {
  return "cpu" + std::to_string(cpu) + " " + std::to_string(user) + " 0 " + std::to_string(system) +
         " 0 0 0 0 0 0 0\n";
}

class ProcessorInformationTest : public testing::Test {
 protected:
  ProcessorInformationTest() {
    tree_.write("proc/stat",
                line(0, 100, 10) + line(1, 201, 20) + line(2, 300, 31) + "intr 1000 0\n");
    tree_.write(std::string(kNodes) + "node1/cpulist", "1\n");
    tree_.write(std::string(kNodes) + "node0/cpulist", "0,2\n");
    tree_.write(std::string(kNodes) + "node4/cpulist", "\n");
    machine_.at(100);
  }
  void write_cpu(int cpu, const std::string& file, const std::string& text) {
    tree_.write(kCpuFolder + ("cpu" + std::to_string(cpu)) + "/" + file, text + "\n");
  }
  std::string info(std::string_view instance, std::size_t order, Part part = Part::value) {
    return machine_.info(instance, order, part);
  }
  // cpufreq of one CPU: nominal, now, limit, maximum, in kHz.
  void write_frequencies(int cpu, const std::string& base, const std::string& now,
                         const std::string& limit, const std::string& maximum) {
    write_cpu(cpu, "cpufreq/base_frequency", base);
    write_cpu(cpu, "cpufreq/scaling_cur_freq", now);
    write_cpu(cpu, "cpufreq/scaling_max_freq", limit);
    write_cpu(cpu, "cpufreq/cpuinfo_max_freq", maximum);
  }
  void write_all_frequencies(const std::string& now) {
    for (int cpu = 0; cpu < 3; ++cpu) write_frequencies(cpu, "2000000", now, "1", "1");
  }

  MadeFolder tree_;
  TestMachine machine_{tree_.path()};
};

TEST_F(ProcessorInformationTest, Instances_AreGroupedByNodeWithTotals) {
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.information), "0,0|0,1|0,_Total|1,0|1,_Total|_Total");
  EXPECT_EQ(info("0,1", kUserTime), "30000000");  // CPU 2 is the second of node 0
  EXPECT_EQ(info("1,0", kUserTime), "20100000");
}

TEST_F(ProcessorInformationTest, Totals_SumCpusNotNodes) {
  machine_.collect();
  EXPECT_EQ(info("0,_Total", kUserTime), "20000000");
  EXPECT_EQ(info("1,_Total", kUserTime), "20100000");
  EXPECT_EQ(info("_Total", kUserTime), "20033333");       // 60100000 / 3
  EXPECT_EQ(info("_Total", kPrivilegedTime), "2033333");  // 6100000 / 3
}

TEST_F(ProcessorInformationTest, Instance_IsKnownByItsCpu) {
  machine_.collect();
  EXPECT_EQ(machine_.information.instance_key(1), 3U);  // "0,1" is CPU 2
  EXPECT_EQ(machine_.information.instance_key(3), 2U);  // "1,0" is CPU 1
  EXPECT_EQ(machine_.information.instance_key(2), 0U);  // totals: by their names
}

TEST_F(ProcessorInformationTest, Interrupts_OnlyTheLastTotalIsIntr) {
  tree_.write("proc/interrupts", " CPU0 CPU1 CPU2\n1: 5 6 7\nLOC: 10 20 30\n");
  machine_.collect();
  EXPECT_EQ(info("0,_Total", kInterrupts), "52");  // 15 + 37
  EXPECT_EQ(info("1,_Total", kInterrupts), "26");
  EXPECT_EQ(info("_Total", kInterrupts), "1000");
  EXPECT_EQ(info("0,1", kClockInterrupts), "30");
  EXPECT_EQ(info("0,_Total", kClockInterrupts), "40");
  EXPECT_EQ(info("_Total", kClockInterrupts), "60");
}

TEST_F(ProcessorInformationTest, NoClockRow_HasNoClockInterrupts) {
  tree_.write("proc/interrupts", " CPU0 CPU1 CPU2\n1: 5 6 7\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kClockInterrupts), "/proc/interrupts has no row LOC or arch_timer");
  EXPECT_EQ(info("0,0", kInterrupts), "5");
}

TEST_F(ProcessorInformationTest, DpcTotals_SumTheCpusThatHaveThem) {
  tree_.write("proc/softirqs", " CPU0 CPU1\nHI: 5 6\n");
  machine_.collect();
  EXPECT_EQ(info("0,1", kDpcsQueued), "/proc/softirqs has no column of this CPU");
  EXPECT_EQ(info("0,_Total", kDpcsQueued), "5");
  EXPECT_EQ(info("_Total", kDpcsQueued), "11");
  EXPECT_EQ(info("1,_Total", kDpcRate), "first collection");
  machine_.at(110);
  tree_.write("proc/softirqs", " CPU0 CPU1\nHI: 1285 6\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kDpcRate), "2");  // 1280 x 15.625 / 10000
  EXPECT_EQ(info("0,_Total", kDpcRate), "/proc/softirqs has no column of this CPU");
}

TEST_F(ProcessorInformationTest, Parking_IsAlwaysZero) {
  machine_.collect();
  for (const char* name : {"0,0", "0,_Total", "_Total"}) EXPECT_EQ(info(name, kParkingStatus), "0");
}

TEST_F(ProcessorInformationTest, Frequency_PrefersCpufreqThenAcpiThenCpuinfo) {
  write_cpu(0, "cpufreq/base_frequency", "2700999");
  write_cpu(0, "acpi_cppc/nominal_freq", "1");
  write_cpu(1, "acpi_cppc/nominal_freq", "2808");
  tree_.write("proc/cpuinfo", "processor : 1\ncpu MHz : 5.0\nprocessor : 2\ncpu MHz : 799.998\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kFrequency), "2700");
  EXPECT_EQ(info("1,0", kFrequency), "2808");
  EXPECT_EQ(info("0,1", kFrequency), "799");
  EXPECT_EQ(info("0,_Total", kFrequency), "1749");  // floor(3499 / 2)
  EXPECT_EQ(info("_Total", kFrequency), "2102");    // floor(6307 / 3)
}

TEST_F(ProcessorInformationTest, FrequencyOf0_IsUnknown) {
  write_cpu(0, "acpi_cppc/nominal_freq", "0");
  write_cpu(1, "cpufreq/base_frequency", "999");
  machine_.collect();
  EXPECT_EQ(info("0,0", kFrequency), "no such file: /proc/cpuinfo");
  tree_.write("proc/cpuinfo", "processor : 0\ncpu MHz : 0.000\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kFrequency), "/proc/cpuinfo has no cpu MHz of this CPU");
  EXPECT_EQ(info("1,0", kFrequency), "/proc/cpuinfo has no cpu MHz of this CPU");
  tree_.write("proc/cpuinfo", "processor : 0\ncpu MHz : x\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kFrequency),
            "/proc/cpuinfo: processor cpu MHz at byte 24: is not a number");
}

TEST_F(ProcessorInformationTest, PercentOfMaximum_AndLimit) {
  write_frequencies(0, "2000000", "999991", "2350000", "4700000");
  write_frequencies(1, "2000000", "5000000", "4700000", "4700000");
  write_frequencies(2, "2000000", "<unknown>", "4700000", "0");
  machine_.collect();
  EXPECT_EQ(info("0,0", kPercentOfMaximum), "21");  // 21.27
  EXPECT_EQ(info("0,0", kPerformanceLimit), "50");
  EXPECT_EQ(info("1,0", kPercentOfMaximum), "106");
  EXPECT_EQ(info("1,_Total", kPerformanceLimit), "100");
  EXPECT_EQ(info("0,1", kPercentOfMaximum),
            "/sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq: cpufreq scaling_cur_freq at "
            "byte 0: is not a number");
  EXPECT_EQ(info("0,1", kPerformanceLimit), "a frequency of 0 or above 2^64-1: cpufreq");
  EXPECT_EQ(info("_Total", kPerformanceLimit), "a frequency of 0 or above 2^64-1: cpufreq");
}

TEST_F(ProcessorInformationTest, Performance_GrowsWithTimeTimesPercent) {
  write_all_frequencies("3000000");  // 150 %
  machine_.collect();
  EXPECT_EQ(info("0,0", kPerformance), "0");
  EXPECT_EQ(info("0,0", kPerformance, Part::base), "100000");
  machine_.at(102.5);
  write_all_frequencies("1999999");  // 99 %
  machine_.collect();
  EXPECT_EQ(info("0,0", kPerformance), "247500");  // 2500 ms x 99
  EXPECT_EQ(info("0,0", kPerformance, Part::base), "102500");
  machine_.at(103);
  write_all_frequencies("4000000");
  machine_.collect();
  EXPECT_EQ(info("0,0", kPerformance), "347500");  // + 500 x 200
  EXPECT_EQ(info("_Total", kPerformance), "347500");
  EXPECT_EQ(info("_Total", kPerformance, Part::base), "103000");
}

TEST_F(ProcessorInformationTest, Utility_GrowsWithBusyAndPrivilegedTime) {
  write_all_frequencies("3000000");
  machine_.collect();
  EXPECT_EQ(info("0,0", kUtility), "0");
  EXPECT_EQ(info("0,0", kPrivilegedUtility), "0");
  machine_.at(101);
  tree_.write("proc/stat", line(0, 140, 25) + line(1, 201, 20) + line(2, 300, 31) + "intr 1000\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kUtility), "82500");            // 550 ms x 150
  EXPECT_EQ(info("0,0", kPrivilegedUtility), "22500");  // 150 ms x 150
  EXPECT_EQ(info("0,1", kUtility), "0");
  EXPECT_EQ(info("0,_Total", kUtility), "41250");
  EXPECT_EQ(info("_Total", kUtility), "27500");
  EXPECT_EQ(info("_Total", kUtility, Part::base), "101000");
}

TEST_F(ProcessorInformationTest, UtilityBase_IsMillisecondsModulo32Bits) {
  write_all_frequencies("3000000");
  machine_.at(4'294'968.0);  // 2^32 + 704 ms
  machine_.collect();
  EXPECT_EQ(info("0,0", kUtility, Part::base), "704");
}

TEST_F(ProcessorInformationTest, FrequencyMissedOnce_IsMadeUpForLater) {
  write_all_frequencies("2000000");
  machine_.collect();
  write_all_frequencies("?");
  machine_.at(101);
  machine_.collect();
  EXPECT_EQ(info("0,0", kPerformance),
            "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq: cpufreq scaling_cur_freq at "
            "byte 0: is not a number");
  write_all_frequencies("2000000");
  machine_.at(102);
  machine_.collect();
  EXPECT_EQ(info("0,0", kPerformance), "200000");  // both seconds
}

TEST_F(ProcessorInformationTest, NoCpufreqOrNoClock_HasNoUtility) {
  machine_.collect();
  EXPECT_EQ(info("0,0", kUtility),
            "no such file: /sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq");
  write_all_frequencies("2000000");
  TestMachine machine(tree_.path());
  machine.without_clock();
  machine.collect();
  for (const std::size_t order : {kPerformance, kUtility, kPrivilegedUtility}) {
    EXPECT_EQ(machine.info("0,0", order), "no time since boot: /proc/uptime");
  }
}

TEST_F(ProcessorInformationTest, ExcessiveFrequency_HasNoUtility) {
  write_all_frequencies("18446744073709551615");
  machine_.collect();
  machine_.at(1e6);
  machine_.collect();
  EXPECT_EQ(info("0,0", kPercentOfMaximum), "a frequency of 0 or above 2^64-1: cpufreq");
  EXPECT_EQ(info("0,0", kPerformance), "a frequency is too high: cpufreq");
}

TEST_F(ProcessorInformationTest, Utility_SurvivesHotplugOfAnotherCpu) {
  write_all_frequencies("2000000");
  machine_.collect();
  machine_.at(101);
  tree_.write("proc/stat", line(0, 100, 10) + line(2, 300, 31));
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.information), "0,0|0,1|0,_Total|_Total");
  EXPECT_EQ(info("0,1", kPerformance), "100000");
}

TEST_F(ProcessorInformationTest, AverageIdleTime_IncludesAllStates) {
  for (int cpu = 0; cpu < 3; ++cpu) {
    write_cpu(cpu, "cpuidle/state0/name", "POLL");
    write_cpu(cpu, "cpuidle/state0/time", "109");
    write_cpu(cpu, "cpuidle/state0/usage", std::to_string(4 + cpu));
    write_cpu(cpu, "cpuidle/state1/name", "C1");
    write_cpu(cpu, "cpuidle/state1/time", std::to_string(2000 * cpu));
    write_cpu(cpu, "cpuidle/state1/usage", "50");
  }
  machine_.collect();
  EXPECT_EQ(info("0,0", kAverageIdleTime), "10");  // floor(109 / 10)
  EXPECT_EQ(info("0,1", kAverageIdleTime), "410");
  EXPECT_EQ(info("0,1", kAverageIdleTime, Part::base), "56");
  EXPECT_EQ(info("0,1", kIdleBreakEvents), "56");
  EXPECT_EQ(info("_Total", kAverageIdleTime), "210");  // 10, 210, 410
  EXPECT_EQ(info("_Total", kAverageIdleTime, Part::base), "55");
  EXPECT_EQ(info("_Total", kIdleBreakEvents), "165");
}

TEST_F(ProcessorInformationTest, AverageIdleTime_NeedsTimesAndCounts) {
  write_cpu(0, "cpuidle/state0/name", "C1");
  write_cpu(0, "cpuidle/state0/usage", "5");
  machine_.collect();
  EXPECT_EQ(info("0,0", kAverageIdleTime),
            "no such file: /sys/devices/system/cpu/cpu0/cpuidle/state0/time");
  EXPECT_EQ(info("0,0", kIdleBreakEvents), "5");
  EXPECT_EQ(info("0,1", kIdleBreakEvents), "no such file: /sys/devices/system/cpu/cpu2/cpuidle");
}

TEST_F(ProcessorInformationTest, LimitFlags_AreSetIfACountIncreased) {
  for (int cpu = 0; cpu < 3; ++cpu) {
    write_cpu(cpu, "thermal_throttle/core_throttle_count", "5");
    write_cpu(cpu, "thermal_throttle/package_throttle_count", "7");
  }
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "first collection");
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "0");
  EXPECT_EQ(info("_Total", kLimitFlags), "0");
  write_cpu(2, "thermal_throttle/core_throttle_count", "6");
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "0");
  EXPECT_EQ(info("0,1", kLimitFlags), "1");
  EXPECT_EQ(info("0,_Total", kLimitFlags), "1");
  EXPECT_EQ(info("1,_Total", kLimitFlags), "0");
  EXPECT_EQ(info("_Total", kLimitFlags), "1");
  write_cpu(0, "thermal_throttle/package_throttle_count", "8");
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "1");
  EXPECT_EQ(info("0,1", kLimitFlags), "0");
}

TEST_F(ProcessorInformationTest, LimitFlags_NeedOneOfTheCounts) {
  write_cpu(0, "thermal_throttle/package_throttle_count", "7");
  machine_.collect();
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "0");
  EXPECT_EQ(info("0,1", kLimitFlags),
            "no such file: /sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count");
}

TEST_F(ProcessorInformationTest, LimitFlags_SurviveHotplugOfAnotherCpu) {
  for (int cpu = 0; cpu < 3; ++cpu) write_cpu(cpu, "thermal_throttle/core_throttle_count", "5");
  machine_.collect();
  tree_.write("proc/stat", line(0, 100, 10) + line(1, 201, 20));
  write_cpu(0, "thermal_throttle/core_throttle_count", "6");
  machine_.collect();
  EXPECT_EQ(info("0,0", kLimitFlags), "1");
  EXPECT_EQ(info("1,0", kLimitFlags), "0");
}

TEST_F(ProcessorInformationTest, NotRequested_IsNotReadAndReported) {
  write_all_frequencies("2000000");
  ObjectRequest request;
  request.add_counter(100'000, 100'006);  // Processor Frequency
  machine_.ask(request);
  machine_.collect();
  EXPECT_EQ(info("0,0", kFrequency), "2000");
  for (const std::size_t order : {kClockInterrupts, kAverageIdleTime, kIdleBreakEvents,
                                  kPerformance, kUtility, kPrivilegedUtility, kLimitFlags}) {
    EXPECT_EQ(info("0,0", order), "not asked for") << order;
    EXPECT_EQ(info("_Total", order), "not asked for") << order;
  }
}

TEST_F(ProcessorInformationTest, AnotherFolder_IsReadFromScratch) {
  MadeFolder other;
  other.write("proc/stat", line(0, 100, 10) + line(1, 201, 20) + line(2, 300, 31));
  other.write(std::string(kNodes) + "node3/cpulist", "0-2\n");
  other.write(std::string(kCpuFolder) + "cpu0/cpuidle/state0/name", "C1\n");
  other.write(std::string(kCpuFolder) + "cpu0/cpuidle/state0/usage", "9\n");
  machine_.collect();
  EXPECT_EQ(info("0,0", kIdleBreakEvents), "no such file: /sys/devices/system/cpu/cpu0/cpuidle");
  machine_.move_to(other.path());
  machine_.collect();
  EXPECT_EQ(TestMachine::instances(machine_.information), "3,0|3,1|3,2|3,_Total|_Total");
  EXPECT_EQ(info("3,0", kIdleBreakEvents), "9");
}

}  // namespace
}  // namespace openperflib::linux_objects
