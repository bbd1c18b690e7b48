// What series come to over rows in which instances come and go.
#include "openperflib/view/summary/series_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

// One process of a sample: its name, its id and two counters.
struct Process {
  std::string name;
  std::uint32_t id;
  std::uint64_t bytes;
  std::uint64_t faults;
};

constexpr std::uint32_t kPageFaults = 28;
constexpr std::uint32_t kWorkingSet = 180;

Snapshot sample(int second, const std::vector<Process>& processes,
                std::uint32_t object = title::kProcess) {
  TestBlock block(second * kTicksPerSecond);
  block.object(object, {{kWorkingSet, PERF_COUNTER_LARGE_RAWCOUNT},
                        {kPageFaults, PERF_COUNTER_BULK_COUNT},
                        {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const Process& one : processes) {
    block.instance(one.name, {one.bytes, one.faults, one.id});
  }
  return block.snapshot();
}

std::vector<SummaryOfSeries> summary_of(const std::string& path,
                                        const std::vector<Snapshot>& samples) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(path).has_value());
  SeriesSummary summary;
  for (const Snapshot& one : samples) {
    query.take(one);
    summary.add(query, RowsOf::readings);
  }
  return summary.take_result();
}

std::vector<Snapshot> samples_of(std::vector<std::vector<Process>> rows,
                                 std::uint32_t object = title::kProcess) {
  std::vector<Snapshot> samples;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    samples.push_back(sample(static_cast<int>(i), rows[i], object));
  }
  return samples;
}

std::vector<std::string> titles_of(const std::vector<SummaryOfSeries>& all) {
  std::vector<std::string> titles;
  for (const SummaryOfSeries& one : all) titles.push_back(one.title);
  return titles;
}

// The rates of page faults, of which these were counted up to each sample. `brief`: the sample that
// comes after a brief interval.
SummaryOfSeries faults_with_a_brief_interval(const std::vector<std::uint64_t>& faults,
                                             std::size_t brief) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(R"(\Process(*)\Page Faults/sec)").has_value());
  SeriesSummary summary;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    query.take(sample(static_cast<int>(i), {{"sh", 10, 4096, faults[i]}}));
    summary.add(query, RowsOf::readings,
                i == brief ? SeriesSummary::Interval::brief : SeriesSummary::Interval::usual);
  }
  return summary.take_result().at(0);
}

TEST(SeriesSummary, RateOfABriefLastInterval_IsLeftOut) {
  const SummaryOfSeries last = faults_with_a_brief_interval({0, 10, 20, 1020}, 3);
  EXPECT_EQ(last.count, 2U);
  EXPECT_EQ(last.maximum.number, 10.0);
}

TEST(SeriesSummary, RateOfABriefIntervalWithRowsAfterIt_Counts) {
  const SummaryOfSeries middle = faults_with_a_brief_interval({0, 10, 20, 1020, 1030}, 3);
  EXPECT_EQ(middle.count, 4U);
  EXPECT_EQ(middle.maximum.number, 1000.0);
}

// More rows than are counted together: 10 faults in the first second, and 200 in the last.
TEST(SeriesSummary, RateOfABriefInterval_CountsAtItsPlaceInAnyRow) {
  constexpr std::size_t kLast = 20;
  std::vector<std::uint64_t> faults;
  for (std::uint64_t i = 0; i <= kLast; ++i) faults.push_back(5 * i * (i + 1));
  for (std::size_t brief = 1; brief < kLast; ++brief) {
    SCOPED_TRACE(brief);
    const SummaryOfSeries all = faults_with_a_brief_interval(faults, brief);
    EXPECT_EQ(all.count, 20U);
    EXPECT_EQ(all.p50.number, 100.0);
    EXPECT_EQ(all.maximum.number, 200.0);
    EXPECT_EQ(all.trend.growth(), 190.0);
  }
  const SummaryOfSeries without_last = faults_with_a_brief_interval(faults, kLast);
  EXPECT_EQ(without_last.count, 19U);
  EXPECT_EQ(without_last.maximum.number, 190.0);
  EXPECT_EQ(without_last.trend.growth(), 180.0);
}

TEST(SeriesSummary, GrowthOfAProcessWhoseNameAnotherTookOver_IsKept) {
  const auto all = summary_of(
      R"(\Process(*)\Working Set)",
      samples_of(
          {{{"sh", 10, 10, 0}}, {{"sh", 10, 500, 0}}, {{"sh", 11, 5, 0}}, {{"sh", 11, 6, 0}}}));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].instances, 2U);
  EXPECT_EQ(all[0].trend.growth(), -4);
  EXPECT_EQ(all[0].largest_growth, 490);
}

TEST(SeriesSummary, InstancesOfOneNameInTurn_AreOneRow) {
  const auto all = summary_of(
      R"(\Process(*)\Working Set)",
      samples_of({{{"sh", 10, 1, 0}}, {{"sh", 11, 5, 0}}, {{"sh", 12, 3, 0}, {"cron", 9, 2, 0}}}));
  EXPECT_THAT(titles_of(all), ElementsAre(R"(\Process(sh) (3 in turn))", R"(\Process(cron:9))"));
  EXPECT_EQ(all[0].path, R"(\\db-17\Process(sh)\Working Set)");
  EXPECT_EQ(all[0].instances, 3U);
  EXPECT_EQ(all[0].count, 3U);
  EXPECT_EQ(all[0].minimum.number, 1.0);
  EXPECT_EQ(all[0].average.number, 3.0);
  EXPECT_EQ(all[0].p50.number, 3.0);
  EXPECT_EQ(all[0].maximum.number, 5.0);
  EXPECT_EQ(all[1].instances, 1U);
}

// Two processes of 2 s each: 10 faults a second, then 40. Nothing is calculated between the two.
// Their values are counted some at a time, as are those of the process that stays.
TEST(SeriesSummary, ManyInstancesOfOneRecordEach_AreOneRow) {
  std::vector<std::vector<Process>> rows;
  for (std::uint32_t i = 0; i < 40; ++i) {
    rows.push_back({{"init", 1, 1, 0}, {"sh", 10 + i, i * 7 % 40, 0}});
  }
  const auto all = summary_of(R"(\Process(*)\Working Set)", samples_of(rows));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].title, R"(\Process(init:1))");
  EXPECT_EQ(all[0].count, 40U);
  EXPECT_EQ(all[0].average.number, 1.0);
  EXPECT_EQ(all[1].title, R"(\Process(sh) (40 in turn))");
  EXPECT_EQ(all[1].count, 40U);
  EXPECT_EQ(all[1].gaps, 0U);
  EXPECT_EQ(all[1].minimum.number, 0.0);
  EXPECT_EQ(all[1].average.number, 19.5);
  EXPECT_EQ(all[1].p50.number, 19.0);
  EXPECT_EQ(all[1].p99.number, 39.0);
  EXPECT_EQ(all[1].maximum.number, 39.0);
  EXPECT_TRUE(all[1].percentiles_are_exact);
  EXPECT_EQ(all[1].trend.records(), 40U);
}

TEST(SeriesSummary, RateOfInstancesInTurn_IsOverTheTimeOfEach) {
  const auto all = summary_of(R"(\Process(*)\Page Faults/sec)", samples_of({{{"sh", 10, 0, 100}},
                                                                            {{"sh", 10, 0, 110}},
                                                                            {{"sh", 10, 0, 120}},
                                                                            {{"sh", 11, 0, 900}},
                                                                            {{"sh", 11, 0, 940}},
                                                                            {{"sh", 11, 0, 980}}}));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].count, 4U);
  EXPECT_EQ(all[0].average.number, 25.0);
  EXPECT_EQ(all[0].gaps, 0U);
}

// The shell that lives is sh#1 at first, and sh when the other one has ended.
TEST(SeriesSummary, RenumberedInstance_KeepsItsRow) {
  const auto all = summary_of(
      R"(\Process(*)\Working Set)",
      samples_of({{{"sh", 10, 1, 0}, {"sh", 11, 7, 0}}, {{"sh", 11, 8, 0}}, {{"sh", 11, 9, 0}}}));
  EXPECT_THAT(titles_of(all), ElementsAre(R"(\Process(sh:10))", R"(\Process(sh:11))"));
  EXPECT_EQ(all[0].count, 1U);
  EXPECT_EQ(all[1].average.number, 8.0);
}

TEST(SeriesSummary, ProcessesNamedWithTheirIds_AreOneRowOfAWildcard) {
  const auto all = summary_of(R"(\Process V2(*)\Working Set)",
                              samples_of({{{"sh:10", 10, 1, 0}, {"cron:9", 9, 2, 0}},
                                          {{"sh:11", 11, 5, 0}, {"cron:9", 9, 2, 0}}},
                                         title::kProcessV2));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].path, R"(\\db-17\Process V2(sh:*)\Working Set)");
  EXPECT_EQ(all[0].title, R"(\Process V2(sh:*) (2 in turn))");
  EXPECT_EQ(all[0].average.number, 3.0);
  EXPECT_EQ(all[1].path, R"(\\db-17\Process V2(cron:9)\Working Set)");
  EXPECT_EQ(all[1].title, R"(\Process V2(cron:9))");
}

// What the values of all processes of one name come to.
struct ExpectedRow {
  std::uint64_t count = 0;
  double sum = 0;
  double maximum = 0;
  std::set<std::uint32_t> ids;
};

// A process keeps the row of the name that it had first, wherever it stands and however it is
// numbered later.
TEST(SeriesSummary, ProcessesThatComeGoAndMove_HaveTheirValuesInTheRowOfTheirName) {
  std::minstd_rand random(20261130);
  const auto one_of = [&](std::size_t count) { return random() % count; };
  constexpr std::array<const char*, 3> kNames = {"sh", "cc1", "ld"};
  std::vector<std::vector<Process>> rows;
  std::map<std::string, ExpectedRow> expected;
  std::map<std::uint32_t, std::string> path_of_id;
  std::vector<Process> alive;
  std::uint32_t next_id = 1;
  for (std::uint64_t second = 0; second < 300; ++second) {
    while (alive.size() < 4 || one_of(3) != 0)
      alive.push_back({kNames[one_of(3)], next_id++, 0, 0});
    while (alive.size() > 12 || (!alive.empty() && one_of(2) == 0)) {
      alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(one_of(alive.size())));
    }
    if (alive.size() > 1 && one_of(4) == 0) std::ranges::rotate(alive, alive.begin() + 1);
    std::map<std::string, int> equal;
    for (Process& one : alive) {
      one.bytes = one.id * 1000 + second;
      const int number = equal[one.name]++;
      const std::string shown = number == 0 ? one.name : one.name + "#" + std::to_string(number);
      path_of_id.try_emplace(one.id, "\\\\db-17\\Process(" + shown + ")\\Working Set");
      ExpectedRow& row = expected[path_of_id[one.id]];
      ++row.count;
      row.sum += static_cast<double>(one.bytes);
      row.maximum = std::max(row.maximum, static_cast<double>(one.bytes));
      row.ids.insert(one.id);
    }
    rows.push_back(alive);
  }
  const auto all = summary_of(R"(\Process(*)\Working Set)", samples_of(rows));
  EXPECT_EQ(all.size(), expected.size());
  for (const SummaryOfSeries& one : all) {
    SCOPED_TRACE(one.path);
    const ExpectedRow& row = expected[one.path];
    EXPECT_EQ(one.count, row.count);
    EXPECT_EQ(one.instances, row.ids.size());
    EXPECT_EQ(one.maximum.number, row.maximum);
    EXPECT_EQ(one.average.number, row.sum / static_cast<double>(row.count));
  }
}

TEST(SeriesSummary, ProcessThatIsAwayForASample_IsOneAgain) {
  const auto all =
      summary_of(R"(\Process(*)\Working Set)", samples_of({{{"sh", 10, 1, 0}, {"cron", 9, 2, 0}},
                                                           {{"cron", 9, 2, 0}},
                                                           {{"cron", 9, 2, 0}, {"sh", 10, 5, 0}}}));
  EXPECT_THAT(titles_of(all), ElementsAre(R"(\Process(sh:10))", R"(\Process(cron:9))"));
  EXPECT_EQ(all[0].instances, 1U);
  EXPECT_EQ(all[0].count, 2U);
  EXPECT_EQ(all[0].average.number, 3.0);
}

// The statistics of sh in 40 rows, of which one does not have it: by its name twice, and once among
// all processes. `other(row)`: the other process of a row.
template <class Other>
std::vector<SummaryOfSeries> forty_rows_beside(Other other) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(R"(\Process(sh)\Working Set)").has_value());
  EXPECT_TRUE(query.add(R"(\Process(sh)\Page Faults/sec)").has_value());
  EXPECT_TRUE(query.add(R"(\Process(*)\Working Set)").has_value());
  SeriesSummary summary;
  for (std::uint32_t row = 0; row < 40; ++row) {
    std::vector<Process> processes = {other(row)};
    if (row != 20) processes.push_back({"sh", 10, row * 7 % 40, 5ULL * row * row});
    query.take(sample(static_cast<int>(row), processes));
    summary.add(query, RowsOf::readings);
  }
  std::vector<SummaryOfSeries> all = summary.take_result();
  std::erase_if(all, [](const SummaryOfSeries& one) { return !one.path.contains("(sh)"); });
  return all;
}

TEST(SeriesSummary, SeriesWhoseLayoutChangesInEachRow_IsAsInOneLayout) {
  const auto changing = forty_rows_beside(
      [](std::uint32_t row) { return Process{"x" + std::to_string(row), 100 + row, row, 0}; });
  const auto steady =
      forty_rows_beside([](std::uint32_t row) { return Process{"x", 100, row, 0}; });
  ASSERT_EQ(changing.size(), 3U);
  ASSERT_EQ(steady.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(changing[i].path, steady[i].path);
    EXPECT_EQ(changing[i].instances, 1U);
    EXPECT_EQ(changing[i].count, steady[i].count);
    EXPECT_EQ(changing[i].gaps, steady[i].gaps);
    EXPECT_EQ(changing[i].minimum.number, steady[i].minimum.number);
    EXPECT_EQ(changing[i].average.number, steady[i].average.number);
    EXPECT_EQ(changing[i].p50.number, steady[i].p50.number);
    EXPECT_EQ(changing[i].p95.number, steady[i].p95.number);
    EXPECT_EQ(changing[i].p99.number, steady[i].p99.number);
    EXPECT_EQ(changing[i].maximum.number, steady[i].maximum.number);
    EXPECT_TRUE(changing[i].percentiles_are_exact);
    EXPECT_EQ(changing[i].trend.growth(), steady[i].trend.growth());
    EXPECT_EQ(changing[i].largest_growth, steady[i].largest_growth);
  }
  // The numbers from 0 to 39 without 20: 0 is the first, and 33 the last.
  EXPECT_EQ(changing[0].count, 39U);
  EXPECT_EQ(changing[0].gaps, 1U);
  EXPECT_EQ(changing[0].minimum.number, 0.0);
  EXPECT_EQ(changing[0].average.number, 760.0 / 39);
  EXPECT_EQ(changing[0].p50.number, 19.0);
  EXPECT_EQ(changing[0].p95.number, 38.0);
  EXPECT_EQ(changing[0].p99.number, 39.0);
  EXPECT_EQ(changing[0].trend.growth(), 33.0);
  EXPECT_EQ(changing[1].count, 37U);
  EXPECT_EQ(changing[2].count, 39U);
}

// Another series gets the place of each of the two processes called a: one that is the first of its
// name to be gone, and one that joins it.
TEST(SeriesSummary, PlaceThatIsUsedAgain_BeginsEmpty) {
  std::vector<std::vector<Process>> rows;
  rows.insert(rows.end(), 20, std::vector<Process>{{"a", 1, 100, 0}});
  rows.insert(rows.end(), 20, std::vector<Process>{{"a", 2, 200, 0}});
  rows.insert(rows.end(), 1, std::vector<Process>{{"b", 3, 1, 0}});
  rows.insert(rows.end(), 1, std::vector<Process>{{"b", 3, 1, 0}, {"c", 4, 2, 0}});
  const auto all = summary_of(R"(\Process(*)\Working Set)", samples_of(rows));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].instances, 2U);
  EXPECT_EQ(all[0].count, 40U);
  EXPECT_EQ(all[0].minimum.number, 100.0);
  EXPECT_EQ(all[0].average.number, 150.0);
  EXPECT_EQ(all[0].p50.number, 100.0);
  EXPECT_EQ(all[0].maximum.number, 200.0);
  EXPECT_EQ(all[1].count, 2U);
  EXPECT_EQ(all[1].p99.number, 1.0);
  EXPECT_EQ(all[1].maximum.number, 1.0);
  EXPECT_EQ(all[1].trend.records(), 2U);
  EXPECT_EQ(all[2].count, 1U);
  EXPECT_EQ(all[2].minimum.number, 2.0);
  EXPECT_EQ(all[2].maximum.number, 2.0);
  EXPECT_EQ(all[2].trend.records(), 1U);
}

TEST(SeriesSummary, ProcessWithTheNameOfAnotherThatIsGone_IsTheSecondInTurn) {
  const auto all =
      summary_of(R"(\Process(*)\Working Set)",
                 samples_of({{{"sh", 10, 1, 0}, {"sh", 11, 2, 0}},
                             {{"cron", 9, 7, 0}},
                             {{"cron", 9, 7, 0}, {"sh", 12, 3, 0}, {"sh", 13, 4, 0}}}));
  EXPECT_THAT(titles_of(all), ElementsAre(R"(\Process(sh) (2 in turn))",
                                          R"(\Process(sh#1) (2 in turn))", R"(\Process(cron:9))"));
  EXPECT_EQ(all[0].average.number, 2.0);
  EXPECT_EQ(all[1].average.number, 3.0);
}

// Three are too many for a share of two values each: percentiles are right to half a percent then.
TEST(SeriesSummary, ExactValues_AreSharedByAllSeries) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add(R"(\Process(*)\Working Set)").has_value());
  SeriesSummary summary(4);
  const auto samples = samples_of(
      {{{"a", 1, 10, 0}, {"b", 2, 20, 0}}, {{"a", 1, 10, 0}, {"b", 2, 20, 0}}, {{"a", 1, 10, 0}}});
  for (const Snapshot& one : samples) {
    query.take(one);
    summary.add(query, RowsOf::readings);
  }
  const auto all = summary.take_result();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(all[0].percentiles_are_exact);
  EXPECT_NEAR(all[0].p50.number, 10, 0.05);
  EXPECT_TRUE(all[1].percentiles_are_exact);
  EXPECT_EQ(all[1].p50.number, 20.0);
}

TEST(SeriesSummary, ValuesInTheUnitOfTheirName_HaveTheirAverageInIt) {
  Query query(fixed_titles(), {.units = QueryOptions::Units::of_names});
  ASSERT_TRUE(query.add("\\Linux System\\Load Average 1m").has_value());
  SeriesSummary summary;
  std::int64_t second = 1;
  for (const std::uint64_t load : {1381U, 19U}) {
    query.take(TestBlock(second++ * kTicksPerSecond)
                   .object(title::kLinuxSystem, {{title::kLoadAverage1m, PERF_COUNTER_RAWCOUNT, 4}},
                           Instances::none)
                   .single({load})
                   .snapshot());
    summary.add(query, RowsOf::readings);
  }
  const auto all = summary.take_result();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].minimum.number, 0.19);
  EXPECT_EQ(all[0].maximum.number, 13.81);
  EXPECT_EQ(all[0].average.number, 7);
}

}  // namespace
}  // namespace openperflib
