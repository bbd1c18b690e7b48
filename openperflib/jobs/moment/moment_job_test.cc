#include "openperflib/jobs/moment/moment_job.h"

#include <gtest/gtest.h>

#include <string>

#include "openperflib/jobs/times_job.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// A log with one value per second, without those of the seconds 4 to 8.
std::string log_with_a_gap() {
  std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Memory\\Available Bytes\"\r\n";
  for (const int second : {1, 2, 3, 9, 10}) {
    text += "\"11/22/2026 10:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second) +
            ".000\",\"" + std::to_string(10 * second) + "\"\r\n";
  }
  return text;
}

class MomentJobTest : public testing::Test {
 protected:
  MomentJobTest() { folder_.write("a.csv", log_with_a_gap()); }

  MomentJob at(const char* time) {
    auto job = MomentJob::begin({.logs = {.files = {folder_.path() + "/a.csv"}},
                                 .time = parse_written_time(time).value(),
                                 .paths = {"\\Memory\\Available Bytes"}},
                                fixed_titles());
    EXPECT_TRUE(run(job.value()).has_value());
    return *std::move(job);
  }
  static double shown(const MomentJob& job) { return job.groups().at(0).lines.at(0).last.number; }

  MadeFolder folder_;
};

TEST_F(MomentJobTest, Moment_IsTheLastSampleAtOrBeforeTheTime) {
  const MomentJob job = at("2026-11-22 10:00:02.500");
  EXPECT_EQ(job.moment().time, "2026-11-22T10:00:02.000+00:00");
  EXPECT_EQ(shown(job), 20);
  EXPECT_EQ(text_of(job.moment()),
            "2026-11-22T10:00:02.000+00:00\n"
            "avg, min and max are of 2 samples, from 2026-11-22 10:00:01 on\n");
}

TEST_F(MomentJobTest, AveragesAndBounds_AreOfTheSamplesUpToTheMoment) {
  const WatchLine line = at("10:00:03").groups().at(0).lines.at(0);
  EXPECT_EQ(line.statistics.average.number, 20);
  EXPECT_EQ(line.statistics.minimum.number, 10);
  EXPECT_EQ(line.statistics.maximum.number, 30);
}

TEST_F(MomentJobTest, TimeInAGap_IsSaid) {
  const MomentJob job = at("10:00:06");
  EXPECT_EQ(shown(job), 30);
  EXPECT_EQ(job.moment().gap, (WatchedMoment::Gap{.from = "2026-11-22T10:00:03.000+00:00",
                                                  .to = "2026-11-22T10:00:09.000+00:00"}));
  EXPECT_EQ(text_of(job.moment()),
            "2026-11-22T10:00:03.000+00:00\n"
            "no samples between 2026-11-22 10:00:03 and 2026-11-22 10:00:09: this is the last one "
            "before 2026-11-22 10:00:06\n"
            "avg, min and max are of 3 samples, from 2026-11-22 10:00:01 on\n");
}

TEST_F(MomentJobTest, TimeOutsideTheLog_HasNoSample_AndTheLogsTimes) {
  const MomentJob job = at("2026-11-21 10:00");
  EXPECT_EQ(job.moment().time, std::nullopt);
  EXPECT_TRUE(job.groups().empty());
  EXPECT_EQ(text_of(job.moment()),
            "no sample at 2026-11-21 10:00:00; the log runs from 2026-11-22 10:00:01 to "
            "2026-11-22 10:00:10\n");
  EXPECT_EQ(at("2026-11-22 10:00:11").moment().time, "2026-11-22T10:00:10.000+00:00");
  EXPECT_EQ(at("2026-11-22 10:00:12").moment().time, std::nullopt);
}

TEST_F(MomentJobTest, AsJson_IsTheMomentAndItsGroups) {
  const MomentJob job = at("10:00:01");
  JsonWriter out(JsonLayout::line);
  write_moment(out, job.moment(), job.session().query(), job.groups());
  EXPECT_EQ(
      out.take(),
      R"({"asked":"2026-11-22T10:00:01.000+00:00","time":"2026-11-22T10:00:01.000+00:00",)"
      R"("gap":null,"log":{"from":"2026-11-22T10:00:01.000+00:00",)"
      R"("to":"2026-11-22T10:00:10.000+00:00"},"samples":1,)"
      R"("samples_from":"2026-11-22T10:00:01.000+00:00",)"
      R"("groups":[{"title":"\\Memory","is_list":false,"lines":[)"
      R"({"path":"\\\\db-17\\Memory\\Available Bytes","label":"Available Bytes",)"
      R"("value":10.0,"status":"CSTATUS_VALID_DATA","reason":null,"count":1,"min":10.0,)"
      R"("average":10.0,"max":10.0,"competes":true,"is_virtual":false,"is_repeat":false}]}]})");
}

TEST_F(MomentJobTest, WordThatIsNotAPath_IsNamed) {
  const auto job = MomentJob::begin({.logs = {.files = {folder_.path() + "/a.csv"}},
                                     .time = parse_written_time("10:00").value(),
                                     .paths = {"Memory"}},
                                    fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(job.error().kind, JobFault::Kind::not_a_path);
}

// What no process accounts for is read beside the paths, and is not one of them. The machine has
// one processor.
TEST(MomentJob, ProcessorTimeOfAllProcesses_HasWhatNoneAccountsFor) {
  const MomentOptions options{
      .logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
      .time = parse_written_time("2007-08-14 15:45").value(),
      .paths = {"\\Process(*)\\% Processor Time", "\\Processor(_Total)\\% Processor Time"}};
  auto job = MomentJob::begin(options, fixed_titles());
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  ASSERT_EQ(job->groups().size(), 2U);
  ASSERT_TRUE(job->remainder().has_value());
  EXPECT_DOUBLE_EQ(job->remainder()->used, job->groups().at(1).lines.at(0).last.number);
}

// Readings of a binary log: a rate at the moment has the sample before it.
TEST(MomentJob, RateOfABinaryLog_IsThatOfTheMoment) {
  MomentOptions options{.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
                        .time = parse_written_time("23:59:59").value(),
                        .paths = {"\\Processor(_Total)\\% Processor Time"}};
  auto last = TimesJob::begin(options.logs, fixed_titles());
  ASSERT_TRUE(last.has_value() && run(*last).has_value());
  options.time = {.date = last->times().last_local, .time_of_day = 0, .bias_minutes = {}};
  auto job = MomentJob::begin(options, fixed_titles());
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  ASSERT_EQ(job->groups().size(), 1U);
  EXPECT_TRUE(job->groups().at(0).lines.at(0).last.usable());
}

}  // namespace
}  // namespace openperflib
