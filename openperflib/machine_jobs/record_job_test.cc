#include "openperflib/machine_jobs/record_job.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <utility>

#include "openperflib/log/log_cursor.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/sources/open_session.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/size_limit.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr const char* kPath = "\\Processor(_Total)\\% User Time";

std::string recorded_machine(const std::string& name) {
  return OPENPERFLIB_BINARY_DIR "/machines/" + name;
}

CounterSession session_of(LocalSourceOptions source, std::vector<std::string> paths) {
  auto session =
      open_session(std::move(source), fixed_titles(), std::chrono::milliseconds(20)).value();
  for (const std::string& path : paths) EXPECT_TRUE(session.add(path).has_value());
  return session;
}

// Two samples.
CounterSession two_folders(std::vector<std::string> paths = {kPath}) {
  return session_of({.roots = {recorded_machine("vm-6.18"), recorded_machine("vm-6.18-later")}},
                    std::move(paths));
}

class RecordJobTest : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] RecordOptions into(const std::string& name) const {
    return {.target = LogTarget::parse(file(name)).value()};
  }
  // The number of records of a log.
  static std::uint64_t records_in(const std::string& name) {
    auto log = LogCursor::open({.files = {name}}, {}, fixed_titles()).value();
    while (log.read().value() == ReadResult::reading) {
    }
    return log.records();
  }

  MadeFolder folder_;
};

TEST_F(RecordJobTest, RootFolders_AreOneSampleEach) {
  RecordJob job(two_folders(), into("two.csv"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  EXPECT_EQ(job.extent().records, 0U);
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_EQ(job.extent().records, 2U);
  EXPECT_EQ(job.file(), file("two.csv"));
  EXPECT_EQ(job.bytes(), text_of_file(file("two.csv")).size());
  EXPECT_EQ(records_in(file("two.csv")), 2U);
}

TEST_F(RecordJobTest, CountOfSamples_EndsIt) {
  RecordOptions options = into("one.blg");
  options.samples = 1;
  RecordJob job(two_folders(), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  EXPECT_EQ(job.step(), JobStep::done);
  ASSERT_TRUE(job.finish().has_value());
  EXPECT_EQ(records_in(file("one.blg")), 1U);
}

TEST_F(RecordJobTest, WithoutPaths_RecordsWholeObjects) {
  RecordJob job(two_folders({}), into("all.perfrec"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_EQ(records_in(file("all.perfrec")), 2U);
}

TEST_F(RecordJobTest, Statistics_AreThoseOfTheSeries) {
  RecordOptions options = into("two.csv");
  options.statistics = RecordOptions::Statistics::kept;
  RecordJob job(two_folders(), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_TRUE(run(job).has_value());
  const auto summary = job.take_summary();
  ASSERT_EQ(summary.size(), 1U);
  EXPECT_EQ(summary[0].counter, "% User Time");
  EXPECT_EQ(summary[0].count, 1U);
}

TEST_F(RecordJobTest, ExistingFile_IsKeptUnlessItMayBeReplaced) {
  folder_.write("two.csv", "mine");
  RecordJob refused(two_folders(), into("two.csv"));
  ASSERT_TRUE(refused.collect_first().has_value());
  const auto fault = refused.open();
  ASSERT_FALSE(fault.has_value());
  EXPECT_EQ(fault.error().kind, JobFault::Kind::exists);
  EXPECT_EQ(describe(fault.error()), file("two.csv") + ": already exists");
  EXPECT_EQ(text_of_file(file("two.csv")), "mine");

  RecordOptions options = into("two.csv");
  options.existing = RecordOptions::Existing::replaced;
  RecordJob job(two_folders(), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  EXPECT_EQ(text_of_file(file("two.csv")), "mine");
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_EQ(records_in(file("two.csv")), 2U);
}

TEST_F(RecordJobTest, FolderOrAbsentFolder_IsNamed) {
  folder_.make_folder("box.blg");
  RecordJob job(two_folders(), into("box.blg"));
  ASSERT_TRUE(job.collect_first().has_value());
  EXPECT_EQ(describe(job.open().error()), file("box.blg") + ": is a folder; choose another name");
  RecordJob other(two_folders(), into("absent/two.blg"));
  ASSERT_TRUE(other.collect_first().has_value());
  EXPECT_EQ(describe(other.open().error()), file("absent/two.blg") + ": the folder " +
                                                file("absent") +
                                                " does not exist; create it first");
}

TEST_F(RecordJobTest, Discard_RemovesTheFileThatItMade) {
  RecordJob job(two_folders(), into("two.csv"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  EXPECT_TRUE(std::filesystem::exists(file("two.csv")));
  job.discard();
  EXPECT_FALSE(std::filesystem::exists(file("two.csv")));
}

TEST_F(RecordJobTest, PathThatNeverMatches_MakesNoFile) {
  RecordJob job(two_folders({"\\No Such Object\\X"}), into("two.csv"));
  const auto first = job.collect_first();
  ASSERT_FALSE(first.has_value());
  EXPECT_EQ(first.error().kind, JobFault::Kind::no_series);
  EXPECT_EQ(job.session().why_unmatched(0), "no such object");
}

TEST_F(RecordJobTest, FileThatIsRemoved_EndsTheRecording) {
  RecordJob job(two_folders(), into("two.csv"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_EQ(job.step(), JobStep::more);
  EXPECT_TRUE(job.is_still_there());
  ::unlink(file("two.csv").c_str());
  const auto step = job.step();
  ASSERT_FALSE(step.has_value());
  EXPECT_EQ(step.error().kind, JobFault::Kind::unwritable);
  EXPECT_FALSE(job.is_still_there());
}

TEST_F(RecordJobTest, Ring_IsAFolderThatKeepsSamples) {
  RecordOptions options = into("box.perfrec");
  options.ring.emplace();
  RecordJob job(two_folders({}), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_TRUE(std::filesystem::is_directory(file("box.perfrec")));
  EXPECT_EQ(records_in(file("box.perfrec")), 2U);
  EXPECT_GT(job.bytes().value_or(0), 0U);
  EXPECT_FALSE(job.has_removed_segments());
}

TEST_F(RecordJobTest, ThisMachine_IsWaitedForAndCanBeStopped) {
  RecordJob job(session_of({}, {kPath}), into("live.csv"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_EQ(job.step(), JobStep::more);
  EXPECT_GT(job.due(), CounterSession::Clock::time_point());
  std::atomic<bool> stop = false;
  const auto show = [&](const JobProgress& now) { stop = now.position == 3; };
  const auto ended = run(job, {.progress = show, .stop = &stop});
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::stopped);
  ASSERT_TRUE(job.take_last().has_value() && job.finish().has_value());
  EXPECT_EQ(job.extent().records, records_in(file("live.csv")));
  EXPECT_GE(job.extent().records, 3U);
}

TEST_F(RecordJobTest, RecordingOfThisMachine_HasEverySampleWhenItIsFinished) {
  RecordOptions options = into("live.perfrec");
  options.samples = 5;
  RecordJob job(session_of({}, {kPath}), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_EQ(job.extent().records, 5U);
  EXPECT_TRUE(job.extent().bias_minutes.has_value());
  EXPECT_EQ(records_in(file("live.perfrec")), 5U);
}

TEST_F(RecordJobTest, RingOfThisMachine_HasEverySampleWhenItIsFinished) {
  RecordOptions options = into("live.perfrec");
  options.samples = 3;
  options.ring.emplace();
  RecordJob job(session_of({}, {kPath}), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  ASSERT_TRUE(run(job).has_value() && job.finish().has_value());
  EXPECT_EQ(job.extent().records, 3U);
  EXPECT_EQ(records_in(file("live.perfrec")), 3U);
  EXPECT_FALSE(job.has_removed_segments());
}

// Room for the header only. The steps after the first one wait for 20 ms each.
TEST_F(RecordJobTest, FullDisk_EndsARecordingOfThisMachineAndCountsNoSampleThatIsLost) {
  RecordJob job(session_of({}, {kPath}), into("live.perfrec"));
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  const SizeLimit limit(200);
  const auto ended = run(job);
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::unwritable);
  EXPECT_EQ(ended.error().source.errno_value, EFBIG);
  EXPECT_EQ(job.extent().records, 0U);
  const auto finished = job.finish();
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().source.errno_value, EFBIG);
  EXPECT_EQ(job.extent().records, 0U);
  EXPECT_TRUE(job.is_still_there());
}

TEST_F(RecordJobTest, FullDiskUnderTheLastSample_IsAFaultOfFinish) {
  RecordOptions options = into("live.perfrec");
  options.samples = 1;
  RecordJob job(session_of({}, {kPath}), options);
  ASSERT_TRUE(job.collect_first().has_value() && job.open().has_value());
  const SizeLimit limit(200);
  EXPECT_EQ(job.step(), JobStep::done);
  EXPECT_EQ(job.extent().records, 1U);
  const auto finished = job.finish();
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().source.errno_value, EFBIG);
  EXPECT_EQ(job.extent().records, 0U);
}

}  // namespace
}  // namespace openperflib
