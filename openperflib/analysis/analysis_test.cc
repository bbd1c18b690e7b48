// Crafted logs, each with the findings that it must have; the numbers next to them were worked out
// by hand.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

TEST(Analysis, FlatLog_HasNoFindingsAndNothingToSayOfItsData) {
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 20.0; })}, .samples = 90});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(noted(result), Strings{});
  EXPECT_EQ(outcome_of(result, "cpu.busy").state, RuleOutcome::State::passed);
}

TEST(Analysis, OneHighSample_IsASpikeAndNoMore) {
  const AnalysisResult result = analysed(
      {.columns = {processor([](std::size_t i) { return i == 40 ? 97.0 : 20.0; })}, .samples = 90});
  EXPECT_EQ(fired(result), Strings{"cpu.busy spike"});
  const Finding& spike = outcome_of(result, "cpu.busy").findings.front();
  EXPECT_EQ(spike.severity, Severity::info);
  ASSERT_EQ(spike.fired().runs.size(), 1U);
  EXPECT_EQ(spike.fired().severity, Severity::critical);
  EXPECT_EQ(spike.fired().limit, 80);
  EXPECT_EQ(spike.worst_run().worst, 97);
  EXPECT_EQ(spike.worst_run().time, (TimeRange{kStart + 40 * kMinute, kStart + 40 * kMinute}));
  EXPECT_DOUBLE_EQ(spike.fired().share, 1.0 / 90);
}

// Minutes 30 to 44 are 90, 45 to 59 are 60: both are above the warning's limit.
TEST(Analysis, EachLevel_HasItsOwnRunFromTheFirstSampleToTheLast) {
  const auto load = [](std::size_t i) { return i < 30 || i >= 60 ? 10.0 : i < 45 ? 90.0 : 60.0; };
  const AnalysisResult result = analysed({.columns = {processor(load)}, .samples = 91});
  EXPECT_EQ(fired(result), Strings{"cpu.busy critical"});
  const Finding& busy = outcome_of(result, "cpu.busy").findings.front();
  ASSERT_EQ(busy.levels.size(), 2U);
  const FindingLevel& critical = busy.levels[0];
  ASSERT_EQ(critical.runs.size(), 1U);
  EXPECT_EQ(critical.runs[0].time, (TimeRange{kStart + 30 * kMinute, kStart + 44 * kMinute}));
  EXPECT_EQ(critical.runs[0].average, 90);
  EXPECT_EQ(critical.runs[0].beyond, 15 * kMinute);
  EXPECT_DOUBLE_EQ(critical.share, 15.0 / 91);
  const FindingLevel& warning = busy.levels[1];
  ASSERT_EQ(warning.runs.size(), 1U);
  EXPECT_EQ(warning.runs[0].time, (TimeRange{kStart + 30 * kMinute, kStart + 59 * kMinute}));
  EXPECT_EQ(warning.runs[0].average, 75);
  EXPECT_EQ(warning.runs[0].worst, 90);
  EXPECT_EQ(warning.runs[0].worst_at, kStart + 30 * kMinute);
  EXPECT_EQ(busy.samples, 91U);
}

// 2 MB a minute are 120 MB an hour, from 100 MB up to 340.
TEST(Analysis, Ramp_IsALeakOf120MegabytesAnHour) {
  const auto leak = [](std::size_t i) { return (100 + 2 * static_cast<double>(i)) * kMB; };
  const AnalysisResult result = analysed(
      {.columns = {{"Process", "store", "Private Bytes", leak},
                   {"Process", "_Total", "Private Bytes", leak},
                   {"Process", "calm", "Private Bytes", [](std::size_t) { return 50 * kMB; }}},
       .samples = 121});
  EXPECT_EQ(fired(result), Strings{"mem.leak(store) warning"});
  const RuleOutcome& leaks = outcome_of(result, "mem.leak");
  EXPECT_EQ(leaks.instances, 2U);
  EXPECT_NEAR(leaks.findings.front().slope, 120 * kMB, 1);
  EXPECT_NEAR(leaks.findings.front().worst_run().worst, 120 * kMB, 1);
  EXPECT_EQ(leaks.findings.front().fired().judged, Statistic::slope);
  EXPECT_EQ(leaks.findings.front().fired().share, 1);
}

TEST(Analysis, RampOfLessThanAnHour_IsSkippedWithTheReason) {
  const AnalysisResult result =
      analysed({.columns = {{"Process", "store", "Private Bytes",
                             [](std::size_t i) { return 1e9 * static_cast<double>(i); }}},
                .samples = 31});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.leak").state, RuleOutcome::State::skipped);
  EXPECT_EQ(outcome_of(result, "mem.leak").reason,
            "a trend needs an hour and 20 samples; the log has 31 min and 31 samples");
}

// Up 1,000 and down again: a line explains nothing of that.
TEST(Analysis, NoiseWithoutATrend_IsNotALeak) {
  const auto noise = [](std::size_t i) {
    return (i % 2 == 0 ? 1000 : 2000) * kMB + static_cast<double>(i) * kMB * 2;
  };
  const AnalysisResult result =
      analysed({.columns = {{"Process", "store", "Private Bytes", noise}}, .samples = 121});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.leak").state, RuleOutcome::State::passed);
}

// No operation in the whole log: a second per operation is of nothing.
TEST(Analysis, ZeroBase_HasNoValueAndNoFinding) {
  const auto zero = [](std::size_t) { return 0.0; };
  const AnalysisResult result =
      analysed({.columns = {{"TCPv4", std::nullopt, "Segments Retransmitted/sec", zero},
                            {"TCPv4", std::nullopt, "Segments Sent/sec", zero}},
                .samples = 20});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "tcp.retr").reason, "no sample has the values it needs");
}

TEST(Analysis, WithoutTotal_ProcessorsAreAveraged) {
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 40.0; }, "0"),
                            processor([](std::size_t) { return 70.0; }, "1")},
                .samples = 30});
  EXPECT_EQ(fired(result), Strings{"cpu.busy warning"});
  EXPECT_EQ(outcome_of(result, "cpu.busy").findings.front().worst_run().worst, 55);
  EXPECT_EQ(result.facts.front().number(Fact::cpus), 2);
}

// Commit Limit is 1,000 MB: a tenth is 100, a twentieth 50, and no less than 64.
TEST(Analysis, ShareOfMemory_IsOfWhatTheLogTells) {
  Log log{
      .columns = {{"Memory", std::nullopt, "Available MBytes", [](std::size_t) { return 60.0; }}},
      .samples = 30};
  EXPECT_EQ(outcome_of(analysed(log), "mem.avail").reason,
            "needs ram, which the log does not say (use --fact ram=...)");
  log.columns.push_back(
      {"Memory", std::nullopt, "Commit Limit", [](std::size_t) { return 1000 * kMB; }});
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(fired(result), (Strings{"mem.avail critical", "mem.low critical"}));
  EXPECT_EQ(outcome_of(result, "mem.avail").findings.front().fired().limit, 64 * kMB);
  EXPECT_EQ(outcome_of(result, "mem.avail").findings.front().worst_run().worst, 60 * kMB);
}

// Latency is bad all the time, a queue is there only in the second half.
TEST(Analysis, CompoundRule_HoldsAtTheSameTimeAndOfTheSameInstance) {
  const auto slow = [](std::size_t) { return 0.050; };
  const auto later = [](std::size_t i) { return i < 30 ? 0.5 : 4.0; };
  const AnalysisResult result =
      analysed({.columns = {{"PhysicalDisk", "0 C:", "Avg. Disk sec/Transfer", slow},
                            {"PhysicalDisk", "1 D:", "Avg. Disk sec/Transfer", slow},
                            {"PhysicalDisk", "0 C:", "Avg. Disk Queue Length", later},
                            {"PhysicalDisk", "1 D:", "Avg. Disk Queue Length",
                             [](std::size_t) { return 0.5; }}},
                .samples = 61});
  const RuleOutcome& over = outcome_of(result, "disk.over");
  ASSERT_EQ(over.findings.size(), 1U);
  EXPECT_EQ(over.findings[0].instance, "0 C:");
  EXPECT_EQ(over.findings[0].severity, Severity::critical);
  EXPECT_EQ(over.findings[0].worst_run().time,
            (TimeRange{kStart + 30 * kMinute, kStart + 60 * kMinute}));
}

// Two samples of one read of 100 ms, then one of 98 reads of 1 ms: 2.98 ms a read, not 67.
TEST(Analysis, AverageOfAverages_IsWeightedByItsBase) {
  const auto latency = [](std::size_t i) { return i % 3 != 0 ? 0.100 : 0.001; };
  const auto reads = [](std::size_t i) { return i % 3 != 0 ? 1.0 : 98.0; };
  const AnalysisResult result =
      analysed({.columns = {{"PhysicalDisk", "0 C:", "Avg. Disk sec/Read", latency},
                            {"PhysicalDisk", "0 C:", "Disk Reads/sec", reads}},
                .samples = 120});
  EXPECT_EQ(fired(result), Strings{"disk.read(0 C:) spike"});
}

TEST(Analysis, UptimeThatFalls_IsAStartInsideTheLog) {
  const auto uptime = [](std::size_t i) {
    return 60.0 * static_cast<double>(i < 50 ? 1000 + i : i - 49);
  };
  const AnalysisResult result =
      analysed({.columns = {{"System", std::nullopt, "System Up Time", uptime}}, .samples = 91});
  EXPECT_EQ(fired(result), Strings{"sys.uptime warning"});
  ASSERT_EQ(outcome_of(result, "sys.uptime").findings.size(), 1U);
  EXPECT_EQ(outcome_of(result, "sys.uptime").findings.front().worst_run().time,
            (TimeRange{kStart + 50 * kMinute, kStart + 50 * kMinute}));
}

// 600 samples: 60 of 90 and 540 of 10 are 18 on average, and the 95th percentile is 90.
TEST(Analysis, Percentile_IsThatOfTheWholeLog) {
  const auto rules_of_one = read_rules(R"({"format": "openperflib rules", "version": 1, "rules": [{
    "id": "x", "title": "t", "group": "g", "unit": "percent", "value": "v", "judge": "whole", "warning": "p95 > 80",
    "text": "w", "counters": {"v": "\\Processor(_Total)\\% Processor Time"}}]})")
                                .value();
  const auto load = [](std::size_t i) { return i % 10 == 0 ? 90.0 : 10.0; };
  const AnalysisResult result =
      analysed({.columns = {processor(load)}, .samples = 600}, rules_of_one);
  const Finding& high = result.outcomes.front().findings.at(0);
  EXPECT_EQ(high.fired().judged, Statistic::p95);
  EXPECT_NEAR(high.worst_run().worst, 90, 0.5);
}

// Every second sample is an hour late: the clock goes to and fro, which is forward in half of the
// steps.
TEST(Analysis, ClockThatGoesToAndFro_LeavesATimeSeriesOfBoundedLength) {
  Log log{.columns = {processor([](std::size_t) { return 90.0; })}, .samples = 6000};
  log.time = [](std::size_t i) {
    return kStart + (static_cast<FileTime>(i) + (i % 2 == 0 ? 0 : 60)) * kMinute;
  };
  const auto result = analysed(log);
  const RuleOutcome& busy = outcome_of(result, "cpu.busy");
  ASSERT_EQ(busy.findings.size(), 1U);
  EXPECT_EQ(busy.findings.front().samples, 6000U);
  EXPECT_LE(busy.findings.front().time_series.size(), 4U * 240U + 240U);
  EXPECT_GE(busy.findings.front().time_series.size(), 240U);
}

// A fact that a level tests first is not its limit.
TEST(Analysis, LimitOfALevelThatAsksForAFact_IsThatOfTheStatistic) {
  const auto rules_of_one = read_rules(R"({"format": "openperflib rules", "version": 1, "rules": [{
    "id": "x", "needs": ["cpus"], "title": "t", "group": "g", "unit": "percent", "value": "v", "text": "w",
    "counters": {"v": "\\Processor(_Total)\\% Processor Time"},
    "warning": "cpus >= 1 and avg > 80"}]})");
  ASSERT_TRUE(rules_of_one.has_value()) << describe(rules_of_one.error());
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 90.0; }),
                            processor([](std::size_t) { return 90.0; }, "0")},
                .samples = 90},
               *rules_of_one);
  ASSERT_EQ(result.outcomes.front().findings.size(), 1U);
  EXPECT_EQ(result.outcomes.front().findings.front().fired().judged, Statistic::avg);
  EXPECT_EQ(result.outcomes.front().findings.front().fired().limit, 80);
}

}  // namespace
}  // namespace openperflib
