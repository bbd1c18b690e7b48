#include "openperflib/jobs/report/report_job.h"

#include <gtest/gtest.h>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_json.h"
#include "openperflib/view/report/report_verdict.h"

namespace openperflib {
namespace {

ReportOptions rules_over_the_sample_log() {
  return {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
          .rules = read_rules(built_in_rules()).value()};
}

ReportModel model_of(ReportOptions options) {
  auto job = ReportJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

// A processor that is busy all the time.
std::string busy_log() {
  std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Processor(_Total)\\% Processor Time\"";
  for (int i = 0; i < 60; ++i) {
    text += "\r\n\"11/21/2026 10:00:" + std::string(i < 10 ? "0" : "") + std::to_string(i) +
            ".000\",\"99.5\"";
  }
  return text + "\r\n";
}

TEST(ReportJob, Model_IsAReportOfTheLog) {
  const ReportModel model = model_of(rules_over_the_sample_log());
  EXPECT_EQ(model.report.result.shape.records, 11U);
  EXPECT_EQ(model.report.files.size(), 1U);
  EXPECT_EQ(model.report.rules.size(), model.rules.size());
  EXPECT_TRUE(verdict_of(model.report).is_given());
  EXPECT_EQ(model.findings.anomaly_count, 0U);
}

TEST(ReportJob, ModelThatWasMoved_IsTheSame) {
  ReportModel model = model_of(rules_over_the_sample_log());
  const std::string before = report_json(model.report);
  const ReportModel moved = std::move(model);
  EXPECT_EQ(report_json(moved.report), before);
}

TEST(ReportJob, RuleThatFires_IsAFinding) {
  MadeFolder folder;
  folder.write("busy.csv", busy_log());
  ReportOptions options = rules_over_the_sample_log();
  options.logs.files = {folder.path() + "/busy.csv"};
  options.facts = {{Fact::cpus, 2}};
  const ReportModel model = model_of(std::move(options));
  ASSERT_FALSE(fired_rules(model.report, Weight::finding).empty());
  ASSERT_EQ(model.report.result.facts.size(), 1U);
  EXPECT_EQ(model.report.result.facts[0].number(Fact::cpus), 2);
  EXPECT_EQ(model.report.result.facts[0].sources[static_cast<std::size_t>(Fact::cpus)], "as given");
}

TEST(ReportJob, DamagedLog_IsReportedInTheModelToo) {
  MadeFolder folder;
  folder.write("cut.csv", busy_log() + "\"no time\",\"1\"\r\n");
  ReportOptions options = rules_over_the_sample_log();
  options.logs.files = {folder.path() + "/cut.csv"};
  const ReportModel model = model_of(std::move(options));
  ASSERT_FALSE(model.report.result.quality.empty());
  EXPECT_EQ(model.report.result.quality.front().id, "damage");
  EXPECT_EQ(model.findings.anomaly_count, 1U);
}

TEST(ReportJob, LogThatIsMissing_IsNamed) {
  ReportOptions options = rules_over_the_sample_log();
  options.logs.files = {"/no/such.blg"};
  const auto job = ReportJob::begin(std::move(options), fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(job.error().kind, JobFault::Kind::not_a_log);
}

}  // namespace
}  // namespace openperflib
