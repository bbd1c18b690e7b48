// Queries over a flat catalog: the readings of logs without blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

Series series(std::string_view machine, std::string_view object, const char* instance,
              std::string_view counter, std::uint32_t type = PERF_COUNTER_RAWCOUNT) {
  Series one;
  one.machine = machine;
  one.object = object;
  if (instance != nullptr) one.instance = instance;
  one.counter = counter;
  one.type = CounterType(type);
  return one;
}

RawCounter reading(std::uint64_t first, std::uint64_t second = 0, std::uint64_t base = 1) {
  return {.first = first,
          .second = second,
          .time_base = base,
          .size = 8,
          .status = CStatus::valid_data};
}

// A log of two machines: counters that not every instance has.
Catalog two_machines() {
  Catalog catalog;
  catalog.clear();
  catalog.add(series("db-17", "Processor", "_Total", "% Processor Time", PERF_COUNTER_COUNTER));
  catalog.add(series("db-17", "Processor", "0", "% User Time", PERF_COUNTER_COUNTER));
  catalog.add(series("web-3", "Processor", "_Total", "% Processor Time", PERF_COUNTER_COUNTER));
  catalog.add(series("web-3", "Memory", nullptr, "Available Bytes"));
  return catalog;
}

Query query_of_log(std::initializer_list<std::string_view> paths) {
  Query query(fixed_titles());
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value());
  return query;
}

Sample sample(std::vector<RawCounter> counters) { return {.time_utc = 1, .counters = counters}; }

TEST(SeriesQuery, PathWithoutAMachine_MeansEveryMachineOfTheLog) {
  Query query = query_of_log({"\\Processor(_Total)\\% Processor Time"});
  query.take({two_machines(), sample({reading(1), reading(2), reading(3), reading(4)})});
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Processor(_Total)\\% Processor Time",
                                           "\\\\web-3\\Processor(_Total)\\% Processor Time"));
  EXPECT_EQ(query.newer().counters[1].first, 3U);
}

TEST(SeriesQuery, PathWithAMachine_MeansThatOneInAnyCase) {
  Query query = query_of_log({"\\\\WEB-3\\Processor(*)\\*", "\\\\mail\\Memory\\Available Bytes"});
  query.take({two_machines(), sample({reading(1), reading(2), reading(3), reading(4)})});
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\web-3\\Processor(_Total)\\% Processor Time"));
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_EQ(query.match(1), Query::Match::no_machine);
}

TEST(SeriesQuery, NoCross_OfInstancesAndCountersIsInvented) {
  Query query = query_of_log({"\\Processor(*)\\*", "\\Processor(0)\\% Processor Time"});
  query.take({two_machines(), sample({reading(1), reading(2), reading(3), reading(4)})});
  EXPECT_EQ(query.binding().series().size(), 4U);  // the last one is named, and not there
  EXPECT_EQ(query.match(1), Query::Match::no_instance);
  EXPECT_EQ(query.row().values[3].status, CStatus::no_instance);
  EXPECT_EQ(*query.binding().series()[3].instance, "0");
}

TEST(SeriesQuery, NumbersAndShellSpellings_AreUnderstood) {
  Query query =
      query_of_log({"\\238(_Total)\\6", "Processor/0/% User Time", "Memory/Available Bytes"});
  query.take({two_machines(), sample({reading(1), reading(2), reading(3), reading(4)})});
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Processor(_Total)\\% Processor Time",
                                           "\\\\web-3\\Processor(_Total)\\% Processor Time",
                                           "\\\\db-17\\Processor(0)\\% User Time",
                                           "\\\\web-3\\Memory\\Available Bytes"));
}

TEST(SeriesQuery, UnknownParts_AreDistinguished) {
  Query query = query_of_log({"\\Paging File(*)\\*", "\\Memory\\Pages/sec", "\\Processor(7)\\*"});
  query.take({two_machines(), sample({reading(1), reading(2), reading(3), reading(4)})});
  EXPECT_EQ(query.match(0), Query::Match::no_object);
  EXPECT_EQ(query.match(1), Query::Match::no_counter);
  EXPECT_EQ(query.match(2), Query::Match::no_instance);
}

TEST(SeriesQuery, CatalogThatIsOnlyBound_HasSeriesAndMatches) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\Processor(*)\\% Processor Time", "\\Paging File(*)\\*"});
  query.bind(catalog);
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Processor(_Total)\\% Processor Time",
                                           "\\\\web-3\\Processor(_Total)\\% Processor Time"));
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_EQ(query.match(1), Query::Match::no_object);
  query.bind(catalog);
  EXPECT_EQ(query.binding().generation(), 1U);
}

TEST(SeriesQuery, SecondRecord_GivesTheRate) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  query.take({catalog, sample({reading(100, 10), {}, {}, {}})});
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take({catalog, sample({reading(130, 12), {}, {}, {}})});
  EXPECT_EQ(query.row().values[0].number, 15.0);
}

TEST(SeriesQuery, InstancesThatChangePlaces_KeepTheirDifferences) {
  Catalog catalog;
  Query query = query_of_log({"\\Process(*)\\Rate"});
  const auto fill = [&](std::initializer_list<const char*> names) {
    catalog.clear();
    for (const char* name : names) {
      catalog.add(series("db-17", "Process", name, "Rate", PERF_COUNTER_COUNTER));
    }
  };
  fill({"a", "b"});
  query.take({catalog, sample({reading(0, 0), reading(500, 0)})});
  fill({"b", "c", "a"});
  query.take({catalog, sample({reading(510, 1), reading(9, 1), reading(7, 1)})});
  EXPECT_EQ(query.row().values[0].number, 10.0);
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(1), "the instance is new");
  EXPECT_EQ(query.row().values[2].number, 7.0);
}

TEST(SeriesQuery, ClockThatFell_IsAnotherStartOfTheMachine) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\Processor(_Total)\\% Processor Time"});
  query.take({catalog, sample({reading(100, 5000, 10), {}, reading(100, 5000, 10), {}})});
  query.take({catalog, sample({reading(900, 40, 10), {}, reading(900, 40, 10), {}})});
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take({catalog, sample({reading(910, 50, 10), {}, reading(920, 50, 10), {}})});
  EXPECT_EQ(query.row().values[0].number, 10.0);
}

// The clock of one reading in a database is wrong: the rates of the others stay.
TEST(SeriesQuery, OneWrongClock_IsNotAnotherStartOfTheMachine) {
  Catalog catalog;
  catalog.clear();
  for (const char* const cpu : {"0", "1", "2"}) {
    catalog.add(series("db-17", "Processor", cpu, "% User Time", PERF_COUNTER_COUNTER));
  }
  Query query = query_of_log({"\\Processor(*)\\% User Time"});
  query.take({catalog,
              sample({reading(100, 999'999, 10), reading(100, 5000, 10), reading(100, 5000, 10)})});
  query.take(
      {catalog, sample({reading(110, 5010, 10), reading(110, 5010, 10), reading(120, 5010, 10)})});
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_EQ(query.row().values[1].number, 10.0);
  EXPECT_EQ(query.row().values[2].number, 20.0);
  query.take(
      {catalog, sample({reading(120, 5020, 10), reading(120, 5020, 10), reading(130, 5020, 10)})});
  EXPECT_EQ(query.row().values[0].number, 10.0);
}

TEST(SeriesQuery, AnotherLogThatBegins_IsNotComparedWithTheOneBefore) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  query.take({catalog, sample({reading(100, 10), {}, {}, {}})});
  Sample next = sample({reading(200, 90), {}, {}, {}});
  next.starts_anew = true;
  query.take({catalog, next});
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

TEST(SeriesQuery, ReadingThatWasNotTaken_IsSkippedByTheNextDifference) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  const RawCounter not_taken{.status = CStatus::item_not_validated};
  query.take({catalog, sample({reading(100, 10), {}, {}, {}})});
  for (int i = 0; i < 2; ++i) {
    query.take({catalog, sample({not_taken, {}, {}, {}})});
    EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  }
  query.take({catalog, sample({reading(130, 12), {}, {}, {}})});
  EXPECT_EQ(query.row().values[0].number, 15.0);
}

TEST(SeriesQuery, CalculatedValues_AreTakenAsTheyAre) {
  const Catalog catalog = two_machines();
  Query query = query_of_log({"\\Memory\\Available Bytes"});
  Row row;
  row.values.assign(4, Value::unusable(CStatus::no_data));
  row.values[3] = {.number = 4096, .status = CStatus::valid_data};
  query.take({catalog, {.time_utc = 9, .counters = {}}, &row});
  EXPECT_EQ(query.row().values[0].number, 4096.0);
  EXPECT_EQ(query.row().time_utc, 9);
}

TEST(Catalog, SameNames_HaveTheSameIdentityInTheNextLayout) {
  Catalog catalog = two_machines();
  const std::uint64_t before = catalog.series()[3].identity;
  const std::uint64_t generation = catalog.generation();
  catalog.clear();
  catalog.add(series("web-3", "Memory", nullptr, "Available Bytes"));
  EXPECT_EQ(catalog.series()[0].identity, before);
  EXPECT_GT(catalog.generation(), generation);
}

TEST(Catalog, SeriesOfEqualNames_HaveIdentitiesOfTheirOwn) {
  Catalog catalog;
  catalog.add(series("db-17", "Memory", nullptr, "Available Bytes"));
  catalog.add(series("db-17", "Memory", nullptr, "Available Bytes"));
  EXPECT_NE(catalog.series()[0].identity, catalog.series()[1].identity);
}

// What a query for the rate of the instance "work" shows of a log: a text a sample.
struct ProcessLog {
  std::vector<Series> columns;
  std::vector<std::string> shown;
  Query query = query_of_log({"\\Process(work)\\IO Data Bytes/sec"});

  explicit ProcessLog(std::vector<Series> all) : columns(std::move(all)) {
    catalog.clear();
    for (const Series& one : columns) catalog.add(one);
  }
  void take(std::vector<RawCounter> counters) {
    query.take({catalog, sample(std::move(counters))});
    const Value& value = query.row().values.at(0);
    shown.push_back(value.usable() ? std::to_string(static_cast<int>(value.number))
                                   : query.reason(0));
  }
  Catalog catalog;
};

Series of_process(std::string_view counter, std::uint32_t type) {
  return series("db-17", "Process", "work", counter, type);
}

TEST(SeriesProcess, OtherIdProcess_MeansNoRateAcrossIt) {
  ProcessLog log({of_process("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT),
                  of_process("id process", PERF_COUNTER_RAWCOUNT)});
  log.take({reading(10, 1), reading(71)});
  log.take({reading(15, 2), reading(71)});
  log.take({reading(90, 3), reading(72)});
  log.take({reading(97, 4), reading(72)});
  EXPECT_THAT(log.shown, ElementsAre("first sample: a rate needs two", "5",
                                     "the name now belongs to another process", "7"));
}

TEST(SeriesProcess, StartOfElapsedTime_TellsAnotherToo) {
  ProcessLog log({of_process("Elapsed Time", PERF_ELAPSED_TIME),
                  of_process("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT)});
  constexpr std::uint64_t kSecond = 10'000'000;
  log.take({reading(1000 * kSecond, 1100 * kSecond, kSecond), reading(10, 1)});
  // A boot time of whole seconds slipped by two: it is the same process.
  log.take({reading(1002 * kSecond, 1101 * kSecond, kSecond), reading(15, 2)});
  log.take({reading(1005 * kSecond, 1102 * kSecond, kSecond), reading(90, 3)});
  EXPECT_THAT(log.shown, ElementsAre("first sample: a rate needs two", "5",
                                     "the name now belongs to another process"));
}

// A log that has the start of Idle tells a slip of all starts from another process.
TEST(SeriesProcess, StartsOfALogWithIdle_AreMeasuredFromThatOfTheMachine) {
  ProcessLog log({of_process("Elapsed Time", PERF_ELAPSED_TIME),
                  of_process("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT),
                  series("db-17", "Process", "Idle", "Elapsed Time", PERF_ELAPSED_TIME)});
  constexpr std::uint64_t kSecond = 10'000'000;
  const auto take = [&](std::uint64_t start, std::uint64_t boot, std::uint64_t bytes) {
    log.take({reading(start * kSecond, 2000 * kSecond, kSecond), reading(bytes, bytes),
              reading(boot * kSecond, 2000 * kSecond, kSecond)});
  };
  take(1000, 500, 10);
  take(1002, 502, 15);  // both slipped
  take(1003, 502, 20);  // another process began a second later
  EXPECT_THAT(log.shown, ElementsAre("first sample: a rate needs two", "1",
                                     "the name now belongs to another process"));
}

TEST(SeriesProcess, IdThatIsMissingOnce_IsThatOfBefore) {
  ProcessLog log({of_process("ID Process", PERF_COUNTER_RAWCOUNT),
                  of_process("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT)});
  const RawCounter missing{.status = CStatus::no_data};
  log.take({reading(71), reading(10, 1)});
  log.take({missing, reading(15, 2)});
  log.take({reading(71), reading(21, 3)});
  log.take({missing, reading(22, 4)});
  log.take({reading(72), reading(29, 5)});
  EXPECT_THAT(log.shown, ElementsAre("first sample: a rate needs two", "5", "6", "1",
                                     "the name now belongs to another process"));
}

TEST(SeriesProcess, WhereTheLogTellsNoId_TheNameIsTheProcess) {
  ProcessLog log({of_process("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT),
                  series("db-17", "Process", "other", "ID Process"),
                  series("web-3", "Process", "work", "ID Process")});
  log.take({reading(10, 1), reading(1), reading(1)});
  log.take({reading(15, 2), reading(2), reading(2)});
  EXPECT_EQ(log.shown.back(), "5");
}

// A process ends, and the next one takes over its number: the log has other series.
TEST(SeriesProcess, NumberThatGoesToAnotherProcess_IsAnother) {
  Catalog catalog;
  const auto fill = [&](std::uint32_t count) {
    catalog.clear();
    for (const auto& [counter, type] : {std::pair("IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT),
                                        std::pair("ID Process", PERF_COUNTER_RAWCOUNT)}) {
      for (std::uint32_t i = 0; i < count; ++i) {
        Series one = of_process(counter, type);
        one.instance_number = i;
        catalog.add(one);
      }
    }
  };
  Query query = query_of_log({"\\Process(*)\\IO Data Bytes/sec"});
  fill(2);
  query.take({catalog, sample({reading(10, 1), reading(20, 1), reading(71), reading(72)})});
  query.take({catalog, sample({reading(11, 2), reading(22, 2), reading(71), reading(72)})});
  EXPECT_EQ(query.row().values[0].number, 1);
  fill(1);
  query.take({catalog, sample({reading(24, 3), reading(72)})});
  ASSERT_EQ(query.row().values.size(), 1U);
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_EQ(query.reason(0), "the name now belongs to another process");
}

// The sum of all processes is of none.
TEST(SeriesProcess, Total_IsNotAProcess) {
  Query query = query_of_log({"\\Process(_Total)\\IO Data Bytes/sec"});
  Catalog catalog;
  catalog.clear();
  catalog.add(series("db-17", "Process", "_Total", "IO Data Bytes/sec", PERF_COUNTER_BULK_COUNT));
  catalog.add(series("db-17", "Process", "_Total", "ID Process"));
  query.take({catalog, sample({reading(10, 1), reading(1)})});
  query.take({catalog, sample({reading(15, 2), reading(2)})});
  EXPECT_EQ(query.row().values[0].number, 5);
}

}  // namespace
}  // namespace openperflib
