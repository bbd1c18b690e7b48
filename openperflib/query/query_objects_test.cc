// Queries over the objects of a log, each of which has a block and clocks of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/query/record.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

constexpr std::string_view kPageFaults = R"(\Memory\Page Faults/sec)";

// Memory, whose one counter is a rate.
Snapshot memory_of_a_log(std::int64_t now, std::uint64_t faults) {
  return TestBlock(now)
      .object(title::kMemory, {{title::kPageFaultsPerSec, PERF_COUNTER_BULK_COUNT}},
              Instances::none)
      .single({faults})
      .snapshot();
}

// Processes, each with a rate.
Snapshot processes_of_a_log(std::int64_t now, std::initializer_list<std::string_view> names,
                            std::uint64_t faults) {
  TestBlock block(now);
  block.object(title::kProcess, {{title::kPageFaultsPerSec, PERF_COUNTER_BULK_COUNT}});
  for (const std::string_view name : names) block.instance(name, {faults});
  return block.snapshot();
}

LoggedObject object_of(const Snapshot* block, std::string_view machine = "db-17") {
  return {.block = block, .machine = machine, .titles = &fixed_titles()};
}

Query query_of_log_paths(std::initializer_list<std::string_view> paths) {
  Query query(fixed_titles());
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value()) << path;
  return query;
}

void take_objects(Query& query, std::initializer_list<LoggedObject> objects,
                  FileTime time_utc = kSecond) {
  query.take({std::span(objects.begin(), objects.size()), LoggedBlock{.time_utc = time_utc}});
}

std::vector<double> values_of(const Query& query) {
  std::vector<double> values;
  for (const Value& one : query.row().values) values.push_back(one.usable() ? one.number : -1);
  return values;
}

TEST(QueryObjects, Series_AreInTheOrderOfThePathsThenOfTheObjects) {
  Query query = query_of_log_paths({R"(\*(*)\*)", R"(\*\*)"});
  const Snapshot of_memory = memory_of_a_log(kSecond, 1);
  const Snapshot of_processes = processes_of_a_log(kSecond, {"a", "b"}, 1);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)}, 17);
  EXPECT_THAT(paths_of(query), ElementsAre(R"(\\db-17\Process(a)\Page Faults/sec)",
                                           R"(\\db-17\Process(b)\Page Faults/sec)",
                                           R"(\\db-17\Memory\Page Faults/sec)"));
  EXPECT_EQ(query.row().time_utc, 17);
  EXPECT_EQ(query.binding().machine(), "db-17");
  EXPECT_EQ(query.match(0), Query::Match::matched);
}

TEST(QueryObjects, ClockOfEachObject_DividesItsOwnRates) {
  Query query = query_of_log_paths({kPageFaults, R"(\Process(*)\*)"});
  Snapshot of_memory = memory_of_a_log(kSecond, 100);
  Snapshot of_processes = processes_of_a_log(5 * kSecond, {"a"}, 100);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  of_memory = memory_of_a_log(2 * kSecond, 300);
  of_processes = processes_of_a_log(9 * kSecond, {"a"}, 300);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  EXPECT_THAT(values_of(query), ElementsAre(200, 50));
}

TEST(QueryObjects, ObjectThatARecordLacks_HasNoValueAndNoRateAfterIt) {
  Query query = query_of_log_paths({kPageFaults, R"(\Process(*)\*)"});
  std::vector<std::vector<double>> rows;
  for (std::int64_t i = 1; i <= 5; ++i) {
    const Snapshot of_memory = memory_of_a_log(i * kSecond, static_cast<std::uint64_t>(i) * 10);
    const Snapshot of_processes =
        processes_of_a_log(i * kSecond, {"a"}, static_cast<std::uint64_t>(i));
    take_objects(query, {object_of(i == 3 ? nullptr : &of_memory), object_of(&of_processes)});
    rows.push_back(values_of(query));
    if (i != 3) continue;
    EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
    EXPECT_EQ(query.reason(0), explanation_of(CStatus::invalid_data));
  }
  EXPECT_THAT(rows, ElementsAre(ElementsAre(-1, -1), ElementsAre(10, 1), ElementsAre(-1, 1),
                                ElementsAre(-1, 1), ElementsAre(10, 1)));
  EXPECT_EQ(query.binding().generation(), 1U);
}

TEST(QueryObjects, ObjectThatComesLater_HasItsSeriesFromThenOn) {
  Query query = query_of_log_paths({R"(\*(*)\*)", R"(\*\*)"});
  const Snapshot of_memory = memory_of_a_log(kSecond, 1);
  const Snapshot of_processes = processes_of_a_log(kSecond, {"a"}, 1);
  take_objects(query, {object_of(nullptr), object_of(nullptr)});
  EXPECT_EQ(query.binding().series().size(), 0U);
  EXPECT_EQ(query.match(0), Query::Match::no_machine);
  take_objects(query, {object_of(&of_memory), object_of(nullptr)});
  EXPECT_EQ(query.binding().series().size(), 1U);
  EXPECT_EQ(query.match(0), Query::Match::no_instance);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  EXPECT_EQ(query.binding().series().size(), 2U);
  EXPECT_THAT(query.binding().before(), ElementsAre(Binding::kNew, 0U));
}

TEST(QueryObjects, RestartOfOneObjectsClock_CostsOnlyItsSeries) {
  Query query = query_of_log_paths({kPageFaults, R"(\Process(*)\*)"});
  Snapshot of_memory = memory_of_a_log(5 * kSecond, 100);
  Snapshot of_processes = processes_of_a_log(5 * kSecond, {"a"}, 100);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  of_memory = memory_of_a_log(kSecond, 300);
  of_processes = processes_of_a_log(6 * kSecond, {"a"}, 300);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  EXPECT_THAT(values_of(query), ElementsAre(-1, 200));
  EXPECT_FALSE(query.newer().starts_anew);
  of_memory = memory_of_a_log(kSecond / 2, 400);
  of_processes = processes_of_a_log(kSecond / 2, {"a"}, 400);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  EXPECT_THAT(values_of(query), ElementsAre(-1, -1));
  EXPECT_TRUE(query.newer().starts_anew);
}

TEST(QueryObjects, OtherInstances_LeaveTheSeriesOfTheOtherObjects) {
  Query query = query_of_log_paths({R"(\Process(*)\*)", kPageFaults});
  const Snapshot of_memory = memory_of_a_log(kSecond, 1);
  Snapshot of_processes = processes_of_a_log(kSecond, {"a", "b"}, 1);
  take_objects(query, {object_of(&of_memory), object_of(&of_processes)});
  of_processes = processes_of_a_log(2 * kSecond, {"c", "b"}, 2);
  const Snapshot later = memory_of_a_log(2 * kSecond, 3);
  take_objects(query, {object_of(&later), object_of(&of_processes)});
  EXPECT_THAT(query.binding().before(), ElementsAre(Binding::kNew, 1U, 2U));
  EXPECT_THAT(values_of(query), ElementsAre(-1, 1, 2));
}

// The others in the block describe the first one: here the parents of its instances.
TEST(QueryObjects, OtherObjectsOfTheBlock_HaveNoSeries) {
  Query query = query_of_log_paths({R"(\*(*)\*)"});
  const Snapshot block = TestBlock(kSecond)
                             .object(title::kThread, {{title::kContextSwitchesPerSec}})
                             .instance("0", {1}, {.parent = ParentInstance{title::kProcess, 0}})
                             .object(title::kProcess, {{title::kPageFaultsPerSec}})
                             .instance("sh", {2})
                             .snapshot();
  take_objects(query, {object_of(&block)});
  EXPECT_THAT(paths_of(query), ElementsAre(R"(\\db-17\Thread(sh/0)\Context Switches/sec)"));
}

// A place for an instance that does not exist is needed at most once.
TEST(QueryObjects, NamedInstanceThatOneOfTwoMachinesHas_HasOneSeries) {
  Query query = query_of_log_paths(
      {R"(\Process(b)\*)", R"(\Process(z)\Page Faults/sec)", R"(\Process(b)\Page Faults/sec)"});
  const Snapshot first = processes_of_a_log(kSecond, {"a"}, 1);
  const Snapshot second = processes_of_a_log(kSecond, {"b"}, 2);
  take_objects(query, {object_of(&first, "one"), object_of(&second, "two")});
  EXPECT_THAT(paths_of(query), ElementsAre(R"(\\two\Process(b)\Page Faults/sec)",
                                           R"(\\one\Process(z)\Page Faults/sec)",
                                           R"(\\two\Process(b)\Page Faults/sec)"));
  EXPECT_EQ(query.match(1), Query::Match::no_instance);
  EXPECT_EQ(query.row().values[1].status, CStatus::no_instance);
  EXPECT_EQ(query.binding().machine(), "");
}

TEST(QueryObjects, PathWithAMachine_MeansTheObjectsOfThatOne) {
  Query query = query_of_log_paths({R"(\\two\Process(*)\*)"});
  const Snapshot block = processes_of_a_log(kSecond, {"a"}, 1);
  take_objects(query, {object_of(&block, "one"), object_of(&block, "two")});
  EXPECT_THAT(paths_of(query), ElementsAre(R"(\\two\Process(a)\Page Faults/sec)"));
}

TEST(QueryObjects, NamesOfTheLog_AreFoundAndShownAsOriginals) {
  Query query = query_of_log_paths({R"(\Speicher\Seitenfehler/s)"});
  const Snapshot block = memory_of_a_log(kSecond, 1);
  const std::vector<Title> german = {{title::kMemory, "Speicher"},
                                     {title::kPageFaultsPerSec, "Seitenfehler/s"}};
  LoggedObject object = object_of(&block);
  object.originals = german;
  take_objects(query, {object});
  EXPECT_THAT(paths_of(query), ElementsAre(R"(\\db-17\Memory\Page Faults/sec)"));
  EXPECT_EQ(original_path_of(query.binding().series()[0]), R"(\\db-17\Speicher\Seitenfehler/s)");
}

TEST(QueryObjects, AddedAndReplacedPaths_AreBoundWithTheNextRecord) {
  Query query = query_of_log_paths({kPageFaults});
  Snapshot block = memory_of_a_log(kSecond, 10);
  take_objects(query, {object_of(&block)});
  ASSERT_EQ(query.add(kPageFaults), 1U);
  ASSERT_TRUE(query.replace(0, kPageFaults).has_value());
  block = memory_of_a_log(2 * kSecond, 30);
  take_objects(query, {object_of(&block)});
  EXPECT_THAT(values_of(query), ElementsAre(-1, -1));
  query.remove(0);
  block = memory_of_a_log(3 * kSecond, 60);
  take_objects(query, {object_of(&block)});
  EXPECT_THAT(values_of(query), ElementsAre(30));
}

// As in a log whose catalog changes.
TEST(QueryObjects, OtherObjectsAndReadingsAfterThem_AreOtherSeries) {
  Query query = query_of_log_paths({R"(\*\*)"});
  const Snapshot block = memory_of_a_log(kSecond, 10);
  const Snapshot later = memory_of_a_log(2 * kSecond, 20);
  take_objects(query, {object_of(&block), object_of(&block)});
  EXPECT_EQ(query.binding().series().size(), 2U);
  take_objects(query, {object_of(&later)});
  EXPECT_THAT(values_of(query), ElementsAre(10));
  Catalog catalog;
  Series series;
  series.object = "Memory";
  series.counter = "Page Faults/sec";
  series.type = CounterType(PERF_COUNTER_LARGE_RAWCOUNT);
  catalog.add(series);
  const std::uint64_t generation = query.binding().generation();
  const Sample sample{
      .time_utc = 3 * kSecond,
      .counters = {RawCounter{.first = 5, .size = 8, .status = CStatus::valid_data}}};
  query.take({catalog, sample});
  EXPECT_GT(query.binding().generation(), generation);
  EXPECT_THAT(values_of(query), ElementsAre(5));
  take_objects(query, {object_of(&block)});
  EXPECT_THAT(values_of(query), ElementsAre(-1));
  take_objects(query, {object_of(&later)});
  EXPECT_THAT(values_of(query), ElementsAre(10));
}

}  // namespace
}  // namespace openperflib
