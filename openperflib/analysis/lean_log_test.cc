// Logs that lack what a rule asks for: weights, qualifiers, objects, all instances but _Total. Each
// rule is judged by what is there, and says so.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

Column always(std::string object, std::optional<std::string> instance, std::string counter,
              double number) {
  return {std::move(object), std::move(instance), std::move(counter),
          [=](std::size_t) { return number; }};
}

AnalysisResult analysed_columns(std::vector<Column> columns) {
  return analysed({.columns = std::move(columns), .samples = 60});
}

TEST(LeanLog, WeightThatOneDiskLacks_CountsItsSamplesTheSame) {
  const AnalysisResult result =
      analysed_columns({always("PhysicalDisk", "0 C:", "Avg. Disk sec/Read", 0.250),
                        always("PhysicalDisk", "1 D:", "Avg. Disk sec/Read", 0.250),
                        always("PhysicalDisk", "1 D:", "Disk Reads/sec", 0.5)});
  EXPECT_EQ(fired(result), Strings{"disk.read(0 C:) critical"});
  EXPECT_TRUE(outcome_of(result, "disk.read").remarks.empty());
}

TEST(LeanLog, BothKindsOfDisks_AreJudgedByPhysicalDiskAlone) {
  const AnalysisResult result =
      analysed_columns({always("PhysicalDisk", "0 C:", "Avg. Disk sec/Read", 0.250),
                        always("PhysicalDisk", "0 C:", "Disk Reads/sec", 80),
                        always("LogicalDisk", "C:", "Avg. Disk sec/Read", 0.250),
                        always("LogicalDisk", "C:", "Disk Reads/sec", 80)});
  EXPECT_EQ(fired(result), Strings{"disk.read(0 C:) critical"});
}

// PhysicalDisk has the length of the queue, LogicalDisk also the latency.
TEST(LeanLog, RuleThatOnlyLogicalDiskCanFeed_IsJudgedByIt) {
  const AnalysisResult result =
      analysed_columns({always("PhysicalDisk", "0 C:", "Current Disk Queue Length", 1),
                        always("LogicalDisk", "C:", "Avg. Disk sec/Write", 0.1),
                        always("LogicalDisk", "C:", "Disk Writes/sec", 80)});
  EXPECT_EQ(fired(result), Strings{"disk.write(C:) critical"});
  EXPECT_EQ(outcome_of(result, "disk.curq").state, RuleOutcome::State::passed);
}

TEST(LeanLog, OptionalCounterOfTheOtherObject_IsUsedWhereTheFirstIsMissing) {
  const AnalysisResult result =
      analysed_columns({always("Memory", std::nullopt, "Pages Input/sec", 2000),
                        always("Memory", std::nullopt, "Available MBytes", 50),
                        always("Memory", std::nullopt, "Commit Limit", 1000 * kMB),
                        always("LogicalDisk", "C:", "Avg. Disk sec/Transfer", 0.020)});
  const RuleOutcome& hard = outcome_of(result, "mem.hard");
  ASSERT_EQ(hard.findings.size(), 1U);
  EXPECT_EQ(hard.findings.front().severity, Severity::critical);
}

TEST(LeanLog, ProcessV2Alone_IsJudgedLikeProcess) {
  const AnalysisResult result =
      analysed_columns({processor([](std::size_t) { return 45.0; }, "0"),
                        processor([](std::size_t) { return 45.0; }, "1"),
                        always("Process V2", "app:12", "% Processor Time", 160),
                        always("Process V2", "Idle:0", "% Processor Time", 110),
                        always("Process V2", "_Total", "% Processor Time", 200)});
  EXPECT_EQ(fired(result), Strings{"cpu.hog(app:12) critical"});
}

TEST(LeanLog, TotalAlone_IsJudgedWhereItMeansTheSame) {
  const AnalysisResult result =
      analysed_columns({always("PhysicalDisk", "_Total", "Avg. Disk sec/Read", 0.250),
                        always("PhysicalDisk", "_Total", "Disk Reads/sec", 80)});
  EXPECT_EQ(fired(result), Strings{"disk.read(_Total) critical"});
  EXPECT_EQ(outcome_of(result, "disk.read").remarks,
            Strings{"_Total is judged, because no other instance was recorded: one of many may be "
                    "worse"});
}

TEST(LeanLog, TotalBesideOthers_IsLeftOut) {
  const AnalysisResult result =
      analysed_columns({always("PhysicalDisk", "_Total", "Avg. Disk sec/Read", 0.250),
                        always("PhysicalDisk", "0 C:", "Avg. Disk sec/Read", 0.001)});
  EXPECT_EQ(fired(result), Strings{});
  EXPECT_TRUE(outcome_of(result, "disk.read").reason.empty());
}

// The total of all processes includes Idle, and their handles are many anyway.
TEST(LeanLog, TotalOfProcesses_IsNotOneProcess) {
  const AnalysisResult result =
      analysed_columns({processor([](std::size_t) { return 5.0; }, "0"),
                        always("Process", "_Total", "% Processor Time", 100),
                        always("Process", "_Total", "Handle Count", 50'000)});
  EXPECT_EQ(fired(result), Strings{});
  for (const char* const rule : {"cpu.hog", "mem.handle"}) {
    EXPECT_EQ(outcome_of(result, rule).reason,
              "only instances such as _Total were recorded, and it judges each one");
  }
}

TEST(LeanLog, QueueAlone_IsJudgedAndSaysSo) {
  const AnalysisResult result = analysed_columns(
      {always("System", std::nullopt, "Processor Queue Length", 50),
       always("Processor", "0", "% User Time", 50), always("Processor", "1", "% User Time", 50)});
  EXPECT_EQ(fired(result), Strings{"cpu.queue critical"});
  EXPECT_EQ(outcome_of(result, "cpu.queue").remarks,
            Strings{"only the queue is judged: how busy the processors were is unknown"});
}

TEST(LeanLog, DiskQueueWithoutALatency_CountsFrom32On) {
  const auto outcome = [](double queue) {
    const AnalysisResult result =
        analysed_columns({always("PhysicalDisk", "0 C:", "Avg. Disk Queue Length", queue)});
    return fired(result);
  };
  EXPECT_EQ(outcome(40), (Strings{"disk.queue(0 C:) warning", "old.queue(0 C:) info"}));
  EXPECT_EQ(outcome(20), Strings{"old.queue(0 C:) info"});
}

TEST(LeanLog, BytesOfBothDirections_AreHalfAtLeastInOne) {
  const auto outcome = [](double bytes) {
    const AnalysisResult result =
        analysed_columns({always("Network Interface", "a", "Bytes Total/sec", bytes),
                          always("Network Interface", "a", "Current Bandwidth", 1e9)});
    return outcome_of(result, "net.util.dir").findings.size();
  };
  EXPECT_EQ(outcome(0.8 * 2 * 1e9 / 8), 1U);
  EXPECT_EQ(outcome(0.6 * 2 * 1e9 / 8), 0U);
}

TEST(LeanLog, ErrorsOfOneDirection_AreFound) {
  const AnalysisResult result =
      analysed({.columns = {{"Network Interface", "a", "Packets Outbound Errors",
                             [](std::size_t i) { return static_cast<double>(i < 30 ? 0 : 7); }}},
                .samples = 60});
  EXPECT_EQ(fired(result), Strings{"net.err(a) warning"});
  EXPECT_EQ(outcome_of(result, "net.err").findings.front().fired().total, 7);
  EXPECT_EQ(outcome_of(result, "net.err").remarks,
            Strings{"judged only by the packets that were sent"});
}

// 59 samples of a minute stand for 59 minutes.
TEST(LeanLog, SamplesOfLessThanAnHour_AreTooFewForATrend) {
  const Log log{.columns = {{"Process", "app", "Private Bytes",
                             [](std::size_t i) { return 6e6 * static_cast<double>(i); }}},
                .samples = 59};
  EXPECT_EQ(outcome_of(analysed(log), "mem.leak").reason,
            "a trend needs an hour and 20 samples; the log has 59 min and 59 samples");
}

}  // namespace
}  // namespace openperflib
