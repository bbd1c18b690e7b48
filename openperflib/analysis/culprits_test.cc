// The instances that contributed to a finding: crafted logs of a busy processor and its processes.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

bool is_bad(std::size_t i) { return i >= 40 && i < 60; }

Column process(std::string name, double good, double bad, std::uint32_t number = 0) {
  return {"Process",
          std::move(name),
          "% Processor Time",
          [=](std::size_t i) { return is_bad(i) ? bad : good; },
          PERF_COUNTER_LARGE_RAWCOUNT,
          number};
}

Log busy_log(std::vector<Column> processes) {
  Log log{.columns = {processor([](std::size_t i) { return is_bad(i) ? 95.0 : 20.0; })},
          .samples = 120};
  for (Column& one : processes) log.columns.push_back(std::move(one));
  return log;
}

// "name 12.5": the largest first; groups with their size.
std::string culprits(const Log& log, std::string_view rule = "cpu.busy") {
  const AnalysisResult result = analysed(log);
  const auto& found = outcome_of(result, rule).findings.at(0).culprits;
  if (!found.has_value()) return "nobody";
  std::string text;
  for (const Culprit& one : found->largest) {
    const std::string group = one.instances == 1 ? "" : fmt::format(" x{}", one.instances);
    text +=
        fmt::format("{}{}{} {:.4g}", text.empty() ? "" : ", ", one.instance, group, one.average);
  }
  return text;
}

TEST(Culprits, ThreeLargestDuringTheFinding_AreNamed) {
  EXPECT_EQ(
      culprits(busy_log({process("quiet", 90, 1), process("a", 0, 50), process("b", 0, 20),
                         process("c", 0, 10), process("_Total", 99, 99), process("Idle", 99, 99)})),
      "a 50, b 20, c 10");
}

// Names with ids, as Windows writes them if it is told to.
TEST(Culprits, IdleWithItsId_IsNobody) {
  Log log = busy_log({process("Idle_0", 99, 99), process("a_12", 0, 20)});
  EXPECT_EQ(culprits(log), "a_12 20");
  log.columns.push_back(processor([](std::size_t) { return 50.0; }, "0"));
  EXPECT_TRUE(outcome_of(analysed(log), "cpu.hog").findings.empty());
}

TEST(Culprits, InstancesOfOneName_AreOneGroupUnlessOneOfThemIsMostOfIt) {
  EXPECT_EQ(culprits(busy_log({process("svchost", 0, 20, 0), process("svchost", 0, 15, 1),
                               process("svchost", 0, 18, 2), process("chrome", 0, 30, 0),
                               process("chrome", 0, 2, 1)})),
            "svchost x3 53, chrome 30");
}

// Present for half of the time: it contributed half of what it used.
TEST(Culprits, ValueThatIsMissing_ContributesNothing) {
  Column one = process("a", 0, 0);
  one.number = [](std::size_t i) {
    return i < 50 ? std::numeric_limits<double>::quiet_NaN() : 80.0;
  };
  EXPECT_EQ(culprits(busy_log({one})), "a 40");
}

TEST(Culprits, InstancesThatCannotBeRead_AreCounted) {
  Column hidden = process("hidden", 0, 0);
  hidden.number = [](std::size_t) { return std::numeric_limits<double>::quiet_NaN(); };
  const AnalysisResult result = analysed(busy_log({process("a", 0, 50), hidden}));
  const Culprits found = outcome_of(result, "cpu.busy").findings.at(0).culprits.value();
  EXPECT_EQ(found.instances, 2U);
  EXPECT_EQ(found.without_value, 1U);
}

TEST(Culprits, LogWithoutTheCounter_HasNone) {
  EXPECT_EQ(culprits(busy_log({})), "nobody");
  EXPECT_EQ(culprits(busy_log({{"Process", "a", "Handle Count", [](std::size_t) { return 5.0; }}})),
            "nobody");
}

// A machine of two processors, busy at 95 % between samples 40 and 59.
std::optional<Culprits::Account> account_of(std::vector<Column> processes) {
  Log log = busy_log(std::move(processes));
  for (const char* const name : {"0", "1"})
    log.columns.push_back(processor([](std::size_t) { return 50.0; }, name));
  const AnalysisResult result = analysed(log);
  return outcome_of(result, "cpu.busy").findings.at(0).culprits.value().account;
}

TEST(Culprits, ThatExplainClearlyLessThanTheValue_LeaveARest) {
  const auto account = account_of({process("a", 0, 50), process("b", 0, 20), process("c", 0, 6),
                                   process("d", 0, 4), process("_Total", 99, 200)});
  ASSERT_TRUE(account.has_value());
  EXPECT_EQ(account->part, 40) << "half of 50 + 20 + 6 + 4: there are two processors";
  EXPECT_EQ(account->whole, 95);
  EXPECT_EQ(account->rest,
            "interrupts, drivers, processes that ended, and those that could not be read");
}

// Four fifths of 95 are 76, which are 152 of one processor.
TEST(Culprits, ThatExplainFourFifths_LeaveNone) {
  EXPECT_FALSE(account_of({process("a", 0, 152)}).has_value());
  EXPECT_TRUE(account_of({process("a", 0, 151)}).has_value());
}

TEST(Culprits, OfAMachineWhoseProcessorsAreUnknown_HaveNoAccount) {
  const AnalysisResult result = analysed(busy_log({process("a", 0, 50)}));
  EXPECT_FALSE(outcome_of(result, "cpu.busy").findings.at(0).culprits.value().account.has_value());
}

TEST(Culprits, OfMemory_AreComparedWithWhatIsNotAvailable) {
  const AnalysisResult result = analysed(
      {.columns = {{"Memory", std::nullopt, "Available Bytes",
                    [](std::size_t) { return 30 * kMB; }},
                   {"Memory", std::nullopt, "Commit Limit", [](std::size_t) { return 1000 * kMB; }},
                   {"Process", "a", "Private Bytes", [](std::size_t) { return 200 * kMB; }}},
       .samples = 60});
  const auto account = outcome_of(result, "mem.avail").findings.at(0).culprits.value().account;
  ASSERT_TRUE(account.has_value());
  EXPECT_EQ(account->part, 200 * kMB);
  EXPECT_EQ(account->whole, 970 * kMB);
}

TEST(Culprits, OfAQueue_AreComparedWithTheProcessors) {
  Log log = busy_log({process("a", 0, 50)});
  log.columns.push_back({"System", std::nullopt, "Processor Queue Length",
                         [](std::size_t i) { return is_bad(i) ? 40.0 : 0.0; }});
  log.columns.push_back(processor([](std::size_t) { return 50.0; }, "0"));
  const AnalysisResult result = analysed(log);
  const auto account = outcome_of(result, "cpu.queue").findings.at(0).culprits.value().account;
  ASSERT_TRUE(account.has_value());
  EXPECT_EQ(account->part, 50);
  EXPECT_EQ(account->whole, 95);
}

TEST(Culprits, OfAnotherMachine_AreNotNamed) {
  Column other = process("other", 0, 90);
  other.machine = "N";
  EXPECT_EQ(culprits(busy_log({process("a", 0, 50), other})), "a 50");
}

// A rate of 30 % in one of the 20 samples of the run, in the only sample that has the process.
TEST(Culprits, ProcessOfOneInterval_ContributesFromItsStart) {
  constexpr double kTicksOfAMinute = static_cast<double>(kMinute);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto only_45th = [](double number) {
    return [number](std::size_t i) { return i == 45 ? number : kNone; };
  };
  Log log = busy_log({{"Process", "a", "% Processor Time",
                       [](std::size_t i) { return static_cast<double>(i) * kTicksOfAMinute / 2; },
                       PERF_100NSEC_TIMER},
                      {"Process", "short", "% Processor Time", only_45th(0.3 * kTicksOfAMinute),
                       PERF_100NSEC_TIMER},
                      {"Process", "short", "Elapsed Time", only_45th(44.5 * kTicksOfAMinute + 1),
                       PERF_ELAPSED_TIME}});
  log.holds_readings = true;
  EXPECT_EQ(culprits(log), "a 50, short 1.5");
  log.columns.pop_back();  // its start is not known
  EXPECT_EQ(culprits(log), "a 50");
}

// 80 % of the only processor is a limit of cpu.hog, but not in the first sample of a process.
TEST(Culprits, ProcessOfOneInterval_IsNotJudged) {
  constexpr double kTicksOfAMinute = static_cast<double>(kMinute);
  const auto only_45th = [](double number) {
    return [number](std::size_t i) {
      return i == 45 ? number : std::numeric_limits<double>::quiet_NaN();
    };
  };
  Log log = busy_log({{"Process", "short", "% Processor Time", only_45th(0.8 * kTicksOfAMinute),
                       PERF_100NSEC_TIMER},
                      {"Process", "short", "Elapsed Time", only_45th(44.5 * kTicksOfAMinute + 1),
                       PERF_ELAPSED_TIME}});
  log.columns.push_back(processor([](std::size_t) { return 50.0; }, "0"));
  log.holds_readings = true;
  EXPECT_EQ(culprits(log), "short 4");
  EXPECT_TRUE(outcome_of(analysed(log), "cpu.hog").findings.empty());
}

// Two processors at 95 %: 190 % of one is used, and the processes have 70 %.
TEST(Culprits, Remainder_IsWhatTheProcessesDoNotAccountFor) {
  Log log = busy_log({process("a", 0, 50), process("b", 0, 20), process("_Total", 99, 99)});
  for (const char* const name : {"0", "1"}) {
    log.columns.push_back(processor([](std::size_t i) { return is_bad(i) ? 95.0 : 20.0; }, name));
  }
  log.columns.push_back(
      {"Linux System", std::nullopt, "Forks/sec", [](std::size_t) { return 154.0; }});
  const AnalysisResult result = analysed(log);
  const Culprits found = outcome_of(result, "cpu.busy").findings.at(0).culprits.value();
  ASSERT_TRUE(found.remainder.has_value());
  EXPECT_DOUBLE_EQ(found.remainder->used, 190);
  EXPECT_DOUBLE_EQ(found.remainder->by_processes, 70);
  EXPECT_DOUBLE_EQ(found.remainder->forks_per_second, 154);
}

// Process V2 of Windows has the same counters, in instances called by name and id.
TEST(Culprits, Remainder_IsKnownOfProcessV2) {
  Log log =
      busy_log({process("a:12", 0, 50), process("Idle:0", 99, 99), process("_Total", 99, 99)});
  for (Column& one : log.columns) {
    if (one.object == "Process") one.object = "Process V2";
  }
  log.columns.push_back(processor([](std::size_t i) { return is_bad(i) ? 95.0 : 20.0; }, "0"));
  const AnalysisResult result = analysed(log);
  const Culprits found = outcome_of(result, "cpu.busy").findings.at(0).culprits.value();
  EXPECT_EQ(found.counter, "\\Process V2(*)\\% Processor Time");
  ASSERT_TRUE(found.remainder.has_value());
  EXPECT_DOUBLE_EQ(found.remainder->used, 95);
  EXPECT_DOUBLE_EQ(found.remainder->by_processes, 50);
}

// A log of a few processes does not say who has the rest, and one without processors not how much
// that is.
TEST(Culprits, LogOfAPart_HasNoRemainder) {
  Log log = busy_log({process("a", 0, 50)});
  const auto has_remainder = [&] {
    const AnalysisResult result = analysed(log);
    return outcome_of(result, "cpu.busy").findings.at(0).culprits.value().remainder.has_value();
  };
  log.columns.push_back(processor([](std::size_t) { return 95.0; }, "0"));
  EXPECT_FALSE(has_remainder());
  log.columns.back() = process("_Total", 99, 99);
  EXPECT_FALSE(has_remainder());
}

TEST(Culprits, UnitOfALogOfValues_IsRecognisedByTheName) {
  const AnalysisResult result = analysed(
      {.columns = {{"Memory", std::nullopt, "Available Bytes",
                    [](std::size_t) { return 30 * kMB; }},
                   {"Process", "a", "Private Bytes", [](std::size_t) { return 900 * kMB; }, 0}},
       .samples = 60});
  EXPECT_EQ(outcome_of(result, "mem.low").findings.at(0).culprits.value().quantity,
            Quantity::bytes);
}

}  // namespace
}  // namespace openperflib
