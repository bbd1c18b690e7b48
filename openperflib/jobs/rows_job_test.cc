#include "openperflib/jobs/rows_job.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const std::string kSampleLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";

// Notes what it gets. NaN: no value.
class NotedRows final : public RowSink {
 public:
  std::expected<void, SourceFault> begin(const Binding& /*binding*/,
                                         std::span<const std::size_t> shown) override {
    shown_.assign(shown.begin(), shown.end());
    return {};
  }
  std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override {
    if (is_full)
      return std::unexpected(
          SourceFault{.errno_value = ENOSPC, .file = "rows", .error = std::nullopt});
    std::vector<std::optional<double>>& values = rows.emplace_back();
    for (const std::size_t i : shown_) {
      const Value& value = row.values[i];
      values.push_back(value.usable() ? std::optional(value.number) : std::nullopt);
    }
    return {};
  }
  std::expected<void, SourceFault> end() override {
    ++ends;
    return {};
  }

  std::vector<std::vector<std::optional<double>>> rows;
  bool is_full = false;
  int ends = 0;
  int opened = 0;

 private:
  std::vector<std::size_t> shown_;
};

std::expected<RowsJob, JobFault> begun(RowsOptions options, NotedRows& sink) {
  return RowsJob::begin(
      std::move(options),
      [&](const CounterSession&) {
        ++sink.opened;
        return &sink;
      },
      fixed_titles());
}

RowsModel written(RowsOptions options, NotedRows& sink) {
  auto job = begun(std::move(options), sink);
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->model();
}

TEST(RowsJob, Rows_AreThoseOfTheLogAndTheSinkIsEnded) {
  NotedRows sink;
  const RowsModel model =
      written({.logs = {.files = {kSampleLog}}, .paths = {"\\Memory\\Available Bytes"}}, sink);
  EXPECT_EQ(model.rows, 11U);
  EXPECT_EQ(model.records, 11U);
  EXPECT_TRUE(model.has_values);
  EXPECT_TRUE(model.unmatched.empty());
  ASSERT_EQ(sink.rows.size(), 11U);
  EXPECT_EQ(sink.rows[0], (std::vector<std::optional<double>>{83'587'072.0}));
  EXPECT_EQ(sink.rows[1], (std::vector<std::optional<double>>{113'057'792.0}));
  EXPECT_EQ(sink.ends, 1);
}

TEST(RowsJob, CountOfRows_EndsTheJob) {
  NotedRows sink;
  const RowsModel model = written(
      {.logs = {.files = {kSampleLog}}, .paths = {"\\Memory\\Available Bytes"}, .rows = 3}, sink);
  EXPECT_EQ(model.rows, 3U);
  EXPECT_EQ(sink.rows.size(), 3U);
  EXPECT_EQ(sink.ends, 1);
}

TEST(RowsJob, Instances_AreInTheOrderThatWasChosen) {
  const RowsOptions all{
      .logs = {.files = {kSampleLog}}, .paths = {"\\Processor(*)\\% User Time"}, .rows = 2};
  NotedRows every;
  std::vector<std::uint64_t> identities;
  auto job = begun(all, every);
  ASSERT_TRUE(job.has_value() && run(*job).has_value());
  for (const Series& series : job->session().query().binding().series()) {
    identities.push_back(series.identity);
  }
  ASSERT_GE(identities.size(), 2U);
  RowsOptions chosen = all;
  chosen.instances = {identities[1], identities[0]};
  NotedRows sink;
  EXPECT_EQ(written(chosen, sink).rows, 2U);
  EXPECT_EQ(sink.rows[1], (std::vector<std::optional<double>>{every.rows[1][1], every.rows[1][0]}));
}

TEST(RowsJob, PathOfALaterRecord_HasTheRowsBeforeItToo) {
  const MadeFolder folder;
  folder.write("a.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\"\n\"11/21/2026 10:00:00.000\",\"1\"\n"
               "\"11/21/2026 10:00:01.000\",\"2\"\n");
  folder.write("b.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\Y\"\n\"11/21/2026 10:00:02.000\",\"3\"\n");
  NotedRows sink;
  const RowsModel model =
      written({.logs = {.files = {folder.path() + "/a.csv", folder.path() + "/b.csv"}},
               .paths = {"\\A\\Y", "\\A\\Z"},
               .rows = 3},
              sink);
  EXPECT_EQ(sink.rows, (std::vector<std::vector<std::optional<double>>>{
                           {std::nullopt}, {std::nullopt}, {3.0}}));
  EXPECT_EQ(sink.opened, 1);
  ASSERT_EQ(model.unmatched.size(), 1U);
  EXPECT_EQ(model.unmatched[0].path, "\\A\\Z");
}

TEST(RowsJob, PathThatNothingMatches_MakesNoRowsUnlessTheyAreWanted) {
  RowsOptions options{.logs = {.files = {kSampleLog}}, .paths = {"\\Memory\\Availible Bytes"}};
  NotedRows none;
  const RowsModel model = written(options, none);
  EXPECT_EQ(none.opened, 0);
  EXPECT_EQ(model.rows, 0U);
  EXPECT_EQ(model.records, 11U);
  ASSERT_EQ(model.unmatched.size(), 1U);
  EXPECT_EQ(model.unmatched[0].why,
            "no such counter; did you mean \"Available Bytes\" or \"Available KBytes\" or "
            "\"Available MBytes\"?");
  options.without_series = RowsOptions::WithoutSeries::empty_rows;
  NotedRows empty;
  EXPECT_EQ(written(options, empty).rows, 11U);
}

TEST(RowsJob, SinkThatCannotWrite_IsEndedAndNamed) {
  NotedRows sink;
  sink.is_full = true;
  auto job = begun({.logs = {.files = {kSampleLog}}, .paths = {"\\Memory\\Available Bytes"}}, sink);
  ASSERT_TRUE(job.has_value());
  const auto ended = run(*job);
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::unwritable);
  EXPECT_EQ(describe(ended.error()), "No space left on device: rows");
  EXPECT_EQ(sink.ends, 1);
}

TEST(RowsJob, FileOrPathThatIsNone_IsNamed) {
  NotedRows sink;
  const auto no_log = begun({.logs = {.files = {"/nonexistent.blg"}}}, sink);
  ASSERT_FALSE(no_log.has_value());
  EXPECT_EQ(no_log.error().kind, JobFault::Kind::not_a_log);
  const auto no_path = begun({.logs = {.files = {kSampleLog}}, .paths = {"Memory"}}, sink);
  ASSERT_FALSE(no_path.has_value());
  EXPECT_EQ(no_path.error().kind, JobFault::Kind::not_a_path);
}

}  // namespace
}  // namespace openperflib
