// What series come to over rows in which instances come and go.
#include "openperflib/view/summary/series_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
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

// Page faults of 0, 10 and 20, then of `more` samples; the fourth comes after a brief interval.
SummaryOfSeries faults_with_a_brief_interval(std::vector<std::uint64_t> more) {
  std::vector<std::uint64_t> faults = {0, 10, 20};
  faults.insert(faults.end(), more.begin(), more.end());
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(R"(\Process(*)\Page Faults/sec)").has_value());
  SeriesSummary summary;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    query.take(sample(static_cast<int>(i), {{"sh", 10, 4096, faults[i]}}));
    summary.add(query, RowsOf::readings,
                i == 3 ? SeriesSummary::Interval::brief : SeriesSummary::Interval::usual);
  }
  return summary.take_result().at(0);
}

TEST(SeriesSummary, RateOfABriefLastInterval_IsLeftOut) {
  const SummaryOfSeries last = faults_with_a_brief_interval({1020});
  EXPECT_EQ(last.count, 2U);
  EXPECT_EQ(last.maximum.number, 10.0);
}

TEST(SeriesSummary, RateOfABriefIntervalWithRowsAfterIt_Counts) {
  const SummaryOfSeries middle = faults_with_a_brief_interval({1020, 1030});
  EXPECT_EQ(middle.count, 4U);
  EXPECT_EQ(middle.maximum.number, 1000.0);
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
