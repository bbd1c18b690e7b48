// Queries of logs: docs/pdh.md, "Logs as a source".
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr const char* kBytes = "\\Memory\\Available Bytes";

PdhMachine no_machine() { return {.open = nullptr, .name = "HERE", .fixed = fixed_titles()}; }

std::string binary(const std::string& name) {
  return OPENPERFLIB_SOURCE_DIR "/tests/data/blg/" + name;
}

std::unique_ptr<PdhQuery> opened(const DataSource& source) {
  return PdhQuery::open(source, no_machine()).value();
}

double number_of(PdhQuery& query, PdhCounterId counter) {
  return query.value(counter, ValueFormat()).value().value.real();
}

// Three records of one machine.
constexpr std::string_view kThreeRecords =
    "\"(PDH-CSV 4.0) (UTC)(-60)\",\"\\\\a\\Memory\\Available Bytes\",\"\\\\a\\Process(x)\\% User "
    "Time\"\r\n"
    "\"11/22/2026 10:00:00.000\",\"1\",\" \"\r\n"
    "\"11/22/2026 10:00:10.000\",\"2\",\"150\"\r\n"
    "\"11/22/2026 10:00:20.000\",\"2\",\"50.5\"\r\n";

FileTime local_time(int second) {
  return *file_time_from({.year = 2026, .month = 11, .day = 22, .hour = 10}) +
         second * kTicksPerSecond;
}

class TextLogQuery : public testing::Test {
 protected:
  TextLogQuery() {
    folder_.write("log.csv", kThreeRecords);
    query_ = opened(DataSource::of_log(folder_.path() + "/log.csv"));
  }
  MadeFolder folder_;
  std::unique_ptr<PdhQuery> query_;
};

TEST(LogQuery, FileOfAnotherKind_IsRefused) {
  EXPECT_EQ(PdhQuery::open(DataSource::of_log("/no/such.blg"), no_machine()).error(),
            PDH_FILE_NOT_FOUND);
  EXPECT_EQ(PdhQuery::open(DataSource::of_log(""), no_machine()).error(), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(
      PdhQuery::open(DataSource::of_log(OPENPERFLIB_SOURCE_DIR "/README.md"), no_machine()).error(),
      PDH_UNKNOWN_LOG_FORMAT);
}

TEST_F(TextLogQuery, EachCollection_IsTheNextRecord) {
  EXPECT_FALSE(query_->is_real_time());
  const auto counter = query_->add(kBytes).value();
  for (const int second : {0, 10, 20}) {
    EXPECT_EQ(query_->collect(), local_time(second));
    EXPECT_EQ(number_of(*query_, counter), second == 0 ? 1 : 2);
  }
  EXPECT_EQ(query_->collect().error(), PDH_NO_MORE_DATA);
  EXPECT_EQ(query_->collect().error(), PDH_NO_MORE_DATA);
  EXPECT_EQ(number_of(*query_, counter), 2);
}

// A text log has no numbers: they are those of its names on every machine.
TEST_F(TextLogQuery, PathOfNumbers_IsThatOfTheirNames) {
  const auto counter = query_->add("\\4\\24").value();
  EXPECT_EQ(query_->collect(), local_time(0));
  EXPECT_EQ(number_of(*query_, counter), 1);
  EXPECT_EQ(query_->describe(counter)->path.counter, "Available Bytes");
  EXPECT_EQ(query_->add("\\4\\26").error(), PDH_CSTATUS_NO_COUNTER);
}

TEST_F(TextLogQuery, TextLog_HasValuesAndNoReadings) {
  const auto counter = query_->add("\\Process(x)\\% User Time").value();
  EXPECT_EQ(query_->describe(counter)->type.bits(), 0U);
  ASSERT_TRUE(query_->collect().has_value());
  EXPECT_EQ(query_->value(counter, {})->status, PDH_INVALID_DATA);
  ASSERT_TRUE(query_->collect().has_value());
  EXPECT_EQ(query_->value(counter, {})->value.real(), 150);  // nothing says that it is a percentage
  EXPECT_EQ(query_->reading(counter).error(), PDH_INVALID_DATA);
  EXPECT_EQ(query_->time_base(counter).error(), PDH_INVALID_DATA);
  EXPECT_EQ(query_->calculated(counter, {}, {}, RawCounter()).error(), PDH_INVALID_DATA);
  EXPECT_EQ(query_->statistics(counter, {}, {{}}, 0).error(), PDH_INVALID_DATA);
  EXPECT_FALSE(query_->instances(counter)->has_readings());
}

TEST_F(TextLogQuery, EveryValue_IsValid) {
  const auto counter = query_->add(kBytes).value();
  for (int record = 0; record < 3; ++record) {
    ASSERT_TRUE(query_->collect().has_value());
    EXPECT_EQ(query_->instances(counter)->value(0, {}).status, CStatus::valid_data);
    EXPECT_EQ(query_->describe(counter)->status, CStatus::valid_data);
  }
}

TEST_F(TextLogQuery, Range_IncludesBothEnds) {
  const auto counter = query_->add(kBytes).value();
  EXPECT_EQ(query_->set_range(local_time(10), local_time(10)), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(query_->set_range(local_time(10), local_time(20)), kPdhSuccess);
  EXPECT_EQ(query_->collect(), local_time(10));
  EXPECT_EQ(query_->collect(), local_time(20));
  EXPECT_EQ(query_->collect().error(), PDH_NO_MORE_DATA);
  EXPECT_EQ(query_->set_range(0, local_time(0)), kPdhSuccess);  // starts again
  EXPECT_EQ(query_->value(counter, {})->value.status, CStatus::item_not_validated);
  EXPECT_EQ(query_->collect(), local_time(0));
  EXPECT_EQ(query_->collect().error(), PDH_NO_MORE_DATA);
}

TEST_F(TextLogQuery, NamesOfAnotherLog_AreUnknown) {
  EXPECT_EQ(query_->add("\\System\\Processes").error(), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(query_->add("\\Memory\\Cache Bytes").error(), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(query_->add("\\\\b\\Memory\\Available Bytes").error(), PDH_CSTATUS_NO_MACHINE);
  EXPECT_TRUE(query_->add("\\\\A\\Memory\\Available Bytes").has_value());
  const auto counter = query_->add("\\Process(y)\\% User Time").value();
  EXPECT_TRUE(query_->collect().has_value());  // the other counter has a value
  EXPECT_EQ(query_->value(counter, {})->value.status, CStatus::no_instance);
}

TEST(LogQuery, SeriesOfALaterLog_AreFoundAndWaitedFor) {
  MadeFolder folder;
  folder.write("a.csv", kThreeRecords);
  folder.write("b.csv",
               "\"(PDH-CSV 4.0) (UTC)(-60)\",\"\\\\a\\Memory\\Cache Bytes\"\r\n"
               "\"11/22/2026 10:00:30.000\",\"7\"\r\n");
  const auto query =
      opened(DataSource::of_logs({folder.path() + "/a.csv", folder.path() + "/b.csv"}));
  const auto counter = query->add("\\Memory\\Cache Bytes").value();
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(query->collect().has_value());
    EXPECT_EQ(query->value(counter, {})->status, PDH_INVALID_DATA);
  }
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(number_of(*query, counter), 7);
  EXPECT_EQ(query->collect().error(), PDH_NO_MORE_DATA);
}

TEST(LogQuery, SeveralMachines_AreAskedByNameAndTheFirstWithout) {
  MadeFolder folder;
  folder.write("log.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\b\\Memory\\Available Bytes\","
               "\"\\\\here\\Memory\\Available Bytes\",\"\\\\b\\System\\Processes\"\r\n"
               "\"11/22/2026 10:00:00.000\",\"1\",\"2\",\"3\"\r\n");
  const auto query = opened(DataSource::of_log(folder.path() + "/log.csv"));
  const auto named = query->add("\\\\B\\Memory\\Available Bytes").value();
  const auto here = query->add(kBytes).value();  // of this computer, which the log has
  EXPECT_EQ(query->add("\\System\\Processes").error(), PDH_CSTATUS_NO_OBJECT);
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(number_of(*query, named), 1);
  EXPECT_EQ(number_of(*query, here), 2);
  EXPECT_EQ(query->describe(named)->path.machine, "b");
}

// The numbers of docs/counter_types.md, 2.1, which Windows wrote.
TEST(LogQuery, BinaryLogOfWindows_GivesTheValuesOfItsReadings) {
  const auto query = opened(DataSource::of_log(binary("SampleLog.blg")));
  const auto time = query->add("\\Processor(_Total)\\% Processor Time").value();
  const auto rate = query->add("\\PhysicalDisk(_Total)\\Disk Bytes/sec").value();
  EXPECT_EQ(query->describe(time)->type.bits(), PERF_100NSEC_TIMER_INV);
  EXPECT_EQ(query->time_base(time), 10'000'000U);
  EXPECT_EQ(query->time_base(rate), 3'579'545U);
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->value(time, {})->value.status, CStatus::invalid_data);
  EXPECT_EQ(query->reading(time)->raw.first, 12'558'750'000U);
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->reading(time)->raw.first, 12'665'781'250U);
  EXPECT_EQ(query->value(time, {})->value.real(), 82.1481131553226);
  EXPECT_EQ(query->value(rate, {})->value.real(), 1467496.292524977);
}

TEST(LogQuery, FirstRecordOfARange_HasItsRate) {
  const auto query = opened(DataSource::of_log(binary("SampleLog.blg")));
  const auto counter = query->add("\\Processor(_Total)\\% Processor Time").value();
  ASSERT_TRUE(query->collect().has_value());
  const FileTime second = query->collect().value();
  ASSERT_EQ(query->set_range(second, second + 1), kPdhSuccess);
  EXPECT_EQ(query->collect(), second);
  EXPECT_EQ(query->value(counter, {})->value.real(), 82.1481131553226);
}

}  // namespace
}  // namespace openperflib
