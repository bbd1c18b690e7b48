// The readings of blocks without a query: those that a query of all series has.
#include "openperflib/query/block_readings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/query/catalog/listed_series.h"
#include "openperflib/query/query_series.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/set_with_a_clock.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using Texts = std::vector<std::string>;

// Memory; processes, of which the first has no value of the second counter; two disks with a base;
// a set whose second counter is not listed.
Snapshot machine_at(std::int64_t now, std::initializer_list<std::string_view> processes,
                    std::int64_t wall_offset = 0) {
  const auto value = static_cast<std::uint64_t>(now);
  TestBlock block(now, wall_offset);
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({value});
  block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  std::uint64_t id = 100;
  for (const std::string_view process : processes) {
    block.instance(process, {value, 5, id});
    ++id;
  }
  block.object(title::kPhysicalDisk, {{title::kAvgDiskSecPerTransfer, PERF_AVERAGE_TIMER},
                                      {title::kAvgDiskSecPerTransfer, PERF_AVERAGE_BASE, 4}});
  block.instance("0 sda", {value, 7}).instance("1 sdb", {value, 8});
  add_set_with_a_clock(block);
  block.status().missing("no permission", title::kProcess, 1, 0, 1);
  return block.snapshot();
}

std::string reading_text(const Series& series, const RawCounter& reading) {
  return fmt::format("{} {} {} {}", path_of(series), reading.first, reading.second,
                     static_cast<int>(reading.status));
}

Texts in_order(Texts all) {
  std::ranges::sort(all);
  return all;
}

Texts readings_in(const BlockReadings& readings) {
  const Catalog& catalog = readings.catalog();
  Texts all;
  for (const ListedRun& run : listed_runs(catalog)) {
    for (std::size_t i = run.first; i < run.first + run.count; ++i) {
      const Series series = catalog.series_at(catalog.place_of(i));
      all.push_back(reading_text(series, readings.sample().counters[i]));
    }
  }
  return in_order(std::move(all));
}

// A query of all series, and what it reads.
class EverySeries {
 public:
  EverySeries() {
    (void)query_.add("\\*(*)\\*").value();
    (void)query_.add("\\*\\*").value();
    (void)query_.add(fmt::format("\\{}(*)\\*", title::kCollectionStatus)).value();
  }
  [[nodiscard]] Texts texts_of(const Snapshot& snapshot) {
    query_.take(snapshot);
    series_.take(query_);
    Texts all;
    for (std::size_t i = 0; i < series_.catalog().series().size(); ++i) {
      all.push_back(reading_text(series_.catalog().series()[i], series_.sample().counters[i]));
    }
    return in_order(std::move(all));
  }

 private:
  Query query_{fixed_titles()};
  QuerySeries series_;
};

TEST(BlockReadings, OfBlocksWithOtherInstances_AreThoseOfAQuery) {
  EverySeries every;
  BlockReadings readings(fixed_titles());
  for (const Snapshot& snapshot :
       {machine_at(kSecond, {"a", "b"}), machine_at(2 * kSecond, {"a", "b"}),
        machine_at(3 * kSecond, {"b", "c", "d"}), machine_at(4 * kSecond, {"e"})}) {
    readings.take(snapshot);
    EXPECT_EQ(readings_in(readings), every.texts_of(snapshot));
  }
  EXPECT_EQ(readings_in(readings).size(), 1U + 3U + 2U + 4U + 5U);
}

TEST(BlockReadings, MissingValue_HasItsStatus) {
  BlockReadings readings(fixed_titles());
  readings.take(machine_at(kSecond, {"a", "b"}));
  const std::size_t first = readings.catalog().first_series({.object = 1});
  EXPECT_EQ(readings.sample().counters[first].status, CStatus::valid_data);
  EXPECT_EQ(readings.sample().counters[first + 1].status, CStatus::no_data);
  EXPECT_EQ(readings.sample().counters[first + 4].status, CStatus::valid_data);
}

TEST(BlockReadings, RecordOfReadings_StaysAsItIs) {
  BlockReadings readings(fixed_titles());
  const Snapshot snapshot = machine_at(kSecond, {"a"});
  const Record of_block = readings.readings_of(snapshot);
  EXPECT_EQ(of_block.block, nullptr);
  EXPECT_EQ(of_block.catalog, &readings.catalog());
  EXPECT_EQ(of_block.sample, &readings.sample());
  const Catalog catalog{};
  const Sample sample{};
  const Row values{};
  const Record same = readings.readings_of({catalog, sample, &values});
  EXPECT_EQ(same.catalog, &catalog);
  EXPECT_EQ(same.sample, &sample);
  EXPECT_EQ(same.values, &values);
}

TEST(BlockReadings, CatalogOfTheSameSeries_KeepsItsGeneration) {
  BlockReadings readings(fixed_titles());
  readings.take(machine_at(kSecond, {"a"}));
  const std::uint64_t generation = readings.catalog().generation();
  readings.take(machine_at(2 * kSecond, {"a"}));
  EXPECT_EQ(readings.catalog().generation(), generation);
  readings.take(machine_at(3 * kSecond, {"b"}));
  EXPECT_NE(readings.catalog().generation(), generation);
}

TEST(BlockReadings, RestartAndClockThatWasSet_BreakWithTheBlockBefore) {
  constexpr std::int64_t kHour = 3600 * kSecond;
  BlockReadings readings(fixed_titles());
  const auto starts_anew = [&](const Record& record) {
    readings.take(record);
    return readings.sample().starts_anew;
  };
  EXPECT_FALSE(starts_anew(machine_at(8 * kSecond, {"a"})));
  EXPECT_FALSE(starts_anew(machine_at(9 * kSecond, {"a"})));
  EXPECT_TRUE(starts_anew(machine_at(kSecond, {"a"})));
  EXPECT_TRUE(starts_anew(machine_at(2 * kSecond, {"a"}, kHour)));
  EXPECT_FALSE(starts_anew(machine_at(3 * kSecond, {"a"}, kHour)));
  const Snapshot of_next_segment = machine_at(4 * kSecond, {"a"}, kHour);
  EXPECT_TRUE(starts_anew({of_next_segment, LoggedBlock{.time_utc = 17, .starts_anew = true}}));
  EXPECT_EQ(readings.sample().time_utc, 17);
}

}  // namespace
}  // namespace openperflib
