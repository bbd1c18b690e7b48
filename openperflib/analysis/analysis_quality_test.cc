// Crafted logs with defects: the notes about them, and the findings in spite of them.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

TEST(AnalysisQuality, Gap_IsNotedAndNothingConnectsItsEnds) {
  Log log{.columns = {processor([](std::size_t) { return 90.0; })}, .samples = 60};
  log.time = [](std::size_t i) {
    return kStart + static_cast<FileTime>(i < 30 ? i : i + 60) * kMinute;
  };
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(noted(result), Strings{"gaps 1"});
  EXPECT_EQ(result.quality.front().times,
            (std::vector<TimeRange>{{kStart + 29 * kMinute, kStart + 90 * kMinute}}));
  const Finding& busy = outcome_of(result, "cpu.busy").findings.front();
  EXPECT_EQ(busy.fired().run_count, 2U);
  std::size_t breaks = 0;
  for (const TimeSeriesPoint& point : busy.time_series) breaks += point.is_after_gap ? 1U : 0U;
  EXPECT_EQ(breaks, 1U);
}

TEST(AnalysisQuality, ClockSetBack_IsNotedAndItsTimeIsJudgedAllTheSame) {
  Log log{.columns = {processor([](std::size_t) { return 90.0; })}, .samples = 60};
  log.time = [](std::size_t i) {
    return kStart + static_cast<FileTime>(i < 40 ? i : i - 20) * kMinute;
  };
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(noted(result), Strings{"clock_set_back 1"});
  EXPECT_EQ(fired(result), Strings{"cpu.busy critical"});
}

// 100 a second, of 32 bits: 4294967296 is passed between samples 2 and 3.
TEST(AnalysisQuality, WrapAtTwoToThe32_CostsOneSampleAndIsNoted) {
  const auto reading = [](std::size_t i) {
    return static_cast<double>((4294967296ULL - 15000 + 6000 * i) % 4294967296ULL);
  };
  Log log{.columns = {{"Memory", std::nullopt, "Pages Input/sec", reading, PERF_COUNTER_COUNTER}},
          .samples = 12,
          .holds_readings = true};
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(noted(result), Strings{"wraps 1"});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(outcome_of(result, "mem.hard").state, RuleOutcome::State::passed);
}

TEST(AnalysisQuality, CounterThatFell_IsAResetAndNoWrap) {
  const auto reading = [](std::size_t i) {
    return i < 6 ? 1e6 + 100 * static_cast<double>(i) : 10.0 * static_cast<double>(i);
  };
  Log log{.columns = {{"Memory", std::nullopt, "Pages Input/sec", reading, PERF_COUNTER_COUNTER}},
          .samples = 12,
          .holds_readings = true};
  EXPECT_EQ(noted(analysed(log)), Strings{"resets 1"});
}

// Two processes of one name: the second takes the first's place at minute 60. By name store#0 jumps
// from 100 MB to 400 and looks like a leak of 300 MB an hour; by id both are flat.
TEST(AnalysisQuality, InstanceSwap_IsFollowedByTheIdOfTheProcess) {
  const auto is_swapped = [](std::size_t i) { return i >= 60; };
  Log log{.columns = {{"Process", "store", "Private Bytes",
                       [=](std::size_t i) { return (is_swapped(i) ? 400 : 100) * kMB; }},
                      {"Process", "store", "Private Bytes",
                       [=](std::size_t i) { return (is_swapped(i) ? 100 : 400) * kMB; },
                       PERF_COUNTER_LARGE_RAWCOUNT, 1},
                      {"Process", "store", "ID Process",
                       [=](std::size_t i) { return is_swapped(i) ? 8.0 : 4.0; }},
                      {"Process", "store", "ID Process",
                       [=](std::size_t i) { return is_swapped(i) ? 4.0 : 8.0; },
                       PERF_COUNTER_LARGE_RAWCOUNT, 1}},
          .samples = 121};
  const AnalysisResult result = analysed(log);
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_EQ(noted(result), Strings{"swapped 2"});
  EXPECT_EQ(outcome_of(result, "mem.leak").instances, 2U);
  log.columns.resize(2);  // without the ids this cannot be known
  EXPECT_EQ(fired(analysed(log)), Strings{"mem.leak(store) warning"});
}

TEST(AnalysisQuality, OneSample_IsJudgedAndSaidToBeOne) {
  const AnalysisResult result =
      analysed({.columns = {processor([](std::size_t) { return 90.0; })}, .samples = 1});
  EXPECT_EQ(noted(result), Strings{"few_samples 1"});
  EXPECT_EQ(fired(result), Strings{"cpu.busy critical"});
  const Finding& busy = outcome_of(result, "cpu.busy").findings.front();
  EXPECT_EQ(busy.fired().share, 1);
  EXPECT_EQ(busy.samples, 1U);
  EXPECT_EQ(busy.time_series.size(), 1U);
}

TEST(AnalysisQuality, EmptyLog_HasEveryRuleSkippedWithAReason) {
  const AnalysisResult result = analysed({});
  EXPECT_EQ(noted(result), Strings{"few_samples 0"});
  for (const RuleOutcome& outcome : result.outcomes) {
    EXPECT_EQ(outcome.state, RuleOutcome::State::skipped);
    EXPECT_FALSE(outcome.reason.empty());
  }
}

TEST(AnalysisQuality, MissingValues_AreCountedByWhyTheyAreMissing) {
  const auto half = [](std::size_t i) {
    return i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : 10.0;
  };
  const AnalysisResult result = analysed({.columns = {processor(half)}, .samples = 40});
  EXPECT_EQ(noted(result),
            Strings{"bad_readings 19"});  // the first row of a text log is always blank
  EXPECT_EQ(outcome_of(result, "cpu.busy").state, RuleOutcome::State::passed);
}

TEST(AnalysisQuality, ManyInstances_AreJudgedUpToABoundAndTheWorstAreKept) {
  Log log{.columns = {}, .samples = 3};
  for (std::size_t i = 0; i < Analysis::kMostTimeSeries + 5; ++i) {
    log.columns.push_back(
        {"Process", fmt::format("p{}", i), "Handle Count", [](std::size_t) { return 20000.0; }});
  }
  const AnalysisResult result = analysed(log);
  const RuleOutcome& outcome = outcome_of(result, "mem.handle");
  EXPECT_EQ(outcome.findings.size(), RuleOutcome::kMostFindings);
  EXPECT_EQ(outcome.more, Analysis::kMostTimeSeries - RuleOutcome::kMostFindings);
  EXPECT_EQ(noted(result), (Strings{"few_samples 3", "instances_left_out 5"}));
}

}  // namespace
}  // namespace openperflib
