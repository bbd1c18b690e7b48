// Rules for what processes of Linux do within a minute: they grow, they are started again and
// again, they are stopped or wait for a device.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

constexpr double kMemory = 16384 * kMB;

// One sample per second for a minute, on a machine of 16 GB.
Log minute_of(std::vector<Column> columns) {
  Log log{.columns = std::move(columns), .samples = 60};
  log.columns.push_back(
      {"Linux Memory", std::nullopt, "MemTotal Bytes", [](std::size_t) { return kMemory; }});
  log.time = [](std::size_t i) { return kStart + static_cast<FileTime>(i) * kTicksPerSecond; };
  return log;
}

Column private_bytes(std::string name, std::function<double(std::size_t)> megabytes) {
  return {"Process", std::move(name), "Private Bytes",
          [=](std::size_t i) { return megabytes(i) * kMB; }};
}

// 1 % of the memory in a minute is 2.73 MB a second.
TEST(ProcessRules, ProcessThatGrowsByMoreThanAPercentAMinute_IsFound) {
  const auto rises = [](double step) {
    return [=](std::size_t i) { return 100 + step * static_cast<double>(i); };
  };
  const AnalysisResult result =
      analysed(minute_of({private_bytes("leak", rises(33)), private_bytes("slow", rises(2.5))}));
  EXPECT_EQ(fired(result), Strings{"mem.grow(leak) warning"});
  const FindingLevel& level = outcome_of(result, "mem.grow").findings.front().fired();
  EXPECT_DOUBLE_EQ(level.limit, kMemory / 6000);
  EXPECT_EQ(level.runs.front().average, 33 * kMB);
  EXPECT_EQ(level.runs.front().time,
            (TimeRange{kStart + kTicksPerSecond, kStart + 59 * kTicksPerSecond}));
}

TEST(ProcessRules, ProcessThatFreesWhatItTakes_DoesNotGrow) {
  const AnalysisResult result = analysed(minute_of({private_bytes(
      "collector", [](std::size_t i) { return 100 + 33 * static_cast<double>(i % 10); })}));
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.grow").state, RuleOutcome::State::passed);
}

TEST(ProcessRules, WorkingSet_IsJudgedWhereNothingBetterIsThere) {
  Column column = private_bytes("leak", [](std::size_t i) { return 33 * static_cast<double>(i); });
  column.counter = "Working Set";
  const AnalysisResult result = analysed(minute_of({column}));
  EXPECT_EQ(fired(result), Strings{"mem.grow(leak) warning"});
  EXPECT_EQ(outcome_of(result, "mem.grow").remarks,
            Strings{"judged by \\Process(*)\\Working Set, which includes files and shared memory"});
}

TEST(ProcessRules, Forks_AreCountedForEachProcessor) {
  const auto outcome = [](double forks) {
    return fired(analysed(
        minute_of({processor([](std::size_t) { return 20.0; }, "0"),
                   processor([](std::size_t) { return 20.0; }, "1"),
                   {"Linux System", std::nullopt, "Forks/sec", [=](std::size_t) { return forks; }},
                   {"Process", "sh", "Page Faults/sec", [](std::size_t) { return 9000.0; }}})));
  };
  EXPECT_EQ(outcome(154), Strings{"sys.forks warning"});
  EXPECT_EQ(outcome(90), Strings{});
}

// No counter tells which process forks: one with many page faults may have nothing to do with it.
TEST(ProcessRules, Forks_HaveNoCulprits) {
  const AnalysisResult result = analysed(
      minute_of({processor([](std::size_t) { return 20.0; }, "0"),
                 {"Linux System", std::nullopt, "Forks/sec", [](std::size_t) { return 154.0; }},
                 {"Process", "gdb", "Page Faults/sec", [](std::size_t) { return 9000.0; }},
                 {"Process", "gdb", "% Privileged Time", [](std::size_t) { return 5.0; }}}));
  const std::vector<Finding>& findings = outcome_of(result, "sys.forks").findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_FALSE(findings[0].culprits.has_value());
}

// Threads as Linux has them: state 2 runs and 5 waits; reason 0 is a device, 5 stopped, 6 usual, 15
// idle.
std::vector<Column> thread(std::string process, std::function<int(std::size_t)> state,
                           std::function<double(std::size_t)> reason) {
  Column state_column{"Thread", "0", "Thread State",
                      [=](std::size_t i) { return static_cast<double>(state(i)); }};
  Column reason_column{"Thread", "0", "Thread Wait Reason", std::move(reason)};
  state_column.parent = reason_column.parent = std::move(process);
  return {state_column, reason_column};
}

std::vector<Column> waiting_thread(std::string process, double reason) {
  return thread(
      std::move(process), [](std::size_t) { return 5; }, [=](std::size_t) { return reason; });
}

std::vector<Column> all_of(std::initializer_list<std::vector<Column>> parts) {
  std::vector<Column> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST(ProcessRules, StoppedProcessAndThreadInStateD_AreFound) {
  const AnalysisResult result = analysed(minute_of(
      all_of({waiting_thread("stopped", 5), waiting_thread("nfs", 0), waiting_thread("usual", 6),
              waiting_thread("idle worker", 15), waiting_thread("System", 0)})));
  EXPECT_EQ(fired(result),
            (Strings{"proc.stopped(stopped/0) warning", "proc.blocked(nfs/0) warning"}));
  const FindingLevel& level = outcome_of(result, "proc.stopped").findings.front().fired();
  EXPECT_EQ(level.total, 59) << "seconds: the first sample has none before it";
  EXPECT_EQ(level.judged, Statistic::sum);
}

// In every second sample it runs, and has no reason to wait.
TEST(ProcessRules, ThreadThatWaitsInSomeSamplesOnly_IsNotBlocked) {
  const auto waits = [](std::size_t i) { return i % 2 == 0; };
  const AnalysisResult result = analysed(minute_of(thread(
      "dd", [=](std::size_t i) { return waits(i) ? 5 : 2; },
      [=](std::size_t i) { return waits(i) ? 0 : std::numeric_limits<double>::quiet_NaN(); })));
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "proc.blocked").state, RuleOutcome::State::passed);
}

TEST(ProcessRules, ThreadsOfWindows_AreNotJudged) {
  const AnalysisResult result = analysed({.columns = waiting_thread("app", 5), .samples = 60});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "proc.stopped").reason, "applies to Linux only");
}

// Totals that were sampled a moment too late.
TEST(ProcessRules, PressureAboveTheTimeThatPassed_IsAllOfIt) {
  const AnalysisResult result = analysed(
      minute_of({{"Linux Pressure", "_Total", "% cpu some", [](std::size_t) { return 107.0; }}}));
  EXPECT_EQ(fired(result), Strings{"cpu.psi critical"});
  EXPECT_EQ(outcome_of(result, "cpu.psi").findings.front().worst_run().worst, 100);
}

}  // namespace
}  // namespace openperflib
