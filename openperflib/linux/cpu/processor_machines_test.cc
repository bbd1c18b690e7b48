// Processor and Processor Information on recorded machines (tests/fixtures/machines); what is
// expected was computed by hand from the texts recorded there.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/processor_test_machine.h"

namespace openperflib::linux_objects {
namespace {

std::string recorded(const std::string& machine) {
  return std::string(OPENPERFLIB_BINARY_DIR) + "/machines/" + machine;
}

// A machine as it was recorded, without a clock, after its first collection.
class Recorded : public TestMachine {
 public:
  explicit Recorded(const std::string& machine) : TestMachine(recorded(machine)) { collect(); }
};

class VirtualMachine : public testing::Test {
 protected:
  VirtualMachine() {
    machine_.at(1912.48);  // its proc/uptime
    machine_.collect();
  }
  TestMachine machine_{recorded("vm-6.18")};
};

TEST_F(VirtualMachine, Processor) {
  EXPECT_EQ(TestMachine::instances(machine_.processor), "0|1|_Total");
  EXPECT_EQ(machine_.cpu("0", kIdleTime), "17762200000");  // 191248 ticks - 13626
  EXPECT_EQ(machine_.cpu("1", kIdleTime), "17216400000");  // 191248 - 19084
  EXPECT_EQ(machine_.cpu("_Total", kProcessorTime), "17489300000");
  EXPECT_EQ(machine_.cpu("0", kUserTime), "900800000");
  EXPECT_EQ(machine_.cpu("1", kPrivilegedTime), "585300000");
  EXPECT_EQ(machine_.cpu("_Total", kUserTime), "1111400000");
  EXPECT_EQ(machine_.cpu("_Total", kDpcTime), "4550000");
  EXPECT_EQ(machine_.cpu("0", kInterrupts), "340928");
  EXPECT_EQ(machine_.cpu("_Total", kInterrupts), "764272");
  EXPECT_EQ(machine_.cpu("0", kDpcsQueued), "117814");
  EXPECT_EQ(machine_.cpu("_Total", kDpcsQueued), "336183");
  EXPECT_EQ(machine_.cpu("0", kC1Time), "17697119480");  // "haltpoll idle" is the first that counts
  EXPECT_EQ(machine_.cpu("1", kC1Transitions), "317059");
  EXPECT_EQ(machine_.cpu("1", kC3Time), "0");
}

TEST_F(VirtualMachine, ProcessorInformation) {
  EXPECT_EQ(TestMachine::instances(machine_.information), "0,0|0,1|0,_Total|_Total");
  EXPECT_EQ(machine_.info("0,_Total", kInterrupts), "778011");
  EXPECT_EQ(machine_.info("_Total", kInterrupts), "764272");
  EXPECT_EQ(machine_.info("0,0", kClockInterrupts), "79915");
  EXPECT_EQ(machine_.info("_Total", kClockInterrupts), "165237");
  EXPECT_EQ(machine_.info("0,1", kFrequency), "2596");
  EXPECT_EQ(machine_.info("0,0", kAverageIdleTime), "176971194");
  EXPECT_EQ(machine_.info("_Total", kAverageIdleTime, Part::base), "285410");
}

TEST_F(VirtualMachine, TenSecondsLater_TheTimesAddUpToTheTimeGoneBy) {
  machine_.move_to(recorded("vm-6.18-later"));
  machine_.at(1922.78);
  machine_.collect();
  EXPECT_EQ(machine_.cpu("0", kUserTime), "990600000");        // 898 ticks more
  EXPECT_EQ(machine_.cpu("0", kPrivilegedTime), "474000000");  // 129 more
  EXPECT_EQ(machine_.cpu("0", kIdleTime), "17762500000");      // 3 more: 1030 in all
  EXPECT_EQ(machine_.cpu("0", kDpcRate), "4");                 // 3179 x 15.625 / 10300 = 4.8
  EXPECT_EQ(machine_.cpu("1", kDpcRate), "7");                 // 5249: 7.96
  EXPECT_EQ(machine_.cpu("_Total", kDpcRate), "11");
}

TEST(RecordedMachines, OneCpu_TotalIsNeverTheCpuLine) {
  const Recorded machine("precise-1cpu-70proc");
  EXPECT_EQ(machine.cpu("0", kUserTime), "370400000");  // the cpu line has a tick less
  EXPECT_EQ(machine.cpu("_Total", kUserTime), "370400000");
  EXPECT_EQ(machine.cpu("_Total", kInterrupts), "72774");
}

TEST(RecordedMachines, Laptop_SoftirqsOfTwoOfEightCpus) {
  const Recorded machine("procfs-8cpu");
  EXPECT_EQ(machine.cpu("3", kUserTime), "4715600000");
  EXPECT_EQ(machine.cpu("3", kPrivilegedTime), "1574300000");
  EXPECT_EQ(machine.cpu("3", kIdleTime), "no time since boot: /proc/uptime");
  EXPECT_EQ(machine.cpu("1", kDpcsQueued), "1887998");
  EXPECT_EQ(machine.cpu("2", kDpcsQueued), "/proc/softirqs has no column of this CPU");
  EXPECT_EQ(machine.cpu("_Total", kDpcsQueued), "7783487");
  EXPECT_EQ(machine.cpu("7", kInterrupts), "/proc/interrupts has no column of this CPU");
  EXPECT_EQ(machine.cpu("_Total", kInterrupts), "73777505");
  EXPECT_EQ(machine.info("0,0", kFrequency), "799");
  EXPECT_EQ(machine.info("0,0", kPercentOfMaximum), "50");  // 1219917 of 2400000
  EXPECT_EQ(machine.info("0,1", kPerformanceLimit), "100");
  EXPECT_EQ(machine.info("0,1", kPercentOfMaximum),
            "no such file: /sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq");
  EXPECT_EQ(machine.info("0,0", kLimitFlags), "first collection");
  EXPECT_EQ(machine.info("0,2", kLimitFlags),
            "no such file: /sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count");
}

TEST(RecordedMachines, StealIsBusy) {
  TestMachine machine(recorded("goprocinfo-8cpu-12disk"));
  machine.at(23535.5);
  machine.collect();
  EXPECT_EQ(machine.cpu("0", kIdleTime), "234944900000");  // 2353550 - 4101 ticks, 865 stolen
  EXPECT_EQ(machine.cpu("3", kInterrupts), "16570029");
  EXPECT_EQ(machine.cpu("4", kInterrupts), "/proc/interrupts has no column of this CPU");
  EXPECT_EQ(machine.info("0,7", kFrequency), "2659");
}

TEST(RecordedMachines, SysfsAlone_Has112CpusInFourNodes) {
  const Recorded machine("x86-112cpu-8node-sysfs");
  EXPECT_EQ(machine.processor.instance_count(), 113U);
  EXPECT_EQ(machine.information.instance_count(), 117U);
  EXPECT_EQ(machine.cpu("0", kUserTime), "no such file: /proc/stat");
  EXPECT_EQ(machine.cpu("_Total", kInterrupts), "no such file: /proc/stat");
  EXPECT_EQ(machine.cpu("0", kC1Time), "54254911740860");  // C1 and C1E
  EXPECT_EQ(machine.cpu("0", kC2Time), "0");
  EXPECT_EQ(machine.cpu("0", kC3Time), "226554634049850");  // C6
  EXPECT_EQ(machine.cpu("0", kC1Transitions), "17816335553");
  EXPECT_EQ(machine.info("0,0", kAverageIdleTime), "2808265314745");  // POLL too
  EXPECT_EQ(machine.info("0,0", kIdleBreakEvents), "24319253443");
  EXPECT_EQ(machine.info("3,27", kC1Time), "1951868610210");  // CPU 111
  EXPECT_EQ(machine.info("3,27", kFrequency), "2700");
  EXPECT_EQ(machine.info("0,0", kPercentOfMaximum), "24");
  EXPECT_EQ(machine.info("_Total", kPerformanceLimit), "100");
}

TEST(RecordedMachines, Power9_NodesOfGpusHaveNoInstances) {
  const Recorded machine("power9-176cpu-gpunodes-4.14");
  EXPECT_EQ(machine.processor.instance_count(), 177U);
  EXPECT_EQ(machine.information.instance_count(), 179U);
  EXPECT_EQ(machine.info("8,87", kUserTime), "127600000");  // CPU 175
  EXPECT_EQ(machine.info("8,87", kPrivilegedTime), "20100000");
  EXPECT_EQ(machine.info("0,0", kFrequency), "/proc/cpuinfo has no cpu MHz of this CPU");
}

TEST(RecordedMachines, Arm128_ListsEndingWithNulAreRead) {
  const Recorded machine("arm64-128cpu-4node-5.15");
  EXPECT_EQ(machine.information.instance_count(), 133U);
  EXPECT_EQ(machine.info("3,31", kPrivilegedTime), "200000");  // CPU 127
}

TEST(RecordedMachines, BigLittle_HasTwoNominalFrequencies) {
  const Recorded machine("arm64-20cpu-gb10-6.17");
  EXPECT_EQ(machine.info("0,0", kFrequency), "2808");
  EXPECT_EQ(machine.info("0,5", kFrequency), "3900");
  EXPECT_EQ(machine.info("0,5", kPercentOfMaximum), "100");
  EXPECT_EQ(machine.cpu("0", kC1Time), "no such file: /sys/devices/system/cpu/cpu0/cpuidle");
}

TEST(RecordedMachines, Mainframe_FirstNumberOfIntrIsUsed) {
  const Recorded machine("s390-20cpu");
  EXPECT_EQ(machine.cpu("19", kUserTime), "3100000");
  EXPECT_EQ(machine.cpu("_Total", kInterrupts), "0");
  EXPECT_EQ(machine.info("0,19", kUserTime), "3100000");
}

TEST(RecordedMachines, OldNames_C0DoesNotCountButIsIdle) {
  const Recorded machine("x86-16cpu-nvme-ib-bridge");
  EXPECT_EQ(machine.cpu("0", kC1Time), "1289750992650");
  EXPECT_EQ(machine.cpu("0", kC2Time), "0");
  EXPECT_EQ(machine.cpu("0", kC3Time), "155649790");
  EXPECT_EQ(machine.info("0,0", kAverageIdleTime), "12902016374");
  EXPECT_EQ(machine.info("0,0", kAverageIdleTime, Part::base), "15595888");
  EXPECT_EQ(machine.info("1,0", kFrequency), "2701");
}

TEST(RecordedMachines, MadeLaptop_OneOfEach) {
  TestMachine machine(recorded("made-laptop"));
  machine.at(30000);
  machine.collect();
  EXPECT_EQ(machine.cpu("0", kIdleTime), "293994700000");  // 3000000 - 60053 ticks
  EXPECT_EQ(machine.cpu("0", kC3Time), "54000000");        // C6 and C10
  EXPECT_EQ(machine.cpu("2", kC1Time), "7000");            // WFI
  EXPECT_EQ(machine.cpu("2", kC3Time), "17000");           // cpu-sleep-0, cluster-sleep-0
  EXPECT_EQ(machine.cpu("3", kInterrupts), "404");         // not ERR, not MIS
  EXPECT_EQ(machine.info("0,2", kFrequency), "1500");      // ACPI
  EXPECT_EQ(machine.info("0,3", kFrequency), "1234");      // cpuinfo
  EXPECT_EQ(machine.info("0,1", kPercentOfMaximum), "8");
  EXPECT_EQ(machine.info("0,1", kPerformanceLimit), "50");
  EXPECT_EQ(machine.info("0,0", kPerformance), "0");
  EXPECT_EQ(machine.info("0,0", kUtility, Part::base), "30000000");
}

TEST(RecordedMachines, HostileTexts_LoseOnlyTheirOwnValues) {
  const Recorded machine("made-hostile");
  EXPECT_EQ(TestMachine::instances(machine.processor), "0|1|2|3|4|5|_Total");
  EXPECT_EQ(machine.cpu("0", kUserTime), "/proc/stat: cpuN user at byte 16: is not a number");
  EXPECT_EQ(machine.cpu("0", kPrivilegedTime), "204300000");
  EXPECT_EQ(machine.cpu("3", kUserTime), "/proc/stat: cpuN user at byte 102: is out of range");
  EXPECT_EQ(machine.cpu("4", kUserTime), "401000000");
  EXPECT_EQ(machine.cpu("4", kInterrupts), "13");  // its column is the first
  EXPECT_EQ(machine.cpu("0", kInterrupts), "24");
}

// Whatever is recorded: no two values contradict each other.
class EveryMachine : public testing::TestWithParam<const char*> {};

TEST_P(EveryMachine, TimesOfACpuAddUp) {
  TestMachine machine(recorded(GetParam()));
  machine.at(1e9);  // long enough for all that they did
  machine.collect();
  const StatFile& stat = machine.stat();
  const ObjectTable& table = machine.processor;
  for (std::size_t i = 0; i < stat.cpus.size() && stat.has_ticks; ++i) {
    if (stat.cpus[i].unreadable != 0) continue;
    const std::uint64_t busy =
        table.value(i, kUserTime) + table.value(i, kPrivilegedTime) + stat.cpus[i].steal * 100'000;
    EXPECT_EQ(busy, stat.cpus[i].busy() * 100'000);
    EXPECT_EQ(busy + table.value(i, kIdleTime), 10'000'000'000'000'000U);
    EXPECT_EQ(table.value(i, kIdleTime), table.value(i, kProcessorTime));
    EXPECT_LE(table.value(i, kDpcTime) + table.value(i, kInterruptTime),
              table.value(i, kPrivilegedTime));
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, EveryMachine,
                         testing::Values("vm-6.18", "vm-6.18-later", "precise-1cpu-70proc",
                                         "procfs-8cpu", "goprocinfo-8cpu-12disk", "s390-20cpu",
                                         "power9-176cpu-gpunodes-4.14", "arm64-128cpu-4node-5.15",
                                         "arm64-20cpu-gb10-6.17", "x86-16cpu-nvme-ib-bridge",
                                         "made-laptop", "made-96cpu-2node", "made-hostile"));

}  // namespace
}  // namespace openperflib::linux_objects
