#include "openperflib/jobs/top_job.h"

#include <gtest/gtest.h>

#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

TEST(TopJob, Model_RanksTheInstancesOfTheFirstPath) {
  auto job =
      TopJob::begin({.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
                     .paths = {"\\Process(*)\\Working Set", "\\Process(*)\\Thread Count"}},
                    fixed_titles())
          .value();
  ASSERT_TRUE(run(job).has_value());
  const TopModel model = job.take_model();
  const auto largest = model.ranking().largest(3);
  EXPECT_EQ(largest.size(), 3U);
  EXPECT_EQ(model.ranking().largest(1).front(), largest.front());
  EXPECT_EQ(model.ranking().unreadable_text(), "");
}

TEST(TopJob, WordThatIsNotAPath_IsNamed) {
  const auto job =
      TopJob::begin({.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
                     .paths = {"Process"}},
                    fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(job.error().kind, JobFault::Kind::not_a_path);
}

}  // namespace
}  // namespace openperflib
