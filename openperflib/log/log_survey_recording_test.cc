// A survey of a recording is the same whether it is read by block or by series.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/log_survey.h"
#include "openperflib/testing/logs/changing_recording.h"
#include "openperflib/testing/logs/made_recording.h"
#include "openperflib/testing/logs/recording_example.h"

namespace openperflib {
namespace {

using recording_example::changing_recording;
using recording_example::File;
using recording_example::MadeRecording;
using recording_example::open_as;
using recording_example::recording_of_the_corpus;

LogSurvey survey_of_recording(const File& bytes, LogReadings readings) {
  const auto log = open_as(readings, bytes);
  LogSurvey survey;
  LogRecord record;
  while (log->read(record).value() == ReadResult::reading) survey.add(*log, record);
  survey.finish();
  return survey;
}

std::vector<std::string> texts_of(const LogSurvey& survey) {
  std::vector<std::string> lines = {
      fmt::format("{} {} {}", survey.records(), survey.first_local(), survey.last_local())};
  for (const Series& one : survey.series()) {
    lines.push_back(fmt::format("{} {} {} {:x} {} {}", path_of(one), one.object_title_index,
                                one.counter_title_index, one.type.bits(), one.default_scale,
                                one.size));
  }
  for (const Catalog::Object& object : survey.catalog().objects()) {
    lines.push_back(fmt::format("{} on {}: {} {}", object.name, object.machine,
                                object.counters.size(), object.instances.size()));
  }
  return lines;
}

TEST(RecordingSurvey, OfBlocks_IsThatOfSeries) {
  for (const File& bytes :
       {changing_recording(), MadeRecording().bytes(), recording_of_the_corpus("blocks.perfrec")}) {
    const std::vector<std::string> by_block =
        texts_of(survey_of_recording(bytes, LogReadings::by_block));
    EXPECT_EQ(by_block, texts_of(survey_of_recording(bytes, LogReadings::by_series)));
    EXPECT_GT(by_block.size(), 10U);
  }
}

// Processes come with the second sample; their object is the first one of all.
TEST(RecordingSurvey, ObjectThatHadNoInstances_StandsWhereItAppeared) {
  const LogSurvey survey = survey_of_recording(changing_recording(), LogReadings::by_block);
  const auto objects = survey.catalog().objects();
  ASSERT_EQ(objects.size(), 5U);  // also a set, Collection Status and Processor
  EXPECT_EQ(objects[0].name, "Process");
  EXPECT_EQ(objects[1].name, "Memory");
}

}  // namespace
}  // namespace openperflib
