// Recordings, written to a file and read: values, statuses, clocks, what was killed in mid-write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/clock_block.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::File;
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
  EXPECT_EQ(0U, read.anomalies);
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
  for (const std::int64_t set_by : {3 * recording_example::kHour, -3 * recording_example::kHour}) {
    Example example;
    example.write(0, {{"a", 1}}).write(1, {{"a", 2}}).set_clock(set_by).write(2, {{"a", 3}});
    example.write(3, {{"a", 4}});
    const ReadRecording read = read_recording(example.finish());
    EXPECT_THAT(read.values,
                ElementsAre(ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(4)));
    EXPECT_THAT(read.starts_anew, ElementsAre(false, false, true, false));
  }
}

// Whatever a kill leaves of the file: all samples that were flushed, and none twice.
TEST(RecordingReader, CutAtEveryByte_HasEverySampleThatWasWhole) {
  Example example;
  std::vector<std::size_t> ends;
  for (std::uint64_t i = 0; i < 6; ++i) {
    example.write(static_cast<std::int64_t>(i), {{"a", i}, {i % 2 == 0 ? "b" : "c", 2 * i}});
    ends.push_back(example.size());
  }
  const recording_example::File whole = example.bytes();
  for (std::size_t size = 128; size <= whole.size(); ++size) {
    const ReadRecording read = read_recording(
        recording_example::File(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    std::size_t expected = 0;
    while (expected < ends.size() && ends[expected] <= size) ++expected;
    ASSERT_EQ(expected, read.values.size()) << size;
    for (std::size_t i = 0; i < expected; ++i) ASSERT_EQ(i, read.values[i][0]) << size;
  }
}

// One sample of an object that no fixed table knows, with its names after it.
File block_of_a_shop(std::int64_t second, std::string_view shop, std::uint64_t value) {
  TestBlock block((second + 1) * recording_example::kSecond);
  block.object(2000, {{2002}}).instance("till 1", {value});
  block.object(title::kTitles, {{title::kTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance(shop, {2000}).instance("Requests/sec", {2002});
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

File recording_of(const std::vector<File>& blocks, RecordingOptions options = {}) {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "example.perfrec", std::move(options));
  for (const File& block : blocks) writer.write(DataBlockView::parse(block).value()).value();
  writer.end().value();
  return bytes_of(fd.get());
}

// The paths of each sample. Only what `request` names is chosen.
std::vector<std::vector<std::string>> paths_of(const File& recording,
                                               const ObjectRequest& request = {}) {
  const auto reader =
      RecordingReader::open(file_of(recording), "example.perfrec", fixed_titles(), {}, request)
          .value();
  std::vector<std::vector<std::string>> paths;
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    auto& of_record = paths.emplace_back();
    for (const Series& one : reader->catalog().series()) of_record.push_back(exact_path_of(one));
  }
  return paths;
}

TEST(RecordingReader, ObjectThatNoTableKnows_HasTheNamesThatWereRecorded) {
  for (const double block_seconds : {1.0, 3600.0}) {
    const File recording =
        recording_of({block_of_a_shop(0, "Web Shop", 1), block_of_a_shop(1, "Web Shop", 2)},
                     {.zone = {}, .block_seconds = block_seconds});
    const std::vector<std::string> expected = {"\\\\db-17\\Web Shop(till 1)\\Requests/sec"};
    EXPECT_THAT(paths_of(recording), ElementsAre(expected, expected));
    EXPECT_THAT(paths_of(recording, ObjectRequest::nothing()), ElementsAre(expected, expected));
  }
}

TEST(RecordingReader, OwnClocks_AreThoseOfEachInstance) {
  const File recording =
      recording_of({with_clocks(TestBlock(recording_example::kSecond), 100, 2000),
                    with_clocks(TestBlock(2 * recording_example::kSecond), 1350, 7000)});
  const auto reader =
      RecordingReader::open(file_of(recording), "example.perfrec", fixed_titles()).value();
  LogRecord record;
  std::vector<RawCounter> readings;
  while (reader->read(record).value() == ReadResult::reading) {
    // What is not displayed is not among them.
    ASSERT_EQ(record.sample.counters.size(), 2U);
    readings.insert(readings.end(), record.sample.counters.begin(), record.sample.counters.end());
  }
  ASSERT_EQ(readings.size(), 4U);
  const auto is = [&](std::size_t i, std::uint64_t first, std::uint64_t time, std::uint64_t base) {
    EXPECT_EQ(readings[i].first, first);
    EXPECT_EQ(readings[i].second, time);
    EXPECT_EQ(readings[i].time_base, base);
  };
  is(0, 100, 2000, 1000);
  is(1, 100, 4000, 2000);
  is(2, 1350, 7000, 1000);
  is(3, 1350, 14000, 2000);
}

TEST(RecordingReader, NamesThatChange_AreThoseOfTheirSamples) {
  const File recording =
      recording_of({block_of_a_shop(0, "Web Shop", 1), block_of_a_shop(1, "Boutique", 2)});
  EXPECT_THAT(paths_of(recording),
              ElementsAre(ElementsAre("\\\\db-17\\Web Shop(till 1)\\Requests/sec"),
                          ElementsAre("\\\\db-17\\Boutique(till 1)\\Requests/sec")));
}

TEST(RecordingReader, Names_AreTheFixedOnesAndThoseOfTheRecording) {
  const File recording = recording_of({block_of_a_shop(0, "Web Shop", 1)});
  const auto reader =
      RecordingReader::open(file_of(recording), "example.perfrec", fixed_titles(), {}).value();
  const std::vector<Title> names = reader->names_of("db-17");
  EXPECT_EQ(names.size(), fixed_titles().names().size() + 2);
  EXPECT_EQ(find_title(names, 238), "Processor");
  EXPECT_EQ(find_title(names, 2000), "Web Shop");
  EXPECT_EQ(find_title(names, 2002), "Requests/sec");
  ASSERT_EQ(reader->header().entries.size(), 1U);
  EXPECT_EQ(reader->header().entries[0].object, "Web Shop");
}

// Forty samples, one minute apart in a complete block: values that grow or stay, and a process that
// comes and goes.
Example many_samples(RecordingOptions options, std::int64_t count = 40) {
  Example example(std::move(options));
  for (std::int64_t i = 0; i < count; ++i) {
    const auto n = static_cast<std::uint64_t>(i);
    recording_example::Rows rows = {{"a", 1000 + 7 * n}, {"idle", 5}};
    if (i % 3 == 0) rows.insert(rows.begin() + 1, {"comes", n << 40});
    example.write(i, rows);
  }
  return example;
}

// What many_samples() is read as.
void expect_many_samples(const ReadRecording& read, std::size_t count) {
  ASSERT_EQ(count, read.values.size());
  for (std::uint64_t n = 0; n < count; ++n) {
    if (n % 3 == 0) {
      ASSERT_THAT(read.values[n], ElementsAre(1000 + 7 * n, n << 40, 5)) << n;
    } else {
      ASSERT_THAT(read.values[n], ElementsAre(1000 + 7 * n, 5)) << n;
    }
    ASSERT_EQ(static_cast<std::int64_t>(n), read.seconds[n]);
  }
}

TEST(RecordingReader, JournalThatBecameBlocks_HasTheSameSamples) {
  for (const double block_seconds : {1.0, 7.0, 20.0, 39.5, 3600.0}) {
    const ReadRecording read =
        read_recording(many_samples({.zone = {}, .block_seconds = block_seconds}).finish());
    expect_many_samples(read, 40);
    EXPECT_EQ(0U, read.anomalies);
  }
}

// Blocks of ten samples: those in the window, and the one before.
TEST(RecordingReader, Window_ReadsItsBlocksAndTheOneBefore) {
  const auto bytes = many_samples({.zone = {}, .block_seconds = 10}, 60).finish();
  const auto at = [](std::int64_t second) {
    return recording_example::kEpoch + (second + 1) * recording_example::kSecond;
  };
  EXPECT_EQ(60U, read_recording(bytes).seconds.size());
  const auto seconds = read_recording(bytes, {at(33), at(38)}).seconds;
  EXPECT_EQ(20U, seconds.size());
  EXPECT_EQ(20, seconds.front());
  EXPECT_EQ(39, seconds.back());
  EXPECT_EQ(0, read_recording(bytes, {at(3), at(4)}).seconds.front());
}

TEST(RecordingReader, Blocks_AreSmallerThanTheJournal) {
  Example open = many_samples({.zone = {}, .block_seconds = 3600});
  const std::size_t journal = open.size();
  EXPECT_LT(open.finish().size() * 2, journal);
}

// The journal of thirty samples, its block, and every state that a kill can leave while the block
// replaces the journal: appended byte by byte, then copied over it byte by byte, then the file
// truncated. Every fifth of them, all in script/test-slow.
TEST(RecordingReader, KilledWhileAJournalBecomesABlock_LosesNothingAndGivesNothingTwice) {
  Example example = many_samples({.zone = {}, .block_seconds = 3600}, 30);
  const recording_example::File journal = example.bytes();
  const recording_example::File closed = example.finish();
  ASSERT_LT(closed.size(), journal.size());
  const std::span block = std::span(closed).subspan(recording::file_header::kSize);
  recording_example::File file = journal;
  const std::size_t step = takes_all_cases() ? 1 : 5;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i % step == 0) expect_many_samples(read_recording(file), 30);
    file.push_back(block[i]);
  }
  for (std::size_t i = 0; i < block.size();
       file[recording::file_header::kSize + i] = block[i], ++i) {
    if (i % step != 0) continue;
    const ReadRecording read = read_recording(file);
    expect_many_samples(read, 30);
    EXPECT_EQ(0U, read.anomalies);
  }
  for (; file.size() > closed.size();
       file.resize(file.size() - 11 < closed.size() ? closed.size() : file.size() - 11)) {
    expect_many_samples(read_recording(file), 30);
  }
  EXPECT_EQ(closed, file);
}

TEST(RecordingReader, FileWithoutAWholeHeader_IsRefusedWithItsField) {
  Example example;
  example.write(0, {{"a", 1}});
  auto bytes = example.finish();
  bytes.resize(127);
  const auto refused = recording_example::open(bytes);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ("example.perfrec: file header.Magic at byte 0: is cut off by the end of the data",
            describe(refused.error()));
}

}  // namespace
}  // namespace openperflib
