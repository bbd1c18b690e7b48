// In which unit the values of a query are.
#include <gtest/gtest.h>

#include "openperflib/testing/query_example.h"

namespace openperflib {
namespace {

// A machine whose load is 13.81, stored as hundredths.
Snapshot loaded_machine(std::int64_t now) {
  return TestBlock(now)
      .object(title::kLinuxSystem, {{title::kLoadAverage1m, PERF_COUNTER_RAWCOUNT, 4}},
              Instances::none)
      .single({1381})
      .snapshot();
}

Query query_in(QueryOptions::Units units, std::string_view path) {
  QueryOptions options = live_options();
  options.units = units;
  return query_of(path, options);
}

TEST(QueryUnits, LoadAverageInUnitsOfNames_IsAHundredthOfItsReading) {
  Query query = query_in(QueryOptions::Units::of_names, "\\Linux System\\Load Average 1m");
  query.take(loaded_machine(kSecond));
  EXPECT_EQ(query.row().values[0].number, 13.81);
  EXPECT_EQ(query.newer().counters[0].first, 1381U);
  EXPECT_EQ(query.binding().series()[0].shown_scale, -2);
}

TEST(QueryUnits, LoadAverageInUnitsOfReadings_IsItsReading) {
  Query query = query_in(QueryOptions::Units::of_readings, "\\Linux System\\Load Average 1m");
  query.take(loaded_machine(kSecond));
  EXPECT_EQ(query.row().values[0].number, 1381);
  EXPECT_EQ(query.binding().series()[0].shown_scale, 0);
}

TEST(QueryUnits, AnotherCounterInUnitsOfNames_IsItsReading) {
  QueryOptions options = live_options();
  options.units = QueryOptions::Units::of_names;
  Query query = query_of("\\Memory\\Available Bytes", options);
  query.take(TestBlock(kSecond)
                 .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
                 .single({1381})
                 .snapshot());
  EXPECT_EQ(query.row().values[0].number, 1381);
}

// A text log has finished values, and no types.
TEST(QueryUnits, ValueOfATextLog_IsShownAsItWasWritten) {
  Series written;
  written.object = "Linux System";
  written.counter = "Load Average 1m";
  Catalog catalog;
  catalog.add(written);
  Query query(fixed_titles(), {.units = QueryOptions::Units::of_names});
  ASSERT_TRUE(query.add("\\Linux System\\Load Average 1m").has_value());
  query.bind(catalog);
  ASSERT_EQ(query.binding().series().size(), 1U);
  EXPECT_EQ(query.binding().series()[0].shown_scale, 0);
}

// The second block has one series more, so that all are bound again.
TEST(QueryUnits, LayoutChanges_ValuesAreStillScaled) {
  QueryOptions options = live_options();
  options.units = QueryOptions::Units::of_names;
  Query query = query_of("\\Linux System\\*", options);
  query.take(TestBlock(kSecond)
                 .object(title::kLinuxSystem, {{title::kLoadAverage1m, PERF_COUNTER_RAWCOUNT, 4}},
                         Instances::none)
                 .single({200})
                 .snapshot());
  query.take(TestBlock(2 * kSecond)
                 .object(title::kLinuxSystem,
                         {{title::kLoadAverage5m, PERF_COUNTER_RAWCOUNT, 4},
                          {title::kLoadAverage1m, PERF_COUNTER_RAWCOUNT, 4}},
                         Instances::none)
                 .single({50, 300})
                 .snapshot());
  ASSERT_EQ(query.row().values.size(), 2U);
  EXPECT_EQ(query.row().values[0].number + query.row().values[1].number, 3.5);
}

}  // namespace
}  // namespace openperflib
