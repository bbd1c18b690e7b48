#include "openperflib/requests/local/named_jobs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/rules/located_json.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const std::string kLogs = OPENPERFLIB_SOURCE_DIR "/tests/data/text_logs";
const std::string kSmallLog = kLogs + "/export_counter.csv";
const std::string kLogElsewhere = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
constexpr std::string_view kOfLog1 = R"({"log":"log1"})";

class NamedJobsTest : public testing::Test {
 protected:
  static NamedJobs opened(JobAccess access = {}) {
    auto jobs = NamedJobs::open(fixed_titles(), std::move(access));
    EXPECT_TRUE(jobs.has_value()) << jobs.error();
    return *std::move(jobs);
  }
  static LocatedJson json_of(std::string_view text) {
    auto parsed = LocatedJson::parse(text);
    EXPECT_TRUE(parsed.has_value()) << text;
    return std::move(parsed).value_or(LocatedJson());
  }
  // Why a job cannot run.
  std::string fault_of(std::string_view name, std::string_view arguments) {
    const auto result = jobs_.run(name, arguments);
    EXPECT_FALSE(result.has_value()) << name << arguments;
    return result.has_value() ? std::string() : result.error();
  }

  NamedJobs jobs_ = opened();
};

TEST_F(NamedJobsTest, List_HasEachJobWithItsSchema) {
  const LocatedJson list = json_of(NamedJobs::list());
  ASSERT_EQ(list.parts.size(), 15U);
  EXPECT_EQ(list.parts.front().text_of("name"), "open_log");
  bool has_columns = false;
  for (const LocatedJson& job : list.parts) {
    EXPECT_FALSE(job.text_of("description").empty());
    ASSERT_NE(job.find("inputSchema"), nullptr);
    EXPECT_EQ(job.find("inputSchema")->text_of("type"), "object");
    has_columns = has_columns || job.text_of("name") == "columns";
  }
  EXPECT_TRUE(has_columns);
}

TEST_F(NamedJobsTest, Summary_IsThatOfTheLog) {
  ASSERT_EQ(jobs_.open_log(kSmallLog).value_or("none"), "log1");
  const auto result = jobs_.run("summary", kOfLog1);
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_TRUE(result->columns.empty());
  const LocatedJson summary = json_of(result->json);
  ASSERT_EQ(summary.find("series")->parts.size(), 1U);
  const LocatedJson& series = summary.find("series")->parts[0];
  EXPECT_EQ(series.find("count")->number, 2);
  EXPECT_EQ(series.find("min")->number, 510);
  EXPECT_EQ(series.find("max")->number, 512);
}

TEST_F(NamedJobsTest, Columns_AreBesideTheResult) {
  ASSERT_TRUE(jobs_.open_log(kSmallLog).has_value());
  const auto result =
      jobs_.run("columns", R"({"log":"log1","paths":["\\Memory\\Available MBytes"]})");
  ASSERT_TRUE(result.has_value()) << result.error();
  // 2018-01-13 05:13:23 and 14:29:55 at UTC-08:00
  EXPECT_EQ(result->columns, (std::vector<double>{1'515'849'203, 1'515'882'595, 512, 510}));
  EXPECT_EQ(json_of(result->json).find("bias_minutes")->number, 480);
}

TEST_F(NamedJobsTest, WhatCannotRun_IsASentence) {
  ASSERT_TRUE(jobs_.open_log(kSmallLog).has_value());
  EXPECT_EQ(fault_of("sumary", kOfLog1), "there is no job \"sumary\"");
  EXPECT_TRUE(fault_of("summary", "{").starts_with("the arguments are not JSON: "));
  EXPECT_EQ(fault_of("summary", "[]"), "arguments is not an object");
  EXPECT_EQ(fault_of("summary", "{}"), "summary needs the argument log");
  EXPECT_EQ(fault_of("summary", R"({"log":5})"), "log is not a text");
  EXPECT_EQ(fault_of("summary", R"({"log":"log1","more":1})"), "summary has no argument \"more\"");
  EXPECT_EQ(fault_of("summary", R"({"log":"log2"})"),
            "no log is open as log2; open_log returns the name of a log");
  EXPECT_EQ(jobs_.open_log("/no/such.blg").error(), "no such file: /no/such.blg");
}

TEST_F(NamedJobsTest, FileOutsideTheFolders_IsRefused) {
  NamedJobs confined = opened({.folders = {kLogs}});
  EXPECT_EQ(confined.open_log(kLogElsewhere).error(),
            kLogElsewhere + ": no such file in the folders that may be read");
  EXPECT_FALSE(confined.open_log("../blg/SampleLog.blg").has_value());
  EXPECT_EQ(confined.open_log("export_counter.csv").value_or("none"), "log1");
  const auto absent = NamedJobs::open(fixed_titles(), {.folders = {"/no/such"}});
  ASSERT_FALSE(absent.has_value());
  EXPECT_EQ(absent.error(), "/no/such: is not a folder that can be read");
}

TEST_F(NamedJobsTest, Machine_IsReadOnlyIfItIsGiven) {
  EXPECT_EQ(fault_of("list", "{}"), "this client may not read this machine; name a log");
  const LocalSourceOptions recorded{.roots = {OPENPERFLIB_BINARY_DIR "/machines/vm-6.18"}};
  NamedJobs with_machine = opened({.machine = recorded});
  const auto listed = with_machine.run("list", R"({"object":"Memory"})");
  ASSERT_TRUE(listed.has_value()) << listed.error();
  EXPECT_NE(listed->json.find("\"Available Bytes\""), std::string::npos);
}

TEST_F(NamedJobsTest, MistakeInTheRules_IsNamed) {
  const auto jobs = NamedJobs::open(fixed_titles(), {.rules = "[]"});
  ASSERT_FALSE(jobs.has_value());
  EXPECT_TRUE(jobs.error().starts_with("rules: line 1")) << jobs.error();
}

TEST_F(NamedJobsTest, JobThatIsStopped_HasNoResultAndTheNextOneRuns) {
  ASSERT_TRUE(jobs_.open_log(kLogElsewhere).has_value());
  std::size_t calls = 0;
  const auto stopped = jobs_.run("report", kOfLog1, [&](const NamedJobs::Progress& progress) {
    ++calls;
    EXPECT_LE(progress.position, progress.size);
    return false;
  });
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error(), "stopped");
  EXPECT_EQ(calls, 1U);
  EXPECT_EQ(jobs_.result().error(), "no job has ended");
  EXPECT_TRUE(jobs_.run("report", kOfLog1).has_value());
}

TEST_F(NamedJobsTest, Steps_AreThoseOfTheCaller) {
  EXPECT_EQ(jobs_.step().error(), "no job runs");
  EXPECT_EQ(jobs_.progress().size, 0U);
  ASSERT_TRUE(jobs_.open_log(kSmallLog).has_value());
  ASSERT_TRUE(jobs_.begin("summary", kOfLog1).has_value());
  EXPECT_FALSE(jobs_.result().has_value());
  auto step = jobs_.step();
  while (step.has_value() && *step == NamedJobs::Step::more) step = jobs_.step();
  ASSERT_TRUE(step.has_value()) << step.error();
  NamedJobs moved = std::move(jobs_);
  const auto result = moved.result();
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(json_of(result->json).find("records")->number, 2);
  EXPECT_FALSE(moved.result().has_value());
}

}  // namespace
}  // namespace openperflib
