// Recordings as sources of PDH: docs/pdh.md, "Logs as a source".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/pdh/log_facts.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/pdh/raw_records.h"
#include "openperflib/pdh/source_names.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/logs/changing_recording.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using recording_example::changing_recording;
using recording_example::changing_time;
using testing::ElementsAre;

class RecordingAsSource : public testing::Test {
 protected:
  RecordingAsSource() { folder_.write("log.perfrec", as_text(changing_recording())); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] std::shared_ptr<PdhQuery> query() const {
    return PdhQuery::open(source_, machine_).value();
  }

  MadeFolder folder_;
  DataSource source_ = DataSource::of_log(path("log.perfrec"));
  PdhMachine machine_{.open = nullptr, .name = "HERE", .fixed = fixed_titles()};
};

TEST_F(RecordingAsSource, Names_AreThoseOfAllRecords) {
  SourceNames names(machine_);
  EXPECT_THAT(names.machines(source_)->names(), ElementsAre("\\\\db-17"));
  const auto process = names.items(source_, "", "Process", 100);
  ASSERT_TRUE(process.has_value());
  EXPECT_THAT(process->instances.names(), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(process->counters.names(), ElementsAre("% User Time", "Thread Count", "ID Process"));
  EXPECT_THAT(names.expand(source_, "\\Processor(*)\\*", {})->names(),
              ElementsAre("\\\\db-17\\Processor(0)\\% User Time"));
  EXPECT_EQ(names.validate(source_, "\\Process(b#1)\\Thread Count"), kPdhSuccess);
  EXPECT_EQ(names.validate(source_, "\\Process(e)\\Thread Count"), PDH_CSTATUS_NO_INSTANCE);
}

TEST_F(RecordingAsSource, TimeRange_IsThatOfItsRecords) {
  LogContents contents(machine_.fixed);
  const auto range = time_range_of(source_, contents);
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->records, 6U);
  EXPECT_EQ(range->first_local, changing_time(1));
  EXPECT_EQ(range->last_local, changing_time(6));
}

TEST_F(RecordingAsSource, CounterOfTheFirstRecord_IsKnownWithItsClock) {
  const auto reading = query();
  const auto faults = reading->add("\\Memory\\Page Faults/sec").value();
  EXPECT_EQ(reading->describe(faults)->type.bits(), PERF_COUNTER_COUNTER);
  EXPECT_EQ(reading->describe(faults)->path.machine, "db-17");
  EXPECT_EQ(reading->describe(faults)->help, "");
  EXPECT_EQ(reading->time_base(faults), 10'000'000U);
  EXPECT_EQ(reading->add("\\Memory\\Cache Bytes").error(), PDH_CSTATUS_NO_COUNTER);
}

// The first record has no process, and no processor yet.
TEST_F(RecordingAsSource, CounterOfALaterRecord_IsFoundAndWaitedFor) {
  const auto reading = query();
  ASSERT_TRUE(reading->add("\\Memory\\Available Bytes").has_value());
  const auto threads = reading->add("\\Process(d)\\Thread Count").value();
  const auto time = reading->add("\\Processor(0)\\% User Time").value();
  EXPECT_EQ(reading->describe(threads)->type.bits(), PERF_COUNTER_RAWCOUNT);
  EXPECT_EQ(reading->describe(time)->type.bits(), PERF_COUNTER_LARGE_RAWCOUNT);
  for (int record = 0; record < 6; ++record) ASSERT_TRUE(reading->collect().has_value());
  EXPECT_EQ(reading->value(threads, {})->value.real(), 6);
  EXPECT_EQ(reading->add("\\System\\Processes").error(), PDH_CSTATUS_NO_OBJECT);
}

TEST_F(RecordingAsSource, RawRecords_AreNotImplemented) {
  RawRecords records(source_, machine_.fixed);
  EXPECT_EQ(records.at(changing_time(2)).error(), PDH_NOT_IMPLEMENTED);
}

// Processes that get the name of an earlier one continue its column.
TEST_F(RecordingAsSource, CopyAsText_HasTheColumnsOfAllRecords) {
  LogContents contents(machine_.fixed);
  const auto reading = query();
  ASSERT_TRUE(reading->add("\\Memory\\Available Bytes").has_value());
  ASSERT_TRUE(reading->add("\\Process(*)\\Thread Count").has_value());
  const auto log =
      PdhLogOutput::open(reading, {.target = LogTarget::parse(path("copy.csv")).value()}, contents)
          .value();
  for (int record = 0; record < 6; ++record) ASSERT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(log->update(""), PDH_NO_MORE_DATA);
  EXPECT_EQ(log->close(), kPdhSuccess);
  const std::string text = text_of_file(path("copy.csv"));
  const std::string header = text.substr(0, text.find("\r\n"));
  EXPECT_EQ(std::ranges::count(header, ','), 1 + 5);
  EXPECT_THAT(text, testing::EndsWith(",\"6\",\"6\",\" \",\" \",\" \",\"6\"\r\n"));
}

}  // namespace
}  // namespace openperflib
