// Recordings, written to a file and read: values, statuses, clocks, what was killed in mid-write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "openperflib/log/recording_example_internal.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::kHour;
using recording_example::read_recording;
using recording_example::ReadRecording;
using testing::ElementsAre;

TEST(RecordingReader, SamplesOfAllObjects_ComeBackWithTheirTimesAndPaths) {
  Example example;
  example.write(0, {{"a", 1}, {"b", 2}}).write(1, {{"a", 3}, {"b", 4}});
  const ReadRecording read = read_recording(example.finish());
  EXPECT_THAT(read.paths, ElementsAre("\\\\db-17\\Processor(a)\\% Processor Time",
                                      "\\\\db-17\\Processor(b)\\% Processor Time"));
  EXPECT_THAT(read.values, ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
  EXPECT_THAT(read.seconds, ElementsAre(0, 1));
  EXPECT_EQ(0U, read.oddities);
}

TEST(RecordingReader, InstanceThatGoesAndComesBack_IsASeriesWhileItIsThere) {
  Example example;
  example.write(0, {{"a", 1}, {"b", 2}}).write(1, {{"a", 3}}).write(2, {{"a", 5}, {"b", 6}});
  const ReadRecording read = read_recording(example.finish());
  EXPECT_THAT(read.values, ElementsAre(ElementsAre(1, 2), ElementsAre(3), ElementsAre(5, 6)));
}

TEST(RecordingReader, WhatCollectionStatusSays_IsTheStatusOfTheReading) {
  Example example;
  example.write(0, {{"a", 1}, {"b", 2}}, 1);
  const ReadRecording read = read_recording(example.finish());
  EXPECT_THAT(read.statuses, ElementsAre(CStatus::valid_data, CStatus::no_data));
}

TEST(RecordingReader, ClockSetByHours_IsAGapAndTheEarlierSamplesStay) {
  for (const std::int64_t set_by : {3 * kHour, -3 * kHour}) {
    Example example;
    example.write(0, {{"a", 1}}).write(1, {{"a", 2}}).set_clock(set_by).write(2, {{"a", 3}});
    example.write(3, {{"a", 4}});
    const ReadRecording read = read_recording(example.finish());
    EXPECT_THAT(read.values,
                ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(4)));
    EXPECT_THAT(read.starts_anew, ElementsAre(false, false, true, false));
  }
}

// Whatever a kill leaves of the file: all samples whose flush was behind them, and none twice.
TEST(RecordingReader, CutAtEveryByte_HasEverySampleThatWasWhole) {
  Example example;
  std::vector<std::size_t> ends;
  for (std::uint64_t i = 0; i < 6; ++i) {
    example.write(static_cast<std::int64_t>(i), {{"a", i}, {i % 2 == 0 ? "b" : "c", 2 * i}});
    ends.push_back(example.size());
  }
  const auto whole = example.finish();
  for (std::size_t size = 128; size <= whole.size(); ++size) {
    const ReadRecording read = read_recording(
        recording_example::File(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    std::size_t expected = 0;
    while (expected < ends.size() && ends[expected] <= size) ++expected;
    ASSERT_EQ(expected, read.values.size()) << size;
    for (std::size_t i = 0; i < expected; ++i) ASSERT_EQ(i, read.values[i][0]) << size;
  }
}

TEST(RecordingReader, FileWithoutAWholeHeader_IsRefusedWithItsField) {
  Example example;
  example.write(0, {{"a", 1}});
  auto bytes = example.finish();
  bytes.resize(127);
  const auto refused = recording_example::open(bytes);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ("example.perfrec: file header.Magic at byte 0: the bytes end before it does",
            describe(refused.error()));
}

}  // namespace
}  // namespace openperflib
