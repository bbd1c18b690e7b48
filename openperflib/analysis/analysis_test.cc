// Crafted logs, each with the findings that it must have: numbers are worked out by hand beside
// them.
#include <gtest/gtest.h>

#include "openperflib/analysis/crafted_log_internal.h"

namespace openperflib {
namespace {

TEST(Analysis, FlatLog_HasNoFindingsAndNothingToSayOfItsData) {
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 20.0; })}, .samples = 90});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(noted(result), Strings{});
  EXPECT_EQ(result.slices, 30U);
  EXPECT_EQ(outcome_of(result, "cpu.busy").state, RuleOutcome::State::clean);
}

// Slices have 3 samples: one of 97 beside two of 20 is 45.7 on average, below both limits.
TEST(Analysis, OneHighSample_IsASpikeAndNoMore) {
  const AnalysisResult result = analysed(
      {.columns = {processor([](std::size_t i) { return i == 40 ? 97.0 : 20.0; })}, .samples = 90});
  EXPECT_EQ(fired(result), Strings{"cpu.busy spike"});
  const Finding& spike = outcome_of(result, "cpu.busy").findings.front();
  EXPECT_EQ(spike.severity, Severity::info);
  EXPECT_EQ(spike.judged, Statistic::max);
  EXPECT_EQ(spike.worst, 97);
  EXPECT_EQ(spike.limit, 80);
  EXPECT_EQ(spike.extreme_at, kStart + 40 * kMinute);
}

// 91 samples of a minute: 90 minutes, slices of 3. Minutes 30 to 44 are 90, 45 to 59 are 60.
TEST(Analysis, SlicesSideBySide_AreOneRangeASeverity) {
  const auto load = [](std::size_t i) { return i < 30 || i >= 60 ? 10.0 : i < 45 ? 90.0 : 60.0; };
  const AnalysisResult result = analysed({.columns = {processor(load)}, .samples = 91});
  EXPECT_EQ(fired(result), Strings{"cpu.busy critical"});
  const Finding& busy = outcome_of(result, "cpu.busy").findings.front();
  ASSERT_EQ(busy.ranges.size(), 2U);
  EXPECT_EQ(busy.ranges[0],
            (FindingRange{{kStart + 30 * kMinute, kStart + 45 * kMinute}, Severity::critical, 90}));
  EXPECT_EQ(busy.ranges[1],
            (FindingRange{{kStart + 45 * kMinute, kStart + 60 * kMinute}, Severity::warning, 60}));
  EXPECT_DOUBLE_EQ(busy.share, 1.0 / 3);
  EXPECT_EQ(busy.limit, 80);
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
  EXPECT_NEAR(leaks.findings.front().worst, 120 * kMB, 1);
  EXPECT_EQ(leaks.findings.front().judged, Statistic::slope);
  EXPECT_EQ(leaks.findings.front().share, 1);
}

TEST(Analysis, RampOfLessThanAnHour_IsSkippedWithTheReason) {
  const AnalysisResult result =
      analysed({.columns = {{"Process", "store", "Private Bytes",
                             [](std::size_t i) { return 1e9 * static_cast<double>(i); }}},
                .samples = 31});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.leak").state, RuleOutcome::State::skipped);
  EXPECT_EQ(outcome_of(result, "mem.leak").reason,
            "a trend needs an hour and 20 samples; the log has 30 min and 31");
}

// Up 1,000 and down again: a line explains nothing of that.
TEST(Analysis, NoiseWithoutATrend_IsNoLeak) {
  const auto noise = [](std::size_t i) {
    return (i % 2 == 0 ? 1000 : 2000) * kMB + static_cast<double>(i) * kMB * 2;
  };
  const AnalysisResult result =
      analysed({.columns = {{"Process", "store", "Private Bytes", noise}}, .samples = 121});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.leak").state, RuleOutcome::State::clean);
}

// No operation in the whole log: a second per operation is of nothing.
TEST(Analysis, ZeroBase_IsNoValueAndNoFinding) {
  const auto zero = [](std::size_t) { return 0.0; };
  const AnalysisResult result =
      analysed({.columns = {{"TCPv4", std::nullopt, "Segments Retransmitted/sec", zero},
                            {"TCPv4", std::nullopt, "Segments Sent/sec", zero}},
                .samples = 20});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "tcp.retr").reason, "no sample has the values that it needs");
}

TEST(Analysis, WithoutTotal_ProcessorsAreAveraged) {
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 40.0; }, "0"),
                            processor([](std::size_t) { return 70.0; }, "1")},
                .samples = 30});
  EXPECT_EQ(fired(result), Strings{"cpu.busy warning"});
  EXPECT_EQ(outcome_of(result, "cpu.busy").findings.front().worst, 55);
  EXPECT_EQ(result.facts.front().number(Fact::cpus), 2);
}

// Commit Limit is 1,000 MB: a tenth is 100, a twentieth 50, and no less than 64.
TEST(Analysis, ShareOfMemory_IsOfWhatTheLogTells) {
  Log log{
      .columns = {{"Memory", std::nullopt, "Available MBytes", [](std::size_t) { return 60.0; }}},
      .samples = 30};
  EXPECT_EQ(outcome_of(analysed(log), "mem.avail").reason,
            "needs \"ram\", which the log does not tell");
  log.columns.push_back(
      {"Memory", std::nullopt, "Commit Limit", [](std::size_t) { return 1000 * kMB; }});
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(fired(result), (Strings{"mem.avail critical", "mem.low critical"}));
  EXPECT_EQ(outcome_of(result, "mem.avail").findings.front().limit, 64 * kMB);
  EXPECT_EQ(outcome_of(result, "mem.avail").findings.front().worst, 60 * kMB);
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
  EXPECT_EQ(over.findings[0].ranges[0].time,
            (TimeRange{kStart + 30 * kMinute, kStart + 60 * kMinute}));
}

// 1 read of 100 ms and 99 of 1 ms a slice are 1.99 ms a read, not 50.
TEST(Analysis, AverageOfAverages_IsWeightedByItsBase) {
  const auto latency = [](std::size_t i) { return i % 2 == 0 ? 0.100 : 0.001; };
  const auto reads = [](std::size_t i) { return i % 2 == 0 ? 1.0 : 99.0; };
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
  EXPECT_EQ(outcome_of(result, "sys.uptime").findings.front().ranges.front().time,
            (TimeRange{kStart + 48 * kMinute, kStart + 51 * kMinute}));
}

// 20 samples a slice: 2 of 90 and 18 of 10 are 18 on average, and the 95th percentile, the 19th of
// 20, is 90.
TEST(Analysis, Percentile_IsThatOfTheSlice) {
  const auto rules_of_one = read_rules(R"({"format": "openperflib rules", "version": 1, "rules": [{
    "id": "x", "title": "t", "group": "g", "unit": "percent", "value": "v", "warning": "p95 > 80", "text": "w",
    "counters": {"v": "\\Processor(_Total)\\% Processor Time"}}]})")
                                .value();
  const auto load = [](std::size_t i) { return i % 20 < 2 ? 90.0 : 10.0; };
  const AnalysisResult result =
      analysed({.columns = {processor(load)}, .samples = 601}, rules_of_one);
  const Finding& high = result.outcomes.front().findings.at(0);
  EXPECT_EQ(high.judged, Statistic::p95);
  EXPECT_EQ(high.worst, 90);
  EXPECT_EQ(high.ranges.size(), 1U);
}

// Every second sample is an hour late: the clock goes to and fro, which is forward in half of the
// steps.
TEST(Analysis, ClockThatGoesToAndFro_LeavesACourseOfBoundedLength) {
  Log log{.columns = {processor([](std::size_t) { return 90.0; })}, .samples = 6000};
  log.time = [](std::size_t i) {
    return kStart + (static_cast<FileTime>(i) + (i % 2 == 0 ? 0 : 60)) * kMinute;
  };
  const auto result = analysed(log);
  const RuleOutcome& busy = outcome_of(result, "cpu.busy");
  ASSERT_EQ(busy.findings.size(), 1U);
  EXPECT_EQ(busy.findings.front().samples, 6000U);
  EXPECT_LE(busy.findings.front().course.size(), 4U * 240U + 240U);
}

// A fact that a level asks first is not what it is held against.
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
  EXPECT_EQ(result.outcomes.front().findings.front().judged, Statistic::avg);
  EXPECT_EQ(result.outcomes.front().findings.front().limit, 80);
}

}  // namespace
}  // namespace openperflib
