#include "openperflib/jobs/present_paths_job.h"

#include <gtest/gtest.h>

#include <limits>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

std::vector<std::string> present_in(const std::string& file, std::vector<std::string> paths) {
  auto job = PresentPathsJob::begin({.logs = {.files = {file}}, .paths = std::move(paths)},
                                    fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

TEST(PresentPathsJob, Model_HasThePathsOfTheLogInTheirOrder) {
  const std::string log = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
  const std::vector<std::string> both{"\\Memory\\Available Bytes", "\\Processor(*)\\% User Time"};
  EXPECT_EQ(present_in(log, {both[0], "\\Linux Memory\\*", both[1]}), both);
  EXPECT_TRUE(present_in(log, {"\\Linux Memory\\*"}).empty());
}

TEST(PresentPathsJob, RangeWithoutRecords_HasNoSamples) {
  const std::string log = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
  auto all =
      PresentPathsJob::begin({.logs = {.files = {log}}, .paths = {"\\Nothing\\*"}}, fixed_titles());
  ASSERT_TRUE(all.has_value() && run(*all).has_value());
  EXPECT_TRUE(all->has_samples());
  auto later =
      PresentPathsJob::begin({.logs = {.files = {log}},
                              .window = {.begin_local = std::numeric_limits<FileTime>::max()},
                              .paths = {"\\Memory\\*"}},
                             fixed_titles());
  ASSERT_TRUE(later.has_value() && run(*later).has_value());
  EXPECT_FALSE(later->has_samples());
}

}  // namespace
}  // namespace openperflib
