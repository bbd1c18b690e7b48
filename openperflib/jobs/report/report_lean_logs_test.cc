// Logs that lack counters which rules ask for: tests/data/report_logs. Each has one problem, and
// the report of it says with what it was judged.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/jobs/report/report_job.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {
namespace {

ReportModel model_of_lean_log(std::string_view name) {
  ReportOptions options{.logs = {.files = {fmt::format("{}/tests/data/report_logs/{}",
                                                       OPENPERFLIB_SOURCE_DIR, name)}},
                        .rules = read_rules(built_in_rules()).value()};
  auto job = ReportJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

// The only finding of a report.
struct Only {
  explicit Only(std::string_view name) : model(model_of_lean_log(name)) {
    const auto fired = fired_rules(model.report, Weight::finding);
    EXPECT_EQ(fired.size(), 1U);
    EXPECT_EQ(verdict_of(model.report).brief, 0U);
    if (fired.empty()) return;
    outcome = fired.front();
    EXPECT_EQ(outcome->findings.size(), 1U);
  }
  [[nodiscard]] const Finding& finding() const { return outcome->findings.front(); }
  // "critical disk.read PhysicalDisk(0 C:)".
  [[nodiscard]] std::string what() const {
    const Rule& rule = model.report.rule_of(*outcome);
    return fmt::format("{} {} {}", name_of(finding().severity), rule.id,
                       subject_text(model.report, rule, finding()));
  }
  // "2026-04-26 10:00:00 2026-04-26 10:14:45".
  [[nodiscard]] std::string when() const {
    const TimeRange& time = finding().worst_run().time;
    return date_text(time.begin) + " " + date_text(time.end);
  }

  ReportModel model;
  const RuleOutcome* outcome = nullptr;
};

TEST(ReportOfALeanLog, LatencyWithoutReads_CountsEachSampleTheSame) {
  const Only only("latency_alone.csv");
  ASSERT_NE(only.outcome, nullptr);
  EXPECT_EQ(only.what(), "critical disk.read PhysicalDisk(0 C:)");
  EXPECT_EQ(only.finding().worst_run().worst, 0.25);
  EXPECT_EQ(only.when(), "2026-04-26 10:00:00 2026-04-26 10:14:45");
  EXPECT_EQ(only.outcome->remarks,
            std::vector<std::string>{"each sample counts the same, because the log has no "
                                     "\\PhysicalDisk(*)\\Disk Reads/sec"});
}

TEST(ReportOfALeanLog, LogicalDiskAlone_IsJudgedByTheRulesOfPhysicalDisk) {
  const Only only("logical_disk.csv");
  ASSERT_NE(only.outcome, nullptr);
  EXPECT_EQ(only.what(), "critical disk.read LogicalDisk(C:)");
  EXPECT_EQ(only.finding().worst_run().worst, 0.25);
  EXPECT_EQ(only.outcome->remarks,
            std::vector<std::string>{"judged by LogicalDisk, because the log has no "
                                     "\\PhysicalDisk(*)\\Avg. Disk sec/Read"});
}

// 60 samples of a minute: 59 minutes from the first to the last, and 360 million bytes an hour.
TEST(ReportOfALeanLog, SamplesOfAnHour_AreEnoughForATrend) {
  const Only only("one_hour.csv");
  ASSERT_NE(only.outcome, nullptr);
  EXPECT_EQ(only.what(), "warning mem.leak Process(app)");
  EXPECT_NEAR(only.finding().slope, 360e6, 1);
  EXPECT_EQ(only.when(), "2026-04-26 10:00:00 2026-04-26 10:59:00");
  EXPECT_TRUE(only.outcome->remarks.empty());
}

TEST(ReportOfALeanLog, PrivateWorkingSetAlone_ShowsALeak) {
  const Only only("private_working_set.csv");
  ASSERT_NE(only.outcome, nullptr);
  EXPECT_EQ(only.what(), "warning mem.leak Process(app)");
  EXPECT_NEAR(only.finding().slope, 360e6, 1);
  EXPECT_EQ(only.outcome->remarks,
            std::vector<std::string>{"judged by \\Process(*)\\Working Set - Private, which lacks "
                                     "what was paged out"});
}

}  // namespace
}  // namespace openperflib
