// The texts of /proc/PID, as kernels write them and as nobody should. Facts:
// docs/objects/process.md.
#include <gtest/gtest.h>

#include "openperflib/linux/process/process_text_internal.h"

namespace openperflib::linux_objects {
namespace {

using enum ProcessNumber;

// As Linux 6.18 wrote it for a process that is niced to -5; the words are those of proc(5).
constexpr std::string_view kStatOfCat =
    "4711 (cat) S 17 4711 17 34816 4711 4194304 95 6 7 8 250 30 1 2 15 -5 3 0 8721 2359296 351 "
    "18446744073709551615 94 95 140 0 0 0 0 0 0 1 0 0 17 1 0 2 0 0 0 95 96 97 140 141 142 143 0\n";

std::optional<std::uint64_t> stat_number(std::string_view text, ProcessNumber number) {
  ProcessNumbers numbers;
  if (!parse_process_stat(text, numbers).has_value()) return std::nullopt;
  return numbers.get(number);
}

std::string with_comm(std::string_view comm) {
  return "7 (" + std::string(comm) +
         ") R 1 7 7 0 -1 64 1 2 3 4 5 6 7 8 20 0 9 0 100 4096 1 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 "
         "1\n";
}

TEST(ProcessStat, AWholeLine_GivesItsNumbers) {
  ProcessNumbers numbers;
  EXPECT_EQ(parse_process_stat(kStatOfCat, numbers), "cat");
  EXPECT_EQ(numbers.get(parent), 17);
  EXPECT_EQ(numbers.get(flags), 4194304);
  EXPECT_EQ(numbers.get(minor_faults), 95);
  EXPECT_EQ(numbers.get(major_faults), 7);
  EXPECT_EQ(numbers.get(user_ticks), 250);
  EXPECT_EQ(numbers.get(system_ticks), 30);
  EXPECT_EQ(static_cast<std::int64_t>(numbers.get(nice).value()), -5);
  EXPECT_EQ(numbers.get(threads), 3);
  EXPECT_EQ(numbers.get(start_ticks), 8721);
  EXPECT_EQ(numbers.get(virtual_bytes), 2359296);
  EXPECT_EQ(numbers.get(policy), 2);
}

// Each comm that looks like the end of itself.
class HostileComm : public testing::TestWithParam<std::string_view> {};
TEST_P(HostileComm, EndsAtTheLastParenthesis) {
  ProcessNumbers numbers;
  const std::string text = with_comm(GetParam());
  EXPECT_EQ(parse_process_stat(text, numbers), GetParam());
  EXPECT_EQ(numbers.get(parent), 1);
  EXPECT_EQ(numbers.get(start_ticks), 100);
  EXPECT_EQ(numbers.get(policy), 1);
}
INSTANTIATE_TEST_SUITE_P(Comms, HostileComm,
                         testing::Values(") R 1 (", "a) (b", "))))", "((((", "", " ", "new\nline",
                                         "1 2 3", ") S 0 0 0", "\xFF\xFE", "sh -c (x)"));

TEST(ProcessStat, WithoutComm_IsNone) {
  for (const std::string_view text : {"", "7", "7 (sh S 1 7", "7 sh) S 1 7", ")(", "\n"}) {
    ProcessNumbers numbers;
    EXPECT_EQ(parse_process_stat(text, numbers), std::nullopt) << text;
  }
}

TEST(ProcessStat, CutLine_HasTheNumbersBeforeTheCut) {
  ProcessNumbers numbers;
  EXPECT_EQ(parse_process_stat("30 (cut) S 1 30 30 0 -1 64 5", numbers), "cut");
  EXPECT_EQ(numbers.get(parent), 1);
  EXPECT_EQ(numbers.get(minor_faults), 5);
  EXPECT_EQ(numbers.get(major_faults), std::nullopt);
  EXPECT_EQ(numbers.get(start_ticks), std::nullopt);
}

TEST(ProcessStat, NumbersOfAnotherProcess_DoNotStay) {
  ProcessNumbers numbers;
  numbers.set(policy, 1);
  numbers.set(read_calls, 2);
  EXPECT_EQ(parse_process_stat("30 (cut) S 1", numbers), "cut");
  EXPECT_EQ(numbers.get(policy), std::nullopt);
  EXPECT_EQ(numbers.get(read_calls), 2);  // io's own
}

std::string with_vsize(std::string_view vsize) {
  return "7 (x) R 1 7 7 0 -1 64 1 2 3 4 5 6 7 8 20 0 9 0 100 " + std::string(vsize) + " 1\n";
}

TEST(ProcessStat, NumberOf64Bits_IsThereAndOneMoreIsNot) {
  EXPECT_EQ(stat_number(with_vsize("18446744073709551615"), virtual_bytes), ~0ULL);
  EXPECT_EQ(stat_number(with_vsize("18446744073709551616"), virtual_bytes), std::nullopt);
  EXPECT_EQ(stat_number(with_vsize("18446744073709551616"), start_ticks), 100);
}

TEST(ProcessStat, WordThatIsNotANumber_OnlyThatWordIsMissing) {
  for (const std::string_view word : {"-1", "+1", "1.5", "0x10", "12kB", "\xFF"}) {
    EXPECT_EQ(stat_number(with_vsize(word), virtual_bytes), std::nullopt) << word;
    EXPECT_EQ(stat_number(with_vsize(word), start_ticks), 100) << word;
  }
}

constexpr std::string_view kStatusOfCat =
    "Name:\tcat\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t4711\nPid:\t4711\nFDSize:\t64\n"
    "VmPeak:\t    3060 kB\nVmSize:\t    3050 kB\nVmLck:\t       0 kB\nVmHWM:\t    1752 kB\n"
    "VmRSS:\t    1700 kB\nRssAnon:\t     112 kB\nRssFile:\t    1588 kB\nVmData:\t     360 kB\n"
    "VmPTE:\t      48 kB\nVmSwap:\t      20 kB\nHugetlbPages:\t       0 kB\nThreads:\t1\n"
    "Mems_allowed_list:\t0\nvoluntary_ctxt_switches:\t100\nnonvoluntary_ctxt_switches:\t23\n";

TEST(ProcessStatus, AProcessWithMemory_HasItsSizesInKibibytes) {
  ProcessNumbers numbers;
  parse_process_status(kStatusOfCat, numbers);
  EXPECT_EQ(numbers.get(virtual_peak), 3060);
  EXPECT_EQ(numbers.get(resident_peak), 1752);
  EXPECT_EQ(numbers.get(resident), 1700);
  EXPECT_EQ(numbers.get(anonymous), 112);
  EXPECT_EQ(numbers.get(swap), 20);
  EXPECT_EQ(numbers.get(page_tables), 48);
}

TEST(ProcessStatus, WithoutVmLines_HasNoMemory) {
  ProcessNumbers numbers;
  parse_process_status("Name:\tkthreadd\nState:\tS (sleeping)\nThreads:\t1\n", numbers);
  for (const ProcessNumber number :
       {virtual_peak, resident_peak, resident, anonymous, swap, page_tables}) {
    EXPECT_EQ(numbers.get(number), 0);
  }
}

TEST(ProcessStatus, BeforeLinux45_HasNoAnonymousMemory) {
  ProcessNumbers numbers;
  parse_process_status("Name:\tx\nVmPeak:\t9 kB\nVmHWM:\t8 kB\nVmRSS:\t7 kB\nThreads:\t1\n",
                       numbers);
  EXPECT_EQ(numbers.get(resident), 7);
  EXPECT_EQ(numbers.get(anonymous), std::nullopt);
  EXPECT_EQ(numbers.get(swap), 0);
  EXPECT_EQ(numbers.get(page_tables), 0);
}

TEST(ProcessStatus, EmptyText_SaysNothing) {
  ProcessNumbers numbers;
  numbers.set(resident, 5);
  parse_process_status("", numbers);
  EXPECT_EQ(numbers.get(resident), std::nullopt);
  EXPECT_EQ(numbers.get(swap), std::nullopt);
}

TEST(ProcessStatus, LinesInAnotherOrder_AreAllFound) {
  ProcessNumbers numbers;
  parse_process_status(
      "Threads:\t1\nVmSwap:\t1 kB\nRssAnon:\t2 kB\nVmPTE:\t3 kB\nVmPeak:\t4 kB\n"
      "VmHWM:\t5 kB\nVmRSS:\t6",
      numbers);
  EXPECT_EQ(numbers.get(swap), 1);
  EXPECT_EQ(numbers.get(anonymous), 2);
  EXPECT_EQ(numbers.get(page_tables), 3);
  EXPECT_EQ(numbers.get(virtual_peak), 4);
  EXPECT_EQ(numbers.get(resident_peak), 5);
  EXPECT_EQ(numbers.get(resident), 6);
}

TEST(ProcessStatus, NumberBeyond64Bits_IsMissing) {
  ProcessNumbers numbers;
  parse_process_status("VmPeak:\t18446744073709551616 kB\nVmSwap:\tmuch kB\nVmRSS:\n", numbers);
  EXPECT_EQ(numbers.get(virtual_peak), std::nullopt);
  EXPECT_EQ(numbers.get(swap), std::nullopt);
  EXPECT_EQ(numbers.get(resident), std::nullopt);
}

ProcessActivity activity_of(std::string_view text) {
  ProcessNumbers numbers;
  return parse_process_status(text, numbers);
}

std::string status_with(std::string_view state, int threads, int voluntary, int others) {
  return "Name:\tx\nState:\t" + std::string(state) + "\nVmPeak:\t9 kB\nThreads:\t" +
         std::to_string(threads) + "\nvoluntary_ctxt_switches:\t" + std::to_string(voluntary) +
         "\nnonvoluntary_ctxt_switches:\t" + std::to_string(others) + "\n";
}

TEST(ProcessActivity, SleeperWithAsManySwitches_HasNotRun) {
  EXPECT_TRUE(activity_of(kStatusOfCat).has_not_run_since(activity_of(kStatusOfCat)));
  const ProcessActivity worker = activity_of(status_with("I (idle)", 1, 5, 0));
  EXPECT_TRUE(worker.has_not_run_since(worker));
}

TEST(ProcessActivity, ChangedSwitchesThreadsOrState_MayHaveRun) {
  const ProcessActivity before = activity_of(status_with("S (sleeping)", 1, 5, 3));
  for (const std::string& text :
       {status_with("S (sleeping)", 1, 6, 3), status_with("S (sleeping)", 1, 5, 4),
        status_with("S (sleeping)", 2, 5, 3), status_with("R (running)", 1, 5, 3),
        status_with("D (disk sleep)", 1, 5, 3), status_with("T (stopped)", 1, 5, 3)}) {
    EXPECT_FALSE(activity_of(text).has_not_run_since(before)) << text;
    EXPECT_FALSE(before.has_not_run_since(activity_of(text))) << text;
  }
}

TEST(ProcessActivity, WithoutTheCounts_IsUnknown) {
  const ProcessActivity unknown = activity_of("Name:\tx\nState:\tS (sleeping)\nThreads:\t1\n");
  EXPECT_FALSE(unknown.has_not_run_since(unknown));
}

TEST(ProcessActivity, LinesAfterTheCounts_AreSkipped) {
  const std::string text = status_with("S (sleeping)", 1, 5, 3) +
                           "x86_Thread_features:\t\nx86_Thread_features_locked:\t\n";
  EXPECT_EQ(activity_of(text).switches, 8);
}

TEST(ProcessIo, AllLines_GiveTheirNumbers) {
  ProcessNumbers numbers;
  parse_process_io(
      "rchar: 1000\nwchar: 200\nsyscr: 30\nsyscw: 4\nread_bytes: 9\nwrite_bytes: 8\n"
      "cancelled_write_bytes: 7\n",
      numbers);
  EXPECT_EQ(numbers.get(read_bytes), 1000);
  EXPECT_EQ(numbers.get(write_bytes), 200);
  EXPECT_EQ(numbers.get(read_calls), 30);
  EXPECT_EQ(numbers.get(write_calls), 4);
  EXPECT_EQ(numbers.get(disk_read_bytes), 9);
  EXPECT_EQ(numbers.get(disk_write_bytes), 8);
}

TEST(ProcessIo, LineThatLacks_IsMissingAlone) {
  ProcessNumbers numbers;
  parse_process_io("rchar: 1000\nsyscr: x\nsyscw: 4", numbers);
  EXPECT_EQ(numbers.get(read_bytes), 1000);
  EXPECT_EQ(numbers.get(write_bytes), std::nullopt);
  EXPECT_EQ(numbers.get(read_calls), std::nullopt);
  EXPECT_EQ(numbers.get(write_calls), 4);
}

std::string named(std::string_view exe, std::string_view comm) {
  std::string name = "of before";
  name_process(exe, comm, name);
  return name;
}

TEST(ProcessName, LinkExe_GivesItsLastPart) {
  EXPECT_EQ(named("/usr/lib/systemd/systemd", "x"), "systemd");
  EXPECT_EQ(named("/usr/bin/a-name-longer-than-comm (deleted)", "x"), "a-name-longer-than-comm");
  EXPECT_EQ(named("/memfd:run (deleted)", "x"), "memfd:run");
  EXPECT_EQ(named("bare", "x"), "bare");
}

TEST(ProcessName, NoLinkExe_GivesComm) {
  EXPECT_EQ(named("", "kworker/0:1"), "kworker_0:1");
  EXPECT_EQ(named("/", "x"), "x");
  EXPECT_EQ(named("", "(sd-pam)"), "[sd-pam]");
  EXPECT_EQ(named("/opt/c#/a\\b", "x"), "a_b");
}

}  // namespace
}  // namespace openperflib::linux_objects
