// Laws of what Processor reads, whatever the text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "openperflib/linux/cpu/cpu_columns_internal.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_speed_internal.h"
#include "openperflib/linux/cpu/stat_text_internal.h"
#include "openperflib/testing/machines/processor_test_machine.h"

namespace openperflib::linux_objects {
namespace {

// A text of the letters and digits that matter, so that it comes near to being well-formed.
std::string near_text() {
  return *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("cpuCPU0123456789 99:\n\n,-.xLOCintrbtimeprocessorMHz\t")));
}

RC_GTEST_PROP(StatText, AnyText_GivesAscendingCpusWithReasons, ()) {
  StatText stat;
  parse_stat(near_text(), stat);
  RC_ASSERT(std::ranges::is_sorted(stat.cpus, {}, &CpuTicks::cpu));
  for (const CpuTicks& ticks : stat.cpus) {
    std::uint16_t told = 0;
    for (const TickFault& fault : stat.tick_faults) {
      if (fault.cpu == ticks.cpu) told = static_cast<std::uint16_t>(told | fault.field);
    }
    RC_ASSERT(told == ticks.unreadable);
  }
}

RC_GTEST_PROP(StatText, LineOfTenNumbers_IsReadBackAndAddsUp, ()) {
  const auto cpu = *rc::gen::inRange<std::uint32_t>(0, 65'536);
  const auto numbers = *rc::gen::container<std::array<std::uint64_t, kTickFieldCount>>(
      rc::gen::inRange<std::uint64_t>(0, 1ULL << 60));
  std::string line = "cpu" + std::to_string(cpu);
  for (const std::uint64_t number : numbers) line += " " + std::to_string(number);
  StatText stat;
  parse_stat(line + "\n", stat);
  RC_ASSERT(stat.cpus.size() == 1U && stat.cpus[0].cpu == cpu && stat.tick_faults.empty());
  const CpuTicks& ticks = stat.cpus[0];
  for (std::size_t i = 0; i < kTickFieldCount; ++i) {
    RC_ASSERT((ticks.*kTickMembers[i]) == numbers[i]);
  }
  RC_ASSERT(ticks.sum(kUserTicks | kNiceTicks) +
                ticks.sum(kSystemTicks | kIrqTicks | kSoftirqTicks) + ticks.steal ==
            ticks.busy());
}

RC_GTEST_PROP(CpuColumns, AnyText_SumsAtLeastWhatTheClockCounts, ()) {
  CpuColumns table;
  parse_cpu_columns(near_text(), table);
  for (const CpuColumn& column : table.columns) {
    RC_ASSERT(column.fault.has_value() || column.clock <= column.sum);
    RC_ASSERT(table.find(column.cpu) != nullptr);
  }
}

RC_GTEST_PROP(CpuList, AnyText_GivesPositionsThatCount, ()) {
  std::vector<CpuRange> ranges;
  if (!parse_cpu_list(near_text(), ranges).has_value()) RC_ASSERT(ranges.empty());
  std::size_t expected = 0;
  for (const CpuRange& range : ranges) {
    RC_ASSERT(cpu_position(ranges, range.first) == expected);
    expected += range.last - range.first + 1;
    RC_ASSERT(cpu_position(ranges, range.last) == expected - 1);
  }
  RC_ASSERT(cpu_count(ranges) == expected);
}

RC_GTEST_PROP(CpuinfoMhz, AnyText_GivesAscendingCpus, ()) {
  std::vector<CpuMhz> cpus;
  parse_cpuinfo_mhz(near_text(), cpus);
  RC_ASSERT(std::ranges::is_sorted(cpus, {}, &CpuMhz::cpu));
}

// Whatever the kernel writes next, no time falls, and idle never outruns the clock.
RC_GTEST_PROP(StatFile, AnySequenceOfTexts_NothingFalls, ()) {
  const MadeFolder tree;
  TestMachine machine(tree.path());
  std::uint64_t user = 0;
  std::uint64_t idle = 0;
  double now = 0;
  for (int i = 0; i < 5; ++i) {
    const auto ticks =
        *rc::gen::container<std::array<std::uint32_t, 3>>(rc::gen::inRange<std::uint32_t>(0, 1000));
    tree.write("proc/stat", "cpu0 " + std::to_string(ticks[0]) + " " + std::to_string(ticks[1]) +
                                " " + std::to_string(ticks[2]) + " 1 1 1 1\n");
    now += *rc::gen::inRange(0, 10);
    machine.at(now);
    machine.collect_stat();
    const StatFile& stat = machine.stat();
    RC_ASSERT(stat.cpus.at(0).user >= user);
    RC_ASSERT(stat.idle_100ns.at(0) >= idle);
    RC_ASSERT(static_cast<double>(stat.idle_100ns.at(0)) <= now * 1e7);
    user = stat.cpus.at(0).user;
    idle = stat.idle_100ns.at(0);
  }
}

}  // namespace
}  // namespace openperflib::linux_objects
