// Lists of recordings, which are read by block, beside those of their series.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/testing/logs/changing_recording.h"
#include "openperflib/testing/logs/made_recording.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using recording_example::changing_recording;
using recording_example::changing_time;
using recording_example::Example;
using recording_example::File;
using recording_example::MadeRecording;
using recording_example::recording_of_the_corpus;
using testing::ElementsAre;

ListModel list_of_file(const File& bytes, const LogWindow& window = {}) {
  MadeFolder folder;
  folder.write("log.perfrec", as_text(bytes));
  auto job = ListJob::begin({.logs = {.files = {folder.path() + "/log.perfrec"}}, .window = window},
                            fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->model();
}

std::vector<std::string> texts_of(const std::vector<ListedObject>& objects,
                                  std::uint64_t anomalies) {
  std::vector<std::string> lines = {std::to_string(anomalies) + " anomalies"};
  for (const ListedObject& object : objects) {
    lines.push_back(object.machine + "\\" + object.name + (object.has_instances ? "(*)" : ""));
    for (const std::string& instance : object.instances) lines.push_back("  " + instance);
    for (const ListedCounter& counter : object.counters) {
      lines.push_back("  " + std::to_string(counter.title_index) + " " + counter.name + " " +
                      std::to_string(counter.type.value_or(CounterType()).bits()) + " " +
                      std::to_string(counter.default_scale.value_or(-1)) + " " +
                      (usable(counter.status) ? "has data" : counter.reason));
    }
  }
  return lines;
}

// Returns the list that the series of the recording make.
std::vector<std::string> list_of_series(const File& bytes) {
  const auto log = recording_example::open_as(LogReadings::by_series, bytes);
  ListOfRecords list([](const Series&) { return std::string(); });
  LogRecord record;
  while (log->read(record).value() == ReadResult::reading) {
    list.add(log->catalog(), false,
             [&](std::size_t series) { return usable(record.sample.counters[series].status); });
  }
  return texts_of(list.objects(), log->anomaly_count());
}

const ListedObject& object_of(const ListModel& model, const std::string& name) {
  const auto found = std::ranges::find(model.objects, name, &ListedObject::name);
  EXPECT_NE(found, model.objects.end()) << name;
  return *found;
}

TEST(ListOfRecording, Blocks_HaveTheListOfTheirSeries) {
  for (const File& bytes :
       {changing_recording(), MadeRecording().bytes(), recording_of_the_corpus("blocks.perfrec")}) {
    const ListModel model = list_of_file(bytes);
    EXPECT_EQ(texts_of(model.objects, model.findings.anomaly_count), list_of_series(bytes));
    EXPECT_GT(model.objects.size(), 3U);
    EXPECT_EQ(model.findings.anomaly_count, 0U);
  }
}

TEST(ListOfRecording, InstancesThatComeAndGo_AreInTheOrderOfTheirAppearance) {
  const ListModel model = list_of_file(changing_recording());
  EXPECT_EQ(model.extent.records, 6U);
  EXPECT_EQ(model.machine, "db-17");
  EXPECT_THAT(object_of(model, "Process").instances, ElementsAre("a", "b", "c", "b#1", "d"));
  EXPECT_EQ(object_of(model, "2000").counters.size(), 2U);  // the clock of its set is not listed
}

TEST(ListOfRecording, Window_HasTheInstancesOfItsRecords) {
  const ListModel model = list_of_file(changing_recording(), {.begin_local = changing_time(4)});
  EXPECT_EQ(model.extent.records, 3U);
  EXPECT_THAT(object_of(model, "Process").instances, ElementsAre("c", "b", "b#1", "A", "d"));
}

// Only the first sample has a value.
TEST(ListOfRecording, CounterWithoutAValue_HasNoData) {
  Example never;
  never.write(1, {{"0", 1}}, 0).write(2, {{"0", 2}}, 0);
  Example once;
  once.write(1, {{"0", 1}}).write(2, {{"0", 2}}, 0);
  const auto status_in = [](const File& bytes) {
    return object_of(list_of_file(bytes), "Processor").counters.at(0).status;
  };
  EXPECT_EQ(status_in(never.bytes()), CStatus::no_data);
  EXPECT_EQ(status_in(once.bytes()), CStatus::valid_data);
}

// The header of the file is in its first half, which stays as it is.
TEST(ListOfRecording, DamagedFile_HasWhatIsLeft) {
  const File whole = changing_recording();
  int damaged = 0;
  for (std::size_t i = whole.size() / 2; i < whole.size(); i += 13) {
    File bytes = whole;
    bytes[i] ^= std::byte{0xFF};
    const ListModel model = list_of_file(bytes);
    ASSERT_EQ(texts_of(model.objects, model.findings.anomaly_count), list_of_series(bytes)) << i;
    if (model.findings.anomaly_count != 0) ++damaged;
  }
  EXPECT_GT(damaged, 0);
}

}  // namespace
}  // namespace openperflib
