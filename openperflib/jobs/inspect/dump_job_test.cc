#include "openperflib/jobs/inspect/dump_job.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "openperflib/base/bytes.h"
#include "openperflib/testing/logs/changing_recording.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

DumpModel dumped(DumpOptions options) {
  options.logs.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/" + options.logs.files.front()};
  auto job = DumpJob::begin(std::move(options), fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

// The dump of changing_recording() from one of its samples on.
DumpModel dumped_from_sample(std::int64_t sample) {
  MadeFolder folder;
  folder.write("log.perfrec", as_text(recording_example::changing_recording()));
  auto job = DumpJob::begin({.logs = {.files = {folder.path() + "/log.perfrec"}},
                             .window = {.begin_local = recording_example::changing_time(sample)}},
                            fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

TEST(DumpJob, Block_HasTheRequestedObjectsOfTheFirstRecord) {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_object(title::kMemory);
  request.add_object(title::kProcessor);
  const DumpModel model = dumped({.logs = {.files = {"SampleLog.blg"}}, .request = request});
  ASSERT_EQ(model.lack, DumpModel::Lack::nothing);
  const auto view = DataBlockView::parse(model.block);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->object_count(), 2U);
  EXPECT_TRUE(view->find(title::kMemory).has_value());
}

// Memory stands in the second sample, and Processor only in later ones.
TEST(DumpJob, Recording_HasTheObjectsOfTheFirstRecordOfTheWindow) {
  const DumpModel model = dumped_from_sample(2);
  ASSERT_EQ(model.lack, DumpModel::Lack::nothing);
  const auto view = DataBlockView::parse(model.block);
  ASSERT_TRUE(view.has_value());
  const auto process = view->find(title::kProcess);
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->stored_instance_count(), 2);
  EXPECT_TRUE(view->find(title::kMemory).has_value());
  EXPECT_FALSE(view->find(recording_example::kProcessor).has_value());
}

// The third sample lacks Memory, whose bytes a reader by block would repeat.
TEST(DumpJob, ObjectThatASampleOfARecordingLacks_IsLeftOut) {
  const DumpModel model = dumped_from_sample(3);
  const auto view = DataBlockView::parse(model.block);
  ASSERT_TRUE(view.has_value());
  EXPECT_FALSE(view->find(title::kMemory).has_value());
}

TEST(DumpJob, WhatTheLogLacks_IsInTheModel) {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_object(999'998);
  EXPECT_EQ(dumped({.logs = {.files = {"SampleLog.blg"}}, .request = request}).lack,
            DumpModel::Lack::objects);
  EXPECT_EQ(dumped({.logs = {.files = {"BasicPerfCounters.blg"}}}).lack, DumpModel::Lack::blocks);
  EXPECT_EQ(dumped({.logs = {.files = {"SampleLog.blg"}}, .window = {.end_local = 1}}).lack,
            DumpModel::Lack::records);
}

}  // namespace
}  // namespace openperflib
