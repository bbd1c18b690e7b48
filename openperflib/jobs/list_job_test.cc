#include "openperflib/jobs/list_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

ListModel listed(ListOptions options) {
  auto job = ListJob::begin(options, fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->model();
}

ListOptions all_of_the_sample_log() {
  return {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}}};
}

TEST(ListJob, Model_HasTheObjectsWithTheirInstancesAndCounters) {
  const ListModel model = listed(all_of_the_sample_log());
  EXPECT_EQ(model.extent.records, 11U);
  const auto memory = std::ranges::find(model.objects, "Memory", &ListedObject::name);
  ASSERT_NE(memory, model.objects.end());
  EXPECT_FALSE(memory->has_instances);
  const auto bytes = std::ranges::find(memory->counters, "Available Bytes", &ListedCounter::name);
  ASSERT_NE(bytes, memory->counters.end());
  EXPECT_EQ(bytes->status, CStatus::valid_data);
  EXPECT_FALSE(bytes->summary.empty());
}

TEST(ListJob, WindowWithoutRecords_HasNothingToList) {
  ListOptions options = all_of_the_sample_log();
  options.window.end_local = 1;
  const ListModel model = listed(options);
  EXPECT_EQ(model.extent.records, 0U);
  EXPECT_TRUE(model.objects.empty());
}

TEST(ListJob, ReadUntilAPosition_HasThePartAndContinues) {
  auto job = ListJob::begin(all_of_the_sample_log(), fixed_titles());
  ASSERT_TRUE(job.has_value());
  const JobProgress opened = job->progress();  // what the header and the names take was read
  job->read_until(opened.position + (opened.size - opened.position) / 2);
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_FALSE(job->has_ended());
  const std::uint64_t records = job->model().extent.records;
  EXPECT_GT(records, 0U);
  EXPECT_LT(records, 11U);
  EXPECT_FALSE(job->model().objects.empty());
  job->read_until(job->progress().size);
  ASSERT_TRUE(run(*job).has_value());
  EXPECT_TRUE(job->has_ended());
  EXPECT_EQ(job->model().extent.records, 11U);
  EXPECT_EQ(job->model().objects.size(), listed(all_of_the_sample_log()).objects.size());
}

TEST(ListJob, LogThatIsMissing_IsNamed) {
  const auto job = ListJob::begin({.logs = {.files = {"/no/such.blg"}}}, fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(describe(job.error()), "no such file: /no/such.blg");
}

}  // namespace
}  // namespace openperflib
