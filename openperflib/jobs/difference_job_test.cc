#include "openperflib/jobs/difference_job.h"

#include <gtest/gtest.h>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// Two text logs of ten samples, a second apart: one value that doubles, and one that the first log
// lacks.
class DifferenceJobTest : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& day, int value, const std::string& more) {
    std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Pages/sec\"";
    if (!more.empty()) text += ",\"\\\\a\\" + more + "\"";
    for (int i = 0; i < 10; ++i) {
      text += "\r\n\"" + day + " 10:00:0" + std::to_string(i) + ".000\",\"" +
              std::to_string(value) + "\"";
      if (!more.empty()) text += ",\"7\"";
    }
    folder_.write(name, text + "\r\n");
  }
  DifferenceOptions options() {
    write("before.csv", "11/21/2026", 100, "");
    write("after.csv", "11/22/2026", 200, "System\\Threads");
    return {.before = {.files = {folder_.path() + "/before.csv"}},
            .after = {.files = {folder_.path() + "/after.csv"}}};
  }
  DifferenceModel model_of(DifferenceOptions chosen) {
    auto job = DifferenceJob::begin(std::move(chosen), fixed_titles()).value();
    const auto ended = run(job);
    EXPECT_TRUE(ended.has_value()) << describe(ended.error());
    return job.take_model();
  }
  JobFault fault_of(DifferenceOptions chosen) {
    auto job = DifferenceJob::begin(std::move(chosen), fixed_titles());
    if (!job.has_value()) return job.error();
    const auto ended = run(*job);
    EXPECT_FALSE(ended.has_value());
    return ended.has_value() ? JobFault() : ended.error();
  }

  MadeFolder folder_;
};

TEST_F(DifferenceJobTest, Model_HasWhatChangedAndWhatOneLogLacks) {
  const DifferenceModel model = model_of(options());
  EXPECT_EQ(model.sides[0].extent.records, 10U);
  EXPECT_EQ(model.sides[1].extent.records, 10U);
  EXPECT_EQ(model.sides[0].rows, RowsOf::values);
  ASSERT_EQ(model.difference.changes.size(), 1U);
  EXPECT_EQ(model.difference.changes[0].path, "\\Memory\\Pages/sec");
  EXPECT_EQ(model.difference.changes[0].difference, 100);
  EXPECT_EQ(model.difference.changes[0].part, 1.0);
}

TEST_F(DifferenceJobTest, Length_IsThatOfBothWindows) {
  DifferenceOptions chosen = options();
  chosen.length = 3 * kTicksPerSecond;
  const DifferenceModel model = model_of(std::move(chosen));
  EXPECT_EQ(model.sides[0].extent.records, 4U);
  EXPECT_EQ(model.sides[1].extent.records, 4U);
}

TEST_F(DifferenceJobTest, WholeLogs_AreReadOnce) {
  DifferenceOptions chosen = options();
  chosen.parts = DifferenceOptions::Parts::whole;
  EXPECT_EQ(model_of(std::move(chosen)).sides[1].extent.records, 10U);
}

TEST_F(DifferenceJobTest, TimeThatALogLacks_HasNothingInCommon) {
  DifferenceOptions chosen = options();
  chosen.at_before = parse_written_time("2026-11-21 10:00:05");
  chosen.at_after = parse_written_time("2026-11-29 10:00:00");
  chosen.length = kTicksPerSecond;
  EXPECT_EQ(fault_of(std::move(chosen)).kind, JobFault::Kind::nothing_common);
}

TEST_F(DifferenceJobTest, PathThatNeitherLogHas_IsInTheModel) {
  DifferenceOptions chosen = options();
  chosen.paths = {"\\Memory\\Pages/sec", "\\System\\Threads", "\\No\\Such"};
  EXPECT_EQ(model_of(std::move(chosen)).unmatched, std::vector<std::string>{"\\No\\Such"});
}

TEST_F(DifferenceJobTest, LogThatIsMissing_IsNamed) {
  DifferenceOptions chosen = options();
  chosen.after.files = {folder_.path() + "/gone.csv"};
  const JobFault fault = fault_of(std::move(chosen));
  EXPECT_EQ(fault.kind, JobFault::Kind::not_a_log);
  EXPECT_EQ(describe(fault), "no such file: " + folder_.path() + "/gone.csv");
}

}  // namespace
}  // namespace openperflib
