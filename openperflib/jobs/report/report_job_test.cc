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

// Three minutes of a healthy machine; the disk counter is missing once, and two cards add up.
std::string healthy_log() {
  std::string text =
      R"csv("(PDH-CSV 4.0) (UTC)(0)","\\a\Processor(_Total)\% Processor Time",)csv"
      R"("\\a\Memory\Available MBytes","\\a\PhysicalDisk(_Total)\% Disk Time",)"
      R"("\\a\Network Interface(x)\Bytes Total/sec","\\a\Network Interface(y)\Bytes Total/sec")";
  text += R"(
"11/21/2026 10:00:00.000","10","4096","1","100","10"
"11/21/2026 10:01:00.000","20","2048"," ","200","20"
"11/21/2026 10:02:00.000","30","1024","5","400","40"
)";
  return text;
}

ReportModel overview_of(const std::string& log) {
  MadeFolder folder;
  folder.write("log.csv", log);
  ReportOptions options = rules_over_the_sample_log();
  options.logs.files = {folder.path() + "/log.csv"};
  options.overview = true;
  return model_of(std::move(options));
}

TEST(ReportJob, Overview_HasProcessorMemoryDiskAndNetwork) {
  const ReportModel model = overview_of(healthy_log());
  const std::vector<ChartPanel>& panels = model.report.overview;
  ASSERT_EQ(panels.size(), 4U);
  EXPECT_EQ(panels[0].title, "Processor time");
  EXPECT_EQ(panels[0].series.at(0).average.number, 20);
  EXPECT_EQ(panels[1].title, "Available memory");
  EXPECT_EQ(panels[1].quantity, Quantity::bytes);
  EXPECT_EQ(panels[1].series.at(0).minimum.number, 1024.0 * 1024 * 1024);
  EXPECT_EQ(panels[2].title, "Disk");
  EXPECT_EQ(panels[2].quantity, Quantity::percent);
  ASSERT_EQ(panels[2].series.at(0).columns.size(), 2U);
  EXPECT_TRUE(panels[2].series[0].columns[1].is_after_gap);
  EXPECT_EQ(panels[3].title, "Network");
  EXPECT_EQ(panels[3].quantity, Quantity::byte_rate);
  EXPECT_EQ(panels[3].series.at(0).last.number, 440);
  EXPECT_EQ(panels[3].series.size(), 1U);
}

TEST(ReportJob, Overview_DrawsWhatALogHasOfItsDisks) {
  const auto panels = overview_of(R"csv("(PDH-CSV 4.0) (UTC)(0)",)csv"
                                  R"("\\a\LogicalDisk(_Total)\Avg. Disk sec/Read",)"
                                  R"("\\a\PhysicalDisk(_Total)\% Idle Time"
"11/21/2026 10:00:00.000","0.004","90"
"11/21/2026 10:01:00.000","0.008","80"
)")
                          .report.overview;
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_EQ(panels[0].title, "Disk");
  EXPECT_EQ(panels[0].series.at(0).path, R"(\PhysicalDisk(_Total)\% Idle Time)");
  EXPECT_EQ(panels[0].series[0].average.number, 85);
}

TEST(ReportJob, Overview_HasALineOfEachDiskWithoutATotal) {
  const auto panels = overview_of(R"csv("(PDH-CSV 4.0) (UTC)(0)",)csv"
                                  R"("\\a\PhysicalDisk(0 C:)\Avg. Disk sec/Read",)"
                                  R"("\\a\PhysicalDisk(1 D:)\Avg. Disk sec/Read"
"11/21/2026 10:00:00.000","0.25","0.5"
"11/21/2026 10:01:00.000","0.5","1"
)")
                          .report.overview;
  ASSERT_EQ(panels.size(), 1U);
  EXPECT_EQ(panels[0].title, "Disk");
  EXPECT_EQ(panels[0].quantity, Quantity::seconds);
  ASSERT_EQ(panels[0].series.size(), 2U);
  EXPECT_EQ(panels[0].series[0].path, R"(\PhysicalDisk(1 D:)\Avg. Disk sec/Read)");
  EXPECT_EQ(panels[0].series[0].average.number, 0.75);
  EXPECT_EQ(panels[0].series[1].path, R"(\PhysicalDisk(0 C:)\Avg. Disk sec/Read)");
  EXPECT_EQ(panels[0].series[1].average.number, 0.375);
}

// Response times of disks do not add up to that of the machine: its own is shown.
TEST(ReportJob, Overview_PrefersTheTotalOfTheDisks) {
  const auto panels = overview_of(R"csv("(PDH-CSV 4.0) (UTC)(0)",)csv"
                                  R"("\\a\PhysicalDisk(0 C:)\Avg. Disk sec/Transfer",)"
                                  R"("\\a\PhysicalDisk(_Total)\Avg. Disk sec/Read"
"11/21/2026 10:00:00.000","0.25","0.5"
"11/21/2026 10:01:00.000","0.5","1"
)")
                          .report.overview;
  ASSERT_EQ(panels.size(), 1U);
  ASSERT_EQ(panels[0].series.size(), 1U);
  EXPECT_EQ(panels[0].series[0].path, R"(\PhysicalDisk(_Total)\Avg. Disk sec/Read)");
  EXPECT_EQ(panels[0].series[0].average.number, 0.75);
}

TEST(ReportJob, Overview_LeavesOutWhatTheLogLacks) {
  EXPECT_EQ(overview_of(busy_log()).report.overview.size(), 1U);
}

TEST(ReportJob, OverviewThatNobodyAskedFor_IsEmpty) {
  EXPECT_TRUE(model_of(rules_over_the_sample_log()).report.overview.empty());
}

}  // namespace
}  // namespace openperflib
