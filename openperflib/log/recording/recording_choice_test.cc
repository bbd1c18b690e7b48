// Chosen counters of a recording read the same as when everything is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "openperflib/testing/logs/made_recording.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using recording_example::File;
using recording_example::kProcessor;
using recording_example::MadeRecording;

// The readings of one path, one per sample, and whose they are: 0 is the first who had that path.
struct Readings {
  std::vector<std::pair<FileTime, RawCounter>> all;
  std::vector<std::size_t> whose;
  bool operator==(const Readings& other) const = default;
};
using ByPath = std::map<std::string, Readings>;

ByPath readings_of(LogReader& reader, const std::string& counter) {
  ByPath readings;
  std::map<std::string, std::vector<std::uint64_t>> known;
  LogRecord record;
  while (reader.read(record).value() == ReadResult::reading) {
    const auto series = reader.catalog().series();
    for (std::size_t i = 0; i < series.size(); ++i) {
      std::string path =
          "\\" + std::string(series[i].object) + "\\" + std::string(series[i].counter);
      if (path != counter) continue;
      Readings& one = readings[exact_path_of(series[i])];
      one.all.emplace_back(record.sample.time_utc, record.sample.counters[i]);
      std::vector<std::uint64_t>& had_it = known[exact_path_of(series[i])];
      const auto who = std::ranges::find(had_it, series[i].identity);
      one.whose.push_back(static_cast<std::size_t>(who - had_it.begin()));
      if (who == had_it.end()) had_it.push_back(series[i].identity);
    }
  }
  return readings;
}

// Every counter of the recording, by object and its own name.
std::set<std::string> counters_of(const File& file) {
  std::set<std::string> names;
  const auto reader = recording_example::open(file).value();
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    for (const Series& series : reader->catalog().series()) {
      names.insert("\\" + std::string(series.object) + "\\" + std::string(series.counter));
    }
  }
  return names;
}

ObjectRequest request_of(std::vector<std::string> counters) {
  Query query(fixed_titles());
  for (std::string& counter : counters) {
    (void)query.add(counter).value();
    (void)query.add(counter.insert(counter.find('\\', 1), "(*)")).value();
  }
  return query.request();
}

// How many counters were compared.
std::size_t expect_each_counter_alone_is_the_same(const File& file) {
  const std::set<std::string> counters = counters_of(file);
  for (const std::string& counter : counters) {
    const auto whole = recording_example::open(file).value();
    const auto chosen =
        recording_example::open_as(LogReadings::by_series, file, request_of({counter}));
    EXPECT_TRUE(readings_of(*whole, counter) == readings_of(*chosen, counter)) << counter;
    EXPECT_EQ(whole->anomaly_count(), chosen->anomaly_count()) << counter;
  }
  return counters.size();
}

TEST(RecordingChoice, EachCounterAlone_IsTheSame) {
  EXPECT_EQ(12U, expect_each_counter_alone_is_the_same(MadeRecording().bytes()));
}

// The one that took the name of another is another one there too.
TEST(RecordingChoice, ProcessOfTheSameName_IsAnother) {
  const auto chosen = recording_example::open_as(LogReadings::by_series, MadeRecording().bytes(),
                                                 request_of({"\\Process\\% User Time"}));
  const ByPath readings = readings_of(*chosen, "\\Process\\% User Time");
  ASSERT_EQ(2U, readings.size());
  EXPECT_THAT(readings.begin()->second.whose, testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(RecordingChoice, OtherSeries_HaveNoValueAndRecordsNoBlocks) {
  const auto reader = recording_example::open_as(LogReadings::by_series, MadeRecording().bytes(),
                                                 request_of({"\\Process\\% User Time"}));
  LogRecord record;
  ASSERT_EQ(ReadResult::reading, reader->read(record).value());
  const auto series = reader->catalog().series();
  ASSERT_EQ(10U, series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    EXPECT_EQ("Process", series[i].object);
    const bool is_read = series[i].counter == "% User Time" ||
                         series[i].counter == "Elapsed Time" || series[i].counter == "ID Process";
    EXPECT_EQ(is_read, record.sample.counters[i].status != CStatus::invalid_data) << i;
  }
  EXPECT_TRUE(std::ranges::all_of(record.blocks, &Bytes::empty));
}

// Existing names can then be suggested.
TEST(RecordingChoice, ObjectMissingAtFirst_BringsTheOthersAndIsReadWhenItComes) {
  const auto reader = recording_example::open_as(LogReadings::by_series, MadeRecording().bytes(),
                                                 request_of({"\\Processor\\% User Time"}));
  EXPECT_EQ(3U, reader->header().entries.size());
  const ByPath readings = readings_of(*reader, "\\Processor\\% User Time");
  ASSERT_EQ(1U, readings.size());
  EXPECT_EQ(4U, readings.begin()->second.all.size());
  EXPECT_EQ(9U, readings.begin()->second.all.front().second.first);
}

// Two bytes of a counter are shared with another one, and are in the column of that one.
TEST(RecordingChoice, CounterThatSharesItsPlace_IsReadWithItsNeighbours) {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "shared.perfrec", {.zone = {}, .block_seconds = 1});
  for (std::uint64_t n = 1; n <= 4; ++n) {
    DataBlockBuilder builder;
    const auto now = static_cast<std::int64_t>(n) * kTicksPerSecond;
    builder.begin({.perf_time = now,
                   .perf_freq = kTicksPerSecond,
                   .perf_time_100ns = recording_example::kEpoch + now,
                   .machine_name = "db-17"});
    const std::vector<CounterDefinition> two = {
        recording_example::counter_of(title::kPercentUserTime, 4, 12),
        recording_example::counter_of(title::kPercentPrivilegedTime, 8, 8)};
    builder.begin_object({.name_title_index = kProcessor, .instances = Instances::multiple}, two);
    builder.begin_instance("0", {});
    builder.set(8, 8, n << 32 | 5);
    builder.end_object();
    writer.write(DataBlockView::parse(builder.finish().value()).value()).value();
  }
  const File file = bytes_of(fd.get());
  EXPECT_EQ(2U, expect_each_counter_alone_is_the_same(file));
  const auto chosen = recording_example::open_as(LogReadings::by_series, file,
                                                 request_of({"\\Processor\\% User Time"}));
  const ByPath readings = readings_of(*chosen, "\\Processor\\% User Time");
  ASSERT_EQ(1U, readings.size());
  EXPECT_EQ(3U, readings.begin()->second.all[2].second.first);
}

TEST(RecordingChoice, EachCounterOfARealMachineAlone_IsTheSame) {
  const File file = recording_example::recording_of_the_corpus("blocks.perfrec");
  EXPECT_GT(expect_each_counter_alone_is_the_same(file), 20U);
}

}  // namespace
}  // namespace openperflib
