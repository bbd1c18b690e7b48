// Statistics of rows that workers add up: the same as without them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/jobs/summed_rows_internal.h"
#include "openperflib/testing/late_workers.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/view/summary/series_summary_json.h"

namespace openperflib {
namespace {

using Interval = SeriesSummary::Interval;

constexpr TitleIndex kSummedFaults = 28;

// Processes come and go, one has no value at times, and some intervals are brief.
Snapshot processes_at(int second) {
  TestBlock block(second * kSecond);
  block.object(title::kProcess, {{180, PERF_COUNTER_LARGE_RAWCOUNT},
                                 {kSummedFaults, PERF_COUNTER_BULK_COUNT},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  const auto n = static_cast<std::uint64_t>(second);
  block.instance("db", {1000 + n, 5 * n * n, 100});
  block.instance("web", {7 * n, 3 * n, 200});
  if (second / 40 % 2 == 1) block.instance("job", {n, n, 1000 + n / 40});
  if (second % 7 == 3) block.status().missing("no permission", title::kProcess, 1, 1, 1);
  return block.snapshot();
}

std::string json_of(const std::vector<SummaryOfSeries>& result) {
  std::string text;
  write_summary_json({}, {}, result, RowsOf::readings,
                     [&](std::string_view piece) { text += piece; });
  return text;
}

// Calls `add` with each row of 300 seconds.
void each_row(const std::vector<std::string>& paths, const auto& add) {
  Query query(fixed_titles());
  for (const std::string& path : paths) EXPECT_TRUE(query.add(path).has_value());
  for (int second = 1; second <= 300; ++second) {
    query.take(processes_at(second));
    add(query, second % 50 == 49 ? Interval::brief : Interval::usual);
  }
}

std::string statistics_of(const std::vector<std::string>& paths, Workers* workers) {
  SummedRows rows(RowsOf::readings, workers);
  each_row(paths, [&](const Query& query, Interval interval) { rows.add(query, interval); });
  return json_of(rows.take_result());
}

// Without batches.
std::string statistics_row_by_row(const std::vector<std::string>& paths) {
  SeriesSummary summary;
  each_row(paths, [&](const Query& query, Interval interval) {
    summary.add(query, RowsOf::readings, interval);
  });
  return json_of(summary.take_result());
}

TEST(SummedRows, StatisticsOfWorkers_AreTheSame) {
  LateWorkers workers;
  const std::vector<std::string> paths = {"\\Process(*)\\*"};
  EXPECT_EQ(statistics_of(paths, &workers), statistics_row_by_row(paths));
  EXPECT_EQ(statistics_of(paths, nullptr), statistics_row_by_row(paths));
  EXPECT_GE(workers.starts, 8U);  // each set of processes
}

// Two paths may match one series, which is counted for each; a name that is repeated is not.
TEST(SummedRows, SeriesOfSeveralPaths_AreTheSame) {
  LateWorkers workers;
  const std::vector<std::string> paths = {"\\Process(db)\\*", "\\Process(*)\\Page Faults/sec",
                                          "\\Process(none)\\Working Set", "\\Process(db)\\*"};
  EXPECT_EQ(statistics_of(paths, &workers), statistics_row_by_row(paths));
  EXPECT_EQ(statistics_of(paths, nullptr), statistics_row_by_row(paths));
}

}  // namespace
}  // namespace openperflib
