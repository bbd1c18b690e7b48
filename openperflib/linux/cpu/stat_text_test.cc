#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "openperflib/linux/cpu/stat_text_internal.h"

namespace openperflib::linux_objects {
namespace {

// From the recorded machine vm-6.18, the zeros of `intr` cut.
constexpr std::string_view kStat =
    "cpu  22095 134 10374 347695 784 0 91 18 0 0\n"
    "cpu0 8921 87 4594 176839 116 0 17 7 0 0\n"
    "cpu1 13173 47 5779 170855 667 0 74 11 0 0\n"
    "intr 764272 0 0 25\n"
    "ctxt 1862844\n"
    "btime 1795256053\n"
    "processes 24360\n"
    "procs_running 5\n"
    "procs_blocked 0\n"
    "softirq 336181 0 49637\n";

StatText parsed_stat(std::string_view text) {
  StatText stat;
  parse_stat(text, stat);
  return stat;
}

std::uint64_t number(const StatText& stat, StatNumber which) {
  return stat.numbers[static_cast<std::size_t>(which)].value_or(0);
}

std::string tick_fault(const StatText& stat, std::size_t position) {
  return describe(stat.tick_faults.at(position).error);
}

TEST(StatText, RecordedMachine_HasItsCpusAndNumbers) {
  const StatText stat = parsed_stat(kStat);
  ASSERT_EQ(stat.cpus.size(), 2U);
  EXPECT_EQ(stat.cpus[0], (CpuTicks{0, 8921, 87, 4594, 176839, 116, 0, 17, 7, 0, 0, 0}));
  EXPECT_EQ(stat.cpus[1], (CpuTicks{1, 13173, 47, 5779, 170855, 667, 0, 74, 11, 0, 0, 0}));
  EXPECT_EQ(number(stat, StatNumber::interrupts), 764'272U);
  EXPECT_EQ(number(stat, StatNumber::context_switches), 1'862'844U);
  EXPECT_EQ(number(stat, StatNumber::boot_time), 1'795'256'053U);
  EXPECT_EQ(number(stat, StatNumber::processes_running), 5U);
  EXPECT_TRUE(stat.tick_faults.empty());
}

TEST(CpuTicks, Busy_IsAllButIdleIowaitAndGuests) {
  const CpuTicks ticks{0, 1, 20, 300, 4000, 50000, 600000, 7000000, 80000000, 900000000, 5, 0};
  EXPECT_EQ(ticks.busy(), 87'600'321U);
}

TEST(CpuTicks, SumAbove64Bits_StaysAtTheHighest) {
  CpuTicks ticks;
  ticks.user = std::numeric_limits<std::uint64_t>::max();
  ticks.nice = 1;
  EXPECT_EQ(ticks.busy(), std::numeric_limits<std::uint64_t>::max());
}

TEST(StatText, OldKernelWithoutStealAndGuest_HasZeros) {
  const StatText stat = parsed_stat("cpu0 1 2 3 4 5 6 7\n");
  ASSERT_EQ(stat.cpus.size(), 1U);
  EXPECT_EQ(stat.cpus[0], (CpuTicks{0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0}));
  EXPECT_TRUE(stat.tick_faults.empty());
}

TEST(StatText, TruncatedLine_LacksRequiredFields) {
  const StatText stat = parsed_stat("cpu3 1 2\n");
  ASSERT_EQ(stat.cpus.size(), 1U);
  EXPECT_EQ(stat.cpus[0].user, 1U);
  EXPECT_EQ(stat.cpus[0].unreadable, kSystemTicks | kIdleTicks | kIowaitTicks | kIrqTicks |
                                         kSoftirqTicks | kStealTicks | kGuestTicks |
                                         kGuestNiceTicks);
  EXPECT_EQ(tick_fault(stat, 0), "cpuN.system at byte 8: is missing");
}

TEST(StatText, BadWord_LosesThatFieldAndNamesTheByte) {
  const StatText stat =
      parsed_stat("cpu  9 9\ncpu0 10 2x 30 40 50 60 70 80\ncpu1 1 2 3 4 5 6 7 8\n");
  ASSERT_EQ(stat.cpus.size(), 2U);
  EXPECT_EQ(stat.cpus[0].unreadable, kNiceTicks);
  EXPECT_EQ(stat.cpus[0].system, 30U);
  EXPECT_EQ(stat.cpus[1].unreadable, 0);
  ASSERT_EQ(stat.tick_faults.size(), 1U);
  EXPECT_EQ(tick_fault(stat, 0), "cpuN.nice at byte 17: is not a number");
}

TEST(StatText, NumberAbove64Bits_IsNotANumber) {
  const StatText stat =
      parsed_stat("cpu0 18446744073709551616 2 3 4 5 6 7\nctxt 99999999999999999999\n");
  EXPECT_EQ(tick_fault(stat, 0), "cpuN.user at byte 5: is out of range (0)");
  EXPECT_EQ(describe(stat.numbers[1].error()), "line.ctxt at byte 43: is out of range (0)");
}

TEST(StatText, LinesThatLack_AreMissing) {
  const StatText stat = parsed_stat("cpu0 1 2 3 4 5 6 7\nintr\n");
  EXPECT_EQ(describe(stat.numbers[0].error()), "line.intr at byte 23: is missing");
  EXPECT_EQ(describe(stat.numbers[2].error()), "line.btime at byte 0: is missing");
}

TEST(StatText, OtherLinesAndBadNames_AreSkipped) {
  for (const char* text : {"", "\n\n", "cpu 1 2 3 4", "cpuX 1 2 3 4\n", "cpu0x 1\n",
                           "cpu65536 1 2 3 4 5 6 7\n", "ctxt2 5\n", "  \t\n"}) {
    EXPECT_TRUE(parsed_stat(text).cpus.empty()) << text;
    EXPECT_FALSE(parsed_stat(text).numbers[1].has_value()) << text;
  }
}

TEST(StatText, CpuThatDoesNotAscend_IsSkipped) {
  const StatText stat = parsed_stat("cpu1 1 2 3 4 5 6 7\ncpu1 9 9 9 9 9 9 9\ncpu0 8 8 8 8 8 8 8\n");
  ASSERT_EQ(stat.cpus.size(), 1U);
  EXPECT_EQ(stat.cpus[0].user, 1U);
}

TEST(StatText, ReadAgain_ForgetsWhatWas) {
  StatText stat = parsed_stat("cpu0 x 2 3 4 5 6 7\nctxt 7\n");
  parse_stat("btime 5\n", stat);
  EXPECT_TRUE(stat.cpus.empty());
  EXPECT_TRUE(stat.tick_faults.empty());
  EXPECT_FALSE(stat.numbers[1].has_value());
  EXPECT_EQ(number(stat, StatNumber::boot_time), 5U);
}

}  // namespace
}  // namespace openperflib::linux_objects
