// A recording that is read by block has the rows that it has by series.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/log/log_survey.h"
#include "openperflib/log/recording/recording_ring_reader.h"
#include "openperflib/testing/logs/made_recording.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/logs/rows_of_log.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::File;
using recording_example::kHour;
using recording_example::MadeRecording;
using recording_example::open_as;
using recording_example::recording_of_the_corpus;
using testing::ElementsAre;

using Paths = std::vector<std::string>;
const Paths kEverything = {"\\*(*)\\*", "\\*\\*"};

// Each row: its series in the order of their names, then its times.
std::vector<Paths> rows_read(LogReader& log, const Paths& paths) {
  std::vector<Paths> rows = rows_of_log(log, paths);
  for (Paths& row : rows) std::sort(row.begin(), row.end() - 1);
  return rows;
}

void expect_equal_rows(const std::vector<Paths>& by_series, const std::vector<Paths>& by_block) {
  ASSERT_EQ(by_series.size(), by_block.size());
  for (std::size_t i = 0; i < by_series.size(); ++i) {
    ASSERT_EQ(by_series[i].size(), by_block[i].size()) << i;
    for (std::size_t n = 0; n < by_series[i].size(); ++n) {
      ASSERT_EQ(by_series[i][n], by_block[i][n]) << i;
    }
  }
}

// Expects both forms to have the same rows, and returns them.
std::vector<Paths> same_rows(const File& bytes, const Paths& paths = kEverything,
                             const ObjectRequest& request = {}) {
  const auto by_series = open_as(LogReadings::by_series, bytes, request);
  const auto by_block = open_as(LogReadings::by_block, bytes, request);
  EXPECT_EQ(by_series->header().entries, by_block->header().entries);
  std::vector<Paths> rows = rows_read(*by_block, paths);
  expect_equal_rows(rows_read(*by_series, paths), rows);
  EXPECT_EQ(by_series->anomaly_count(), by_block->anomaly_count());
  EXPECT_EQ(by_series->names_of("").size(), by_block->names_of("").size());
  return rows;
}

TEST(RecordingByBlock, ProcessesBasesAndStatuses_AreTheSame) {
  const std::vector<Paths> rows = same_rows(MadeRecording().bytes());
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows.back().size(), 13U);
}

TEST(RecordingByBlock, RealMachine_HasTheSameRows) {
  EXPECT_GT(same_rows(recording_of_the_corpus("blocks.perfrec")).size(), 2U);
}

TEST(RecordingByBlock, ChosenCounters_AreTheSame) {
  for (const std::string path :
       {"\\Process(*)\\% User Time", "\\Process(web)\\Page Faults/sec", "\\Memory\\Page Faults/sec",
        "\\Processor(0)\\% User Time", "\\Process(*)\\ID Process"}) {
    Query query(fixed_titles());
    (void)query.add(path).value();
    EXPECT_EQ(same_rows(MadeRecording().bytes(), {path}, query.request()).size(), 6U) << path;
  }
}

// The request does not name the path: what was not read has no value, and is not 0.
TEST(RecordingByBlock, CounterThatWasNotRead_HasNoValue) {
  Query query(fixed_titles());
  (void)query.add("\\Process(*)\\% User Time").value();
  const auto rows =
      same_rows(MadeRecording().bytes(), {"\\Process(web)\\Page Faults/sec"}, query.request());
  const int invalid = static_cast<int>(CStatus::invalid_data);
  EXPECT_EQ(rows.front().front().substr(rows.front().front().rfind(' ') + 1),
            std::to_string(invalid));
}

TEST(RecordingByBlock, RestartAndClockThatWasSet_AreTheSame) {
  Example example;
  example.write(1, {{"0", 10}}).write(2, {{"0", 20}}).set_clock(kHour).write(3, {{"0", 30}});
  const auto rows = same_rows(example.bytes());
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[2].back(), testing::HasSubstr(" true "));
}

TEST(RecordingByBlock, MissingValue_KeepsItsStatus) {
  Example example;
  example.write(1, {{"0", 10}, {"1", 11}}).write(2, {{"0", 20}, {"1", 21}}, 1);
  EXPECT_EQ(same_rows(example.bytes()).size(), 2U);
}

// The second sample lacks an instance of the first.
TEST(RecordingByBlock, InstanceThatComesAndGoes_IsTheSame) {
  Example example;
  example.write(1, {{"0", 1}, {"1", 2}}).write(2, {{"1", 3}}).write(3, {{"0", 4}, {"1", 5}});
  EXPECT_EQ(same_rows(example.bytes()).size(), 3U);
}

// A process and its thread, which refers to the process in another object of the block.
File thread_of_a_process() {
  DataBlockBuilder builder;
  builder.begin({.perf_time = kTicksPerSecond,
                 .perf_freq = kTicksPerSecond,
                 .perf_time_100ns = recording_example::kEpoch + kTicksPerSecond,
                 .machine_name = "db-17"});
  const std::vector<CounterDefinition> count = {
      recording_example::counter_of(title::kThreadCount, 8, 8)};
  builder.begin_object({.name_title_index = title::kProcess, .instances = Instances::multiple},
                       count);
  builder.begin_instance("bash", {});
  builder.set(8, 8, 1);
  builder.end_object();
  const std::vector<CounterDefinition> id = {recording_example::counter_of(title::kIdThread, 8, 8)};
  builder.begin_object({.name_title_index = title::kThread, .instances = Instances::multiple}, id);
  builder.begin_instance(
      "0", {.parent = ParentInstance{.object_title_index = title::kProcess, .instance = 0}});
  builder.set(8, 8, 4711);
  builder.end_object();
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

TEST(RecordingByBlock, Thread_HasTheNameOfItsProcess) {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "threads.perfrec", {});
  writer.write(DataBlockView::parse(thread_of_a_process()).value()).value();
  const auto rows = same_rows(bytes_of(fd.get()), {"\\Thread(bash/0)\\ID Thread"});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].front(), "\\\\db-17\\Thread(bash/0)\\ID Thread 0 4711 0 4711 0");
}

// A provider was late: its object is not in the second sample.
TEST(RecordingByBlock, ObjectThatIsAbsentOnce_StaysAndHasNoValue) {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "late.perfrec", {});
  for (std::uint64_t n = 1; n <= 3; ++n) {
    TestBlock block(static_cast<std::int64_t>(n) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kThreadCount}}).instance("db", {n});
    if (n != 2) block.object(recording_example::kProcessor, {{6}}).instance("0", {n * n});
    writer.write(DataBlockView::parse(block.bytes()).value()).value();
  }
  const auto rows = same_rows(bytes_of(fd.get()), {"\\Processor(*)\\*"});
  ASSERT_EQ(rows.size(), 3U);
  const std::string series = "\\\\db-17\\Processor(0)\\% Processor Time 0 ";
  const int invalid = static_cast<int>(CStatus::invalid_data);
  EXPECT_EQ(rows[1].front(), fmt::format("{}1 {} -1 {}", series, invalid, invalid));
  EXPECT_EQ(rows[2].front(), series + "9 0 9 0");
}

RecordingRingReader ring_of(LogReadings readings, const Example& first, const Example& second) {
  const auto segment_of = [readings](const Example& example) {
    const auto reader = open_as(readings, example.bytes());
    return RingSegment{.open = [=, &example] { return open_as(readings, example.bytes()); },
                       .entries = reader->header().entries,
                       .size = reader->size()};
  };
  return {{segment_of(first), segment_of(second)},
          open_as(readings, first.bytes()),
          fixed_titles(),
          readings};
}

// The segments follow each other; nothing is calculated across their ends.
TEST(RecordingByBlock, Ring_RestartsWithEachSegment) {
  Example first;
  first.write(1, {{"0", 10}}).write(2, {{"0", 20}});
  Example second;
  second.write(3, {{"0", 30}}).write(4, {{"0", 40}});
  RecordingRingReader by_series = ring_of(LogReadings::by_series, first, second);
  RecordingRingReader by_block = ring_of(LogReadings::by_block, first, second);
  const auto rows = rows_read(by_block, kEverything);
  expect_equal_rows(rows_read(by_series, kEverything), rows);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_THAT(rows[2].back(), testing::HasSubstr(" true "));
  EXPECT_EQ(by_block.catalog().objects().size(), 1U);
}

// The reader of each segment has one catalog only: both are of its first generation.
TEST(RecordingByBlock, SeriesThatBeginWithASegment_AreInASurveyOfTheRing) {
  Example first;
  first.write(1, {{"0", 10}});
  Example second;
  second.write(2, {{"1", 20}});
  for (const LogReadings readings : {LogReadings::by_series, LogReadings::by_block}) {
    RecordingRingReader log = ring_of(readings, first, second);
    LogSurvey survey;
    LogRecord record;
    while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
    const std::vector<Series> series = survey.series();
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(path_of(series[1]), "\\\\db-17\\Processor(1)\\% Processor Time");
  }
}

TEST(RecordingByBlock, CatalogOfARing_IsThatOfItsLastRecordOrOfItsFirst) {
  Example first;
  first.write(1, {{"0", 10}});
  Example second;
  second.write(2, {{"1", 20}, {"2", 20}});
  const auto instances_in = [&](LogReadings readings) {
    RecordingRingReader log = ring_of(readings, first, second);
    std::vector<std::size_t> counts;
    LogRecord record;
    while (log.read(record).value() == ReadResult::reading) {
      counts.push_back(log.catalog().objects()[0].instances.size());
    }
    counts.push_back(log.catalog().objects()[0].instances.size());
    return counts;
  };
  EXPECT_THAT(instances_in(LogReadings::by_block), ElementsAre(1U, 2U, 2U));
  EXPECT_THAT(instances_in(LogReadings::times), ElementsAre(1U, 1U, 1U));
}

}  // namespace
}  // namespace openperflib
