// Logs of whole objects: names from the tables of the log, damaged blocks, other objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/clock_block.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

using blg_example::anomalies_of;
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

Entry whole_object(std::string machine = "\\\\HOST") {
  return {.flags = 0x10,
          .type = 0x10,
          .machine = std::move(machine),
          .object = "Fish",
          .instance = "*",
          .counter = "*"};
}

// A block of one object with one counter, 2002.
Block block_with(std::uint32_t object, const std::vector<std::string>& instances,
                 std::uint64_t value) {
  const std::vector<CounterDefinition> definitions = {
      {2002, 2003, 0, 100, PERF_COUNTER_RAWCOUNT, 4, 4}};
  DataBlockBuilder builder;
  builder.begin({.machine_name = "HOST"});
  builder.begin_object({.name_title_index = object, .instances = Instances::multiple}, definitions);
  for (const std::string& instance : instances) {
    builder.begin_instance(instance, {});
    builder.set(4, 4, value);
  }
  builder.end_object();
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

TEST(BlgObjects, Names_AreThoseOfTheLogsOwnTable) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\HOST", {{"2000", "Рыба"}, {"2002", "Карп"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, block_with(2000, {"a", "a"}, 7))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_THAT(log.names[0], ElementsAre("Рыба(a)\\Карп", "Рыба(a#1)\\Карп"));
  const Series& series = log.reader->catalog().series()[0];
  EXPECT_EQ(series.object_title_index, 2000U);
  EXPECT_EQ(series.counter_title_index, 2002U);
  EXPECT_EQ(series.machine, "HOST");
  EXPECT_EQ(log.records[0].sample.counters[0].first, 7U);
  EXPECT_EQ(log.records[0].sample.counters[0].size, 4);
}

// Only the base titles have the same index everywhere.
TEST(BlgObjects, BaseTitleInAnotherLanguage_IsEnglishAndTheOthersStay) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\HOST", {{"230", "Процесс"}, {"2002", "Карп"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, block_with(230, {"a"}, 7))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_THAT(log.names[0], ElementsAre("Process(a)\\Карп"));
  const Series& series = log.reader->catalog().series()[0];
  EXPECT_EQ(series.original_object, "Процесс");
  EXPECT_EQ(series.original_counter, "");
}

TEST(BlgObjects, WithoutATable_NamesAreTheFixedOnes) {
  SmallLog file;
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, block_with(230, {"a"}, 7))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_THAT(log.names[0], ElementsAre("Process(a)\\2002"));
}

TEST(BlgObjects, EachMachine_HasItsOwnNames) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\A", {{"2000", "One"}, {"2002", "C"}}));
  file.message(kNames, kTime - 20, name_table("\\\\b", {{"2000", "Two"}, {"2002", "C"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object("\\\\A"), whole_object("\\\\B")}));
  file.message(
      kData, kTime,
      sample({record(5, block_with(2000, {"x"}, 1)), record(5, block_with(2000, {"x"}, 2))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 1U);
  EXPECT_THAT(log.names[0], ElementsAre("One(x)\\C", "Two(x)\\C"));
  const auto series = log.reader->catalog().series();
  EXPECT_NE(series[0].identity, series[1].identity);
}

TEST(BlgObjects, DamagedBlock_HasNoValuesAndTheNextHas) {
  Block broken = block_with(2000, {"a"}, 2);
  store<std::uint32_t>(MutableBytes(broken), 20, 1'000'000);
  SmallLog file;
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, block_with(2000, {"a"}, 1))}));
  file.message(kData, kTime + 1, sample({record(5, broken)}));
  file.message(kData, kTime + 2, sample({record(5, block_with(2000, {"a"}, 3))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 3U);
  EXPECT_EQ(log.records[1].sample.counters.at(0).status, CStatus::invalid_data);
  EXPECT_EQ(log.records[2].sample.counters.at(0).first, 3U);
  EXPECT_THAT(anomalies_of(log),
              ElementsAre(testing::HasSubstr("PERF_DATA_BLOCK.TotalByteLength")));
}

TEST(BlgObjects, BlockOfAnotherObject_IsOtherSeries) {
  SmallLog file;
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, block_with(2000, {"a"}, 1))}));
  file.message(kData, kTime + 1, sample({record(5, block_with(2004, {"a"}, 2))}));
  auto reader = BlgReader::open(file_of(file.finish()), "a.blg", fixed_titles()).value();
  LogRecord into;
  ASSERT_TRUE(reader->read(into).has_value());
  const std::uint64_t before = reader->catalog().series()[0].identity;
  ASSERT_TRUE(reader->read(into).has_value());
  EXPECT_NE(reader->catalog().series()[0].identity, before);
}

TEST(BlgObjects, OwnClocks_AreThoseOfEachInstance) {
  SmallLog file;
  file.message(kNames, kTime - 20, name_table("\\\\HOST", {{"2000", "Fish"}, {"2002", "Busy"}}));
  file.message(kCatalog, kTime - 10, catalog({whole_object()}));
  file.message(kData, kTime, sample({record(5, with_clocks(TestBlock(), 100, 2000))}));
  file.message(kData, kTime + 1, sample({record(5, with_clocks(TestBlock(), 1350, 7000))}));
  const auto log = blg_example::read_log(file.finish());
  ASSERT_EQ(log.records.size(), 2U);
  EXPECT_THAT(log.names[1], ElementsAre("Fish(slow)\\Busy", "Fish(fast)\\Busy"));
  const auto& counters = log.records[1].sample.counters;
  ASSERT_EQ(counters.size(), 2U);  // what is not displayed is not among them
  EXPECT_EQ(counters[0].first, 1350U);
  EXPECT_EQ(counters[0].second, 7000U);
  EXPECT_EQ(counters[0].time_base, 1000U);
  EXPECT_EQ(counters[1].second, 14000U);
  EXPECT_EQ(counters[1].time_base, 2000U);
  EXPECT_THAT(anomalies_of(log), ElementsAre());
}

TEST(BlgObjects, Blocks_AreGivenAsTheyStand) {
  const Block block = block_with(2000, {"a"}, 1);
  SmallLog file;
  file.message(
      kCatalog, kTime - 10,
      catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "B"}, whole_object()}));
  file.message(kData, kTime, sample({blg_example::counter_record(kTime, {1}), record(5, block)}));
  auto reader = BlgReader::open(file_of(file.finish()), "a.blg", fixed_titles()).value();
  LogRecord into;
  ASSERT_TRUE(reader->read(into).has_value());
  ASSERT_EQ(into.blocks.size(), 2U);
  EXPECT_TRUE(into.blocks[0].empty());
  EXPECT_EQ(Block(into.blocks[1].begin(), into.blocks[1].end()), block);
}

}  // namespace
}  // namespace openperflib
