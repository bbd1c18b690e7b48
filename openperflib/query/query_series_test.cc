// What a query reads from snapshots, as a catalog and a sample in its order.
#include "openperflib/query/query_series.h"

#include <gtest/gtest.h>

#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

struct TimedProcess {
  std::string_view name;
  std::uint64_t pid;
  std::uint64_t time;
};

// Processes that began at `pid`, and a disk.
Snapshot disk_and_processes(std::int64_t now, std::initializer_list<TimedProcess> processes,
                            std::int64_t wall_offset = 0) {
  TestBlock block(now, wall_offset);
  block.object(234, {{206, PERF_AVERAGE_TIMER}, {206, PERF_AVERAGE_BASE, 4}})
      .instance("0 sda", {7, 8});
  block.object(230, {{6, PERF_100NSEC_TIMER},
                     {title::kElapsedTime, PERF_ELAPSED_TIME},
                     {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const TimedProcess& one : processes) {
    block.instance(one.name, {one.time, one.pid * kSecond, one.pid});
  }
  return block.snapshot();
}

class QuerySeriesTest : public testing::Test {
 protected:
  void add(std::string_view path) { ASSERT_TRUE(query.add(path).has_value()); }
  void take(const Snapshot& snapshot) {
    query.take(snapshot);
    series.take(query);
  }
  // "object(instance#n)\counter=first" of each.
  [[nodiscard]] std::vector<std::string> shown() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < series.catalog().series().size(); ++i) {
      all.push_back(path_of(series.catalog().series()[i]) + "=" +
                    std::to_string(series.sample().counters[i].first));
    }
    return all;
  }
  Query query{fixed_titles()};
  QuerySeries series;
};

using Strings = std::vector<std::string>;

TEST_F(QuerySeriesTest, SeriesOfSeveralPaths_AreThereOnceInTheOrderOfTheirObjects) {
  add("\\PhysicalDisk(*)\\*");
  add("\\Process(b)\\% Processor Time");
  add("\\Process(*)\\% Processor Time");
  add("\\Memory\\*");
  take(disk_and_processes(kSecond, {{"a", 3, 30}, {"b", 4, 40}}));
  EXPECT_EQ(shown(), (Strings{"\\\\db-17\\Process(a)\\% Processor Time=30",
                              "\\\\db-17\\Process(b)\\% Processor Time=40",
                              "\\\\db-17\\PhysicalDisk(0 sda)\\Avg. Disk sec/Transfer=7"}));
}

TEST_F(QuerySeriesTest, OrderOfObjects_IsThatOfTheSeriesAndOthersAreLeftOut) {
  add("\\*(*)\\*");
  query.take(disk_and_processes(kSecond, {{"a", 3, 30}}));
  series.take(query, std::vector<std::uint32_t>{4, 234, 230});
  ASSERT_EQ(shown().size(), 4U);
  EXPECT_EQ(shown()[0], "\\\\db-17\\PhysicalDisk(0 sda)\\Avg. Disk sec/Transfer=7");
  EXPECT_EQ(shown()[1], "\\\\db-17\\Process(a)\\% Processor Time=30");
  EXPECT_EQ(series.catalog().series()[0].path, 1U);
  EXPECT_EQ(series.catalog().series()[1].path, 2U);
  QuerySeries disks;
  disks.take(query, std::vector<std::uint32_t>{234});
  EXPECT_EQ(disks.catalog().series().size(), 1U);
  EXPECT_EQ(disks.sample().counters.size(), 1U);
}

TEST_F(QuerySeriesTest, NamedInstanceThatIsGone_HasNoSeries) {
  add("\\Process(a)\\% Processor Time");
  add("\\Process(b)\\% Processor Time");
  take(disk_and_processes(kSecond, {{"a", 3, 30}, {"b", 4, 40}}));
  take(disk_and_processes(2 * kSecond, {{"b", 4, 41}}));
  EXPECT_EQ(shown(), Strings{"\\\\db-17\\Process(b)\\% Processor Time=41"});
}

TEST_F(QuerySeriesTest, SameSeries_KeepItsGenerationAndIdentity) {
  add("\\Process(*)\\% Processor Time");
  take(disk_and_processes(kSecond, {{"a", 3, 30}, {"a", 4, 40}}));
  const std::uint64_t generation = series.catalog().generation();
  const std::uint64_t second = series.catalog().series()[1].identity;
  take(disk_and_processes(2 * kSecond, {{"a", 3, 31}, {"a", 4, 41}}));
  EXPECT_EQ(series.catalog().generation(), generation);
  take(disk_and_processes(3 * kSecond, {{"a", 4, 42}, {"c", 5, 50}}));
  EXPECT_NE(series.catalog().generation(), generation);
  EXPECT_EQ(series.catalog().series()[0].identity, second);
  EXPECT_EQ(shown(), (Strings{"\\\\db-17\\Process(a)\\% Processor Time=42",
                              "\\\\db-17\\Process(c)\\% Processor Time=50"}));
}

// Another query over its catalog and samples calculates what the first one does.
TEST_F(QuerySeriesTest, RatesOfAQueryOverIt_AreThoseOfTheBlocks) {
  Query over(fixed_titles());
  ASSERT_TRUE(over.add("\\Process(*)\\% Processor Time").has_value());
  add("\\Process(*)\\% Processor Time");
  const auto take_both = [&](const Snapshot& snapshot) {
    take(snapshot);
    over.take({series.catalog(), series.sample()});
    EXPECT_EQ(over.row().time_utc, query.row().time_utc);
    ASSERT_EQ(over.row().values.size(), query.row().values.size());
    for (std::size_t i = 0; i < over.row().values.size(); ++i) {
      EXPECT_EQ(over.row().values[i].usable(), query.row().values[i].usable());
      if (over.row().values[i].usable()) {
        EXPECT_EQ(over.row().values[i].number, query.row().values[i].number);
      }
    }
  };
  take_both(disk_and_processes(10 * kSecond, {{"a", 3, 30}, {"a", 4, 40}}));
  take_both(disk_and_processes(11 * kSecond, {{"a", 3, kSecond / 2}, {"a", 4, 40}}));
  EXPECT_TRUE(over.row().values[0].usable());
  // The first process ends, and its name with it passes to the second one.
  take_both(disk_and_processes(12 * kSecond, {{"a", 4, kSecond}, {"b", 5, 0}}));
  EXPECT_NEAR(over.row().values[0].number, 100, 0.001);
  EXPECT_FALSE(over.row().values[1].usable());
}

TEST_F(QuerySeriesTest, RestartOrClockThatWasSet_Restarts) {
  add("\\Process(*)\\% Processor Time");
  const auto starts_anew = [&](const Snapshot& snapshot) {
    take(snapshot);
    return series.sample().starts_anew;
  };
  EXPECT_FALSE(starts_anew(disk_and_processes(10 * kSecond, {{"a", 3, 30}})));
  EXPECT_FALSE(starts_anew(disk_and_processes(11 * kSecond, {{"a", 3, 30}})));
  EXPECT_FALSE(starts_anew(disk_and_processes(12 * kSecond, {{"a", 3, 30}}, kSecond / 2)));
  EXPECT_TRUE(starts_anew(disk_and_processes(13 * kSecond, {{"a", 3, 30}}, 3600 * kSecond)));
  EXPECT_FALSE(starts_anew(disk_and_processes(14 * kSecond, {{"a", 3, 30}}, 3600 * kSecond)));
  EXPECT_TRUE(starts_anew(disk_and_processes(kSecond, {{"a", 3, 30}}, 3600 * kSecond)));
}

}  // namespace
}  // namespace openperflib
