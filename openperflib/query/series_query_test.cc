// Queries over a flat catalog: the readings of logs without blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/query/query.h"

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
  return {.first = first, .second = second, .time_base = base, .size = 8,
          .status = CStatus::valid_data};
}

// A log of two machines: counters that not every instance has.
SeriesCatalog two_machines() {
  SeriesCatalog catalog;
  catalog.clear();
  catalog.add(series("db-17", "Processor", "_Total", "% Processor Time", PERF_COUNTER_COUNTER));
  catalog.add(series("db-17", "Processor", "0", "% User Time", PERF_COUNTER_COUNTER));
  catalog.add(series("web-3", "Processor", "_Total", "% Processor Time", PERF_COUNTER_COUNTER));
  catalog.add(series("web-3", "Memory", nullptr, "Available Bytes"));
  return catalog;
}

std::vector<std::string> paths_of(const Query& query) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    all.push_back(query.binding().path_of(i));
  }
  return all;
}

Query query_of(std::initializer_list<std::string_view> paths) {
  Query query(fixed_titles());
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value());
  return query;
}

Sample sample(std::vector<RawCounter> counters) { return {.time_utc = 1, .counters = counters}; }

TEST(SeriesQuery, PathWithoutAMachine_MeansEveryMachineOfTheLog) {
  Query query = query_of({"\\Processor(_Total)\\% Processor Time"});
  query.take(two_machines(), sample({reading(1), reading(2), reading(3), reading(4)}));
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Processor(_Total)\\% Processor Time",
                                           "\\\\web-3\\Processor(_Total)\\% Processor Time"));
  EXPECT_EQ(query.newer().counters[1].first, 3U);
}

TEST(SeriesQuery, PathWithAMachine_MeansThatOneInAnyCase) {
  Query query = query_of({"\\\\WEB-3\\Processor(*)\\*", "\\\\mail\\Memory\\Available Bytes"});
  query.take(two_machines(), sample({reading(1), reading(2), reading(3), reading(4)}));
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\web-3\\Processor(_Total)\\% Processor Time"));
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_EQ(query.match(1), Query::Match::no_machine);
}

TEST(SeriesQuery, NoCross_OfInstancesAndCountersIsInvented) {
  Query query = query_of({"\\Processor(*)\\*", "\\Processor(0)\\% Processor Time"});
  query.take(two_machines(), sample({reading(1), reading(2), reading(3), reading(4)}));
  EXPECT_EQ(query.binding().series().size(), 4U);  // the last one is named, and not there
  EXPECT_EQ(query.match(1), Query::Match::no_instance);
  EXPECT_EQ(query.row().values[3].status, CStatus::no_instance);
  EXPECT_EQ(*query.binding().series()[3].instance, "0");
}

TEST(SeriesQuery, NumbersAndShellSpellings_AreUnderstood) {
  Query query = query_of({"\\238(_Total)\\6", "Processor/0/% User Time", "Memory/Available Bytes"});
  query.take(two_machines(), sample({reading(1), reading(2), reading(3), reading(4)}));
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Processor(_Total)\\% Processor Time",
                                           "\\\\web-3\\Processor(_Total)\\% Processor Time",
                                           "\\\\db-17\\Processor(0)\\% User Time",
                                           "\\\\web-3\\Memory\\Available Bytes"));
}

TEST(SeriesQuery, UnknownParts_AreToldApart) {
  Query query = query_of({"\\Paging File(*)\\*", "\\Memory\\Pages/sec", "\\Processor(7)\\*"});
  query.take(two_machines(), sample({reading(1), reading(2), reading(3), reading(4)}));
  EXPECT_EQ(query.match(0), Query::Match::no_object);
  EXPECT_EQ(query.match(1), Query::Match::no_counter);
  EXPECT_EQ(query.match(2), Query::Match::no_instance);
}

TEST(SeriesQuery, SecondRecord_GivesTheRate) {
  const SeriesCatalog catalog = two_machines();
  Query query = query_of({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  query.take(catalog, sample({reading(100, 10), {}, {}, {}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take(catalog, sample({reading(130, 12), {}, {}, {}}));
  EXPECT_EQ(query.row().values[0].number, 15.0);
}

TEST(SeriesQuery, InstancesThatChangePlaces_KeepTheirDifferences) {
  SeriesCatalog catalog;
  Query query = query_of({"\\Process(*)\\Rate"});
  const auto fill = [&](std::initializer_list<const char*> names) {
    catalog.clear();
    for (const char* name : names) {
      catalog.add(series("db-17", "Process", name, "Rate", PERF_COUNTER_COUNTER));
    }
  };
  fill({"a", "b"});
  query.take(catalog, sample({reading(0, 0), reading(500, 0)}));
  fill({"b", "c", "a"});
  query.take(catalog, sample({reading(510, 1), reading(9, 1), reading(7, 1)}));
  EXPECT_EQ(query.row().values[0].number, 10.0);
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(1), "the instance is new");
  EXPECT_EQ(query.row().values[2].number, 7.0);
}

TEST(SeriesQuery, ClockThatFell_IsAnotherStartOfTheMachine) {
  const SeriesCatalog catalog = two_machines();
  Query query = query_of({"\\Processor(_Total)\\% Processor Time"});
  query.take(catalog, sample({reading(100, 5000, 10), {}, reading(100, 5000, 10), {}}));
  query.take(catalog, sample({reading(900, 40, 10), {}, reading(900, 40, 10), {}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  query.take(catalog, sample({reading(910, 50, 10), {}, reading(920, 50, 10), {}}));
  EXPECT_EQ(query.row().values[0].number, 10.0);
}

TEST(SeriesQuery, AnotherLogThatBegins_IsNotComparedWithTheOneBefore) {
  const SeriesCatalog catalog = two_machines();
  Query query = query_of({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  query.take(catalog, sample({reading(100, 10), {}, {}, {}}));
  Sample next = sample({reading(200, 90), {}, {}, {}});
  next.starts_anew = true;
  query.take(catalog, next);
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
}

TEST(SeriesQuery, ReadingThatWasNotTaken_IsSkippedByTheNextDifference) {
  const SeriesCatalog catalog = two_machines();
  Query query = query_of({"\\\\db-17\\Processor(_Total)\\% Processor Time"});
  const RawCounter not_taken{.status = CStatus::item_not_validated};
  query.take(catalog, sample({reading(100, 10), {}, {}, {}}));
  for (int i = 0; i < 2; ++i) {
    query.take(catalog, sample({not_taken, {}, {}, {}}));
    EXPECT_EQ(query.row().values[0].status, CStatus::no_data);
  }
  query.take(catalog, sample({reading(130, 12), {}, {}, {}}));
  EXPECT_EQ(query.row().values[0].number, 15.0);
}

TEST(SeriesQuery, CalculatedValues_AreTakenAsTheyAre) {
  const SeriesCatalog catalog = two_machines();
  Query query = query_of({"\\Memory\\Available Bytes"});
  Row row;
  row.values.assign(4, Value::unusable(CStatus::no_data));
  row.values[3] = {.number = 4096, .status = CStatus::valid_data};
  query.take(catalog, {.time_utc = 9, .counters = {}}, &row);
  EXPECT_EQ(query.row().values[0].number, 4096.0);
  EXPECT_EQ(query.row().time_utc, 9);
}

TEST(SeriesCatalog, SameNames_HaveTheSameIdentityInTheNextLayout) {
  SeriesCatalog catalog = two_machines();
  const std::uint64_t before = catalog.series()[3].identity;
  const std::uint64_t generation = catalog.generation();
  catalog.clear();
  catalog.add(series("web-3", "Memory", nullptr, "Available Bytes"));
  EXPECT_EQ(catalog.series()[0].identity, before);
  EXPECT_GT(catalog.generation(), generation);
}

TEST(SeriesCatalog, SeriesOfEqualNames_HaveIdentitiesOfTheirOwn) {
  SeriesCatalog catalog;
  catalog.add(series("db-17", "Memory", nullptr, "Available Bytes"));
  catalog.add(series("db-17", "Memory", nullptr, "Available Bytes"));
  EXPECT_NE(catalog.series()[0].identity, catalog.series()[1].identity);
}

}  // namespace
}  // namespace openperflib
