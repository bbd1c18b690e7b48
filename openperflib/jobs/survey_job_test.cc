#include "openperflib/jobs/survey_job.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "openperflib/testing/logs/genuine_logs.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using Findings = SurveyOptions::Findings;

// What a survey has found, in its model and about its logs.
struct Surveyed {
  std::uint64_t records = 0;
  std::vector<std::string> series = {};
  LogFindings findings = {};
};

Surveyed surveyed(const std::string& file, Findings findings) {
  auto job = SurveyJob::begin({.logs = {.files = {file}}, .findings = findings}, fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  Surveyed found{.findings = job->findings()};
  const LogSummary summary = job->take_model();
  found.records = summary.survey.records();
  for (const Series& series : summary.survey.series()) found.series.push_back(path_of(series));
  return found;
}

TEST(SurveyJob, BinaryLog_HasTheSameFindingsWithoutItsValues) {
  for (const std::string& file : {kSampleLog, kBasicLog}) {
    const Surveyed all = surveyed(file, Findings::all);
    const Surveyed fewer = surveyed(file, Findings::without_values);
    EXPECT_GT(all.records, 0U);
    EXPECT_EQ(all.records, fewer.records);
    EXPECT_EQ(all.series, fewer.series);
    EXPECT_EQ(all.findings.anomaly_count, fewer.findings.anomaly_count);
  }
}

TEST(SurveyJob, ValueThatIsNotANumber_IsFoundIfValuesAreLookedAt) {
  MadeFolder folder;
  folder.write("odd.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
               "\"11/22/2026 10:00:01.000\",\"x\"\r\n"
               "\"no time\",\"2\"\r\n"
               "\"11/22/2026 10:00:03.000\",\"3\"\r\n");
  const std::string file = folder.path() + "/odd.csv";
  const Surveyed all = surveyed(file, Findings::all);
  const Surveyed fewer = surveyed(file, Findings::without_values);
  EXPECT_EQ(all.records, 2U);
  EXPECT_EQ(fewer.records, 2U);
  EXPECT_EQ(all.series, fewer.series);
  EXPECT_EQ(all.findings.anomaly_count, 2U);
  EXPECT_EQ(fewer.findings.anomaly_count, 1U);
}

// Whatever is wrong with a log, all of its records are looked at for it.
TEST(SurveyJob, SeriesOfTheFirstRecordOnly_HaveTheSameTimesAndFindings) {
  MadeFolder folder;
  std::ifstream sound(kSampleLog, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(sound), std::istreambuf_iterator<char>()};
  for (std::size_t at = 20'011; at < bytes.size(); at += 20'011) bytes[at] ^= 0x5A;
  folder.write("damaged.blg", bytes);
  folder.write("odd.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
               "\"11/22/2026 10:00:01.000\",\"x\"\r\n"
               "\"11/22/2026 10:00:03.000\",\"3\"\r\n");
  for (const std::string& file :
       {kSampleLog, kBasicLog, folder.path() + "/damaged.blg", folder.path() + "/odd.csv"}) {
    SCOPED_TRACE(file);
    SurveyOptions options{.logs = {.files = {file}, .clock = LogClock::as_stored}};
    auto all = SurveyJob::begin(options, fixed_titles()).value();
    options.series = SurveyOptions::Series::of_first_record;
    auto first = SurveyJob::begin(options, fixed_titles()).value();
    ASSERT_TRUE(run(all).has_value());
    ASSERT_TRUE(run(first).has_value());
    EXPECT_EQ(all.findings().anomaly_count, first.findings().anomaly_count);
    const LogSummary of_all = all.take_model();
    const LogSummary of_first = first.take_model();
    EXPECT_GT(of_all.survey.records(), 0U);
    EXPECT_EQ(of_all.survey.records(), of_first.survey.records());
    EXPECT_EQ(of_all.survey.first_local(), of_first.survey.first_local());
    EXPECT_EQ(of_all.survey.last_local(), of_first.survey.last_local());
    EXPECT_EQ(of_all.survey.has_other_clocks(), of_first.survey.has_other_clocks());
    EXPECT_EQ(of_all.header.entries, of_first.header.entries);
  }
}

TEST(SurveyJob, WholeLogs_AreSurveyedAlsoOutsideTheWindow) {
  auto all = SurveyJob::begin({.logs = {.files = {kSampleLog}}}, fixed_titles()).value();
  ASSERT_TRUE(run(all).has_value());
  const FileTime last = all.take_model().survey.last_local();
  SurveyOptions options{.logs = {.files = {kSampleLog}}, .window = {.begin_local = last}};
  auto part = SurveyJob::begin(options, fixed_titles()).value();
  ASSERT_TRUE(run(part).has_value());
  EXPECT_EQ(part.take_model().survey.records(), 1U);
  options.records = SurveyOptions::Records::whole_logs;
  auto whole = SurveyJob::begin(options, fixed_titles()).value();
  ASSERT_TRUE(run(whole).has_value());
  const LogSummary summary = whole.take_model();
  EXPECT_EQ(summary.survey.records(), 11U);
  EXPECT_EQ(summary.first_in_window, last);
}

TEST(SurveyJob, FormatsOfLogs_AreInTheirOrder_AndUnlikeLogsAreNamed) {
  MadeFolder folder;
  folder.write("values.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
               "\"11/22/2026 10:00:01.000\",\"1\"\r\n");
  const std::string values = folder.path() + "/values.csv";
  const auto one = SurveyJob::begin({.logs = {.files = {values, values}}}, fixed_titles());
  ASSERT_TRUE(one.has_value());
  ASSERT_EQ(one->formats().size(), 2U);
  EXPECT_EQ(one->formats()[1], LogFormat::csv);
  const auto mixed = SurveyJob::begin({.logs = {.files = {values, kSampleLog}}}, fixed_titles());
  ASSERT_FALSE(mixed.has_value());
  EXPECT_EQ(mixed.error().kind, JobFault::Kind::not_a_log);
  ASSERT_TRUE(mixed.error().log.unlike.has_value());
  EXPECT_EQ(mixed.error().log.unlike->of_readings, kSampleLog);
  EXPECT_EQ(mixed.error().log.unlike->of_values, values);
}

}  // namespace
}  // namespace openperflib
