// A BLG of objects that is read by block has the rows that it has by series.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/query/block_readings.h"
#include "openperflib/testing/clock_block.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/rows_of_log.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_example::catalog;
using blg_example::Entry;
using blg_example::kCatalog;
using blg_example::kData;
using blg_example::kNames;
using blg_example::kTime;
using blg_example::name_table;
using blg_example::record;
using blg_example::sample;
using blg_example::SmallLog;
using testing::ElementsAre;
using testing::IsEmpty;

using Texts = std::vector<std::string>;
const Texts kAllSeries = {"\\*(*)\\*", "\\*\\*"};

std::unique_ptr<BlgReader> open_blg_as(LogReadings readings, const Block& bytes) {
  return BlgReader::open(file_of(bytes), "a.blg", fixed_titles(), readings).value();
}

// Expects both forms to have the same rows, and returns them.
std::vector<Texts> same_rows_by_block(const Block& bytes, const Texts& paths = kAllSeries) {
  const auto by_series = open_blg_as(LogReadings::by_series, bytes);
  const auto by_block = open_blg_as(LogReadings::by_block, bytes);
  std::vector<Texts> rows = rows_of_log(*by_block, paths);
  EXPECT_EQ(rows, rows_of_log(*by_series, paths));
  EXPECT_EQ(by_block->anomaly_count(), by_series->anomaly_count());
  return rows;
}

// The series that a survey of the log finds, and what its records say of them without a query.
Texts survey_texts(LogReadings readings, const Block& bytes) {
  const auto log = open_blg_as(readings, bytes);
  BlockReadings blocks(fixed_titles());
  LogSurvey survey;
  LogRecord record;
  Texts found;
  while (log->read(record).value() == ReadResult::reading) {
    survey.add(*log, record);
    const Record readings_of = blocks.readings_of(record_of(*log, record));
    for (std::size_t i = 0; i < readings_of.catalog->series().size(); ++i) {
      const RawCounter& reading = readings_of.sample->counters[i];
      found.push_back(fmt::format("{} {} {}", path_of(readings_of.catalog->series()[i]),
                                  reading.first, static_cast<int>(reading.status)));
    }
  }
  survey.finish();
  for (const Series& one : survey.series()) {
    found.push_back(fmt::format("{} {} {}", path_of(one), original_path_of(one), one.path));
  }
  return found;
}

void expect_same_survey_by_block(const Block& bytes) {
  EXPECT_EQ(survey_texts(LogReadings::by_block, bytes),
            survey_texts(LogReadings::by_series, bytes));
}

Entry whole_object_entry(std::string object, std::string machine = "\\\\HOST") {
  return {.flags = 0x10,
          .type = 0x10,
          .machine = std::move(machine),
          .object = std::move(object),
          .instance = "*",
          .counter = "*"};
}

Block processes_block(std::int64_t now, std::initializer_list<std::string_view> names,
                      std::uint64_t faults) {
  TestBlock block(now * kTicksPerSecond, 0, "HOST");
  block.object(title::kProcess, {{title::kPageFaultsPerSec, PERF_COUNTER_BULK_COUNT},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  std::uint64_t id = 100;
  for (const std::string_view name : names) block.instance(name, {faults, ++id});
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

Block memory_block(std::int64_t now, std::uint64_t faults) {
  TestBlock block(now * kTicksPerSecond, 0, "HOST");
  block.object(title::kMemory, {{title::kPageFaultsPerSec, PERF_COUNTER_BULK_COUNT}},
               Instances::none);
  block.single({faults});
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

// A log of processes and memory with these records, a second apart.
Block log_of_objects(const std::vector<std::pair<Block, Block>>& records) {
  SmallLog file;
  file.message(kCatalog, kTime - 10,
               catalog({whole_object_entry("Process"), whole_object_entry("Memory")}));
  FileTime time = kTime;
  for (const auto& [first, second] : records) {
    file.message(kData, time, sample({blg_example::record(5, first), record(5, second)}));
    time += kTicksPerSecond;
  }
  return file.finish();
}

TEST(BlgByBlock, GenuineLog_HasTheSameRowsAndSeries) {
  const Block bytes = blg_example::real_log("SampleLog.blg");
  const std::vector<Texts> rows = same_rows_by_block(bytes);
  ASSERT_EQ(rows.size(), 11U);
  EXPECT_GT(rows.back().size(), 1000U);
  (void)same_rows_by_block(bytes,
                           {R"(\Process(*)\% Processor Time)", R"(\Processor(7)\6)", R"(\2\*)",
                            R"(\\other\System\*)", "Processor/_Total/% Processor Time"});
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, GenuineLog_HandsOutOneBlockForEachObjectAndNoReadings) {
  const auto log = open_blg_as(LogReadings::by_block, blg_example::real_log("SampleLog.blg"));
  LogRecord record;
  ASSERT_EQ(log->read(record).value(), ReadResult::reading);
  EXPECT_EQ(record.objects.size(), log->header().entries.size());
  EXPECT_THAT(record.sample.counters, IsEmpty());
  EXPECT_EQ(log->catalog().machine(), "ZACH-PC");
}

TEST(BlgByBlock, InstancesThatComeAndGo_AreTheSame) {
  const Block bytes =
      log_of_objects({{processes_block(1, {"a", "b", "b"}, 10), memory_block(1, 10)},
                      {processes_block(2, {"a", "b", "b"}, 20), memory_block(2, 30)},
                      {processes_block(3, {"b", "c"}, 40), memory_block(3, 60)},
                      {processes_block(4, {}, 0), memory_block(4, 100)},
                      {processes_block(5, {"a"}, 50), memory_block(5, 150)}});
  const std::vector<Texts> rows = same_rows_by_block(bytes);
  EXPECT_EQ(rows[1].size(), 8U);
  EXPECT_EQ(rows[3].size(), 2U);
  (void)same_rows_by_block(bytes, {R"(\Process(c)\Page Faults/sec)", R"(\Process(b#1)\28)"});
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, ObjectThatARecordLacks_IsWithoutValuesThere) {
  const Block bytes = log_of_objects({{Block(), memory_block(1, 10)},
                                      {processes_block(2, {"a"}, 20), memory_block(2, 30)},
                                      {processes_block(3, {"a"}, 40), Block()},
                                      {processes_block(4, {"a"}, 60), memory_block(4, 100)},
                                      {processes_block(5, {"a"}, 80), memory_block(5, 150)}});
  const std::vector<Texts> rows = same_rows_by_block(bytes);
  EXPECT_EQ(rows[0].size(), 2U);
  EXPECT_EQ(rows[2].size(), 4U);
  EXPECT_THAT(rows[4][2], testing::HasSubstr(" 150 0 50 0"));
  (void)same_rows_by_block(bytes, {R"(\Process(z)\Page Faults/sec)", R"(\Memory\*)"});
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, DamagedBlockOfOneObject_LeavesTheOthers) {
  Block broken = processes_block(2, {"a"}, 20);
  store<std::uint32_t>(MutableBytes(broken), 20, 1'000'000);
  const Block bytes = log_of_objects({{processes_block(1, {"a"}, 10), memory_block(1, 10)},
                                      {broken, memory_block(2, 30)},
                                      {processes_block(3, {"a"}, 40), memory_block(3, 60)}});
  const std::vector<Texts> rows = same_rows_by_block(bytes);
  EXPECT_THAT(rows[1][2], testing::HasSubstr(" 30 0 20 0"));
  const auto log = open_blg_as(LogReadings::by_block, bytes);
  (void)rows_of_log(*log, kAllSeries);
  EXPECT_EQ(log->anomaly_count(), 1U);
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, RestartOfTheMachine_CostsTheRatesOfAllObjects) {
  const Block bytes = log_of_objects({{processes_block(8, {"a"}, 10), memory_block(8, 10)},
                                      {processes_block(1, {"a"}, 20), memory_block(1, 30)},
                                      {processes_block(2, {"a"}, 40), memory_block(2, 60)}});
  const std::vector<Texts> rows = same_rows_by_block(bytes);
  EXPECT_THAT(rows[1][2], testing::HasSubstr(" 30 0 -1 "));
  EXPECT_THAT(rows[1].back(), testing::HasSubstr(" true "));
  EXPECT_THAT(rows[2][2], testing::HasSubstr(" 60 0 30 0"));
}

TEST(BlgByBlock, NamesInAnotherLanguage_AreUnderstoodAndKept) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\HOST", {{"230", "Prozess"}, {"28", "Fehler"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object_entry("Prozess")}));
  file.message(kData, kTime, sample({record(5, processes_block(1, {"a"}, 7))}));
  const Block bytes = file.finish();
  const std::vector<Texts> rows =
      same_rows_by_block(bytes, {R"(\Prozess(*)\Fehler)", R"(\230(*)\28)"});
  ASSERT_EQ(rows[0].size(), 3U);
  EXPECT_THAT(rows[0][0], testing::StartsWith(R"(\\HOST\Process(a)\Page Faults/sec)"));
  EXPECT_THAT(rows[0][0], testing::EndsWith(R"(\\HOST\Prozess(a)\Fehler)"));
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, TwoMachines_AreToldApart) {
  SmallLog file;
  file.message(
      kCatalog, kTime - 10,
      catalog({whole_object_entry("Process", "\\\\A"), whole_object_entry("Process", "\\\\B")}));
  for (std::int64_t i = 0; i < 3; ++i) {
    file.message(kData, kTime + i * kTicksPerSecond,
                 sample({record(5, processes_block(1 + i, {"a"}, 7)),
                         record(5, processes_block(5 + i, {"a", "b"}, 9))}));
  }
  const Block bytes = file.finish();
  EXPECT_EQ(same_rows_by_block(bytes)[0].size(), 7U);
  EXPECT_EQ(same_rows_by_block(bytes, {R"(\Process(b)\Page Faults/sec)", R"(\\B\Process(*)\28)"})[0]
                .size(),
            4U);
  expect_same_survey_by_block(bytes);
}

TEST(BlgByBlock, ClocksOfInstances_AreTheSame) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\HOST", {{"2000", "Fish"}, {"2002", "Busy"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object_entry("Fish")}));
  file.message(kData, kTime, sample({record(5, with_clocks(TestBlock(), 100, 2000))}));
  file.message(kData, kTime + 1, sample({record(5, with_clocks(TestBlock(), 1350, 7000))}));
  EXPECT_EQ(same_rows_by_block(file.finish())[1].size(), 3U);
}

// A log with single counters, too, is read by series.
TEST(BlgByBlock, SingleCounterBesideObjects_HasReadings) {
  SmallLog file;
  file.message(kCatalog, kTime - 10,
               catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "B"},
                        whole_object_entry("Process")}));
  for (std::int64_t i = 0; i < 3; ++i) {
    const FileTime time = kTime + i * kTicksPerSecond;
    file.message(kData, time,
                 sample({blg_example::counter_record(time, {1}),
                         record(5, processes_block(1 + i, {"a"}, 7))}));
  }
  const Block bytes = file.finish();
  EXPECT_EQ(same_rows_by_block(bytes)[0].size(), 4U);
  const auto log = open_blg_as(LogReadings::by_block, bytes);
  LogRecord read;
  ASSERT_EQ(log->read(read).value(), ReadResult::reading);
  EXPECT_THAT(read.objects, IsEmpty());
  EXPECT_EQ(read.sample.counters.size(), 3U);
}

// The log continues with another catalog, of single counters.
TEST(BlgByBlock, CatalogThatChanges_ChangesTheForm) {
  SmallLog file;
  file.message(kCatalog, kTime - 10,
               catalog({whole_object_entry("Process"), whole_object_entry("Memory")}));
  for (std::int64_t i = 0; i < 2; ++i) {
    file.message(
        kData, kTime + i,
        sample({record(5, processes_block(1 + i, {"a"}, 7)), record(5, memory_block(1 + i, 9))}));
  }
  file.message(kCatalog, kTime + 2,
               catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "B"}}));
  file.message(kData, kTime + 3, sample({blg_example::counter_record(kTime + 3, {5})}));
  file.message(kCatalog, kTime + 4, catalog({whole_object_entry("Memory")}));
  file.message(kData, kTime + 5, sample({record(5, memory_block(6, 9))}));
  const std::vector<Texts> rows = same_rows_by_block(file.finish());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1].size(), 4U);
  EXPECT_EQ(rows[2].size(), 2U);
  EXPECT_EQ(rows[3].size(), 2U);
}

}  // namespace
}  // namespace openperflib
