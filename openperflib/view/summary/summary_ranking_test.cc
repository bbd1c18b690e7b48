#include "openperflib/view/summary/summary_ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/testing/valid_value.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

SummaryOfSeries series_of_values(std::string path, std::initializer_list<double> values) {
  SummaryOfSeries one;
  one.counter = path.substr(path.rfind('\\') + 1);
  one.path = std::move(path);
  double sum = 0;
  for (const double value : values) {
    sum += value;
    one.maximum = valid_value(std::max(value, one.count == 0 ? value : one.maximum.number));
    one.trend.add(value);
    ++one.count;
  }
  if (one.count != 0) one.average = valid_value(sum / static_cast<double>(one.count));
  return one;
}

std::vector<std::string> paths(const std::vector<SummaryOfSeries>& all) {
  std::vector<std::string> paths;
  for (const SummaryOfSeries& one : all) paths.push_back(one.path);
  return paths;
}

std::vector<SummaryOfSeries> process_summaries() {
  return {series_of_values(R"(\P(_Total)\Bytes)", {100, 100}),
          series_of_values(R"(\P(even)\Bytes)", {50, 50}),
          series_of_values(R"(\P(peak)\Bytes)", {60, 10}),
          series_of_values(R"(\P(grows)\Bytes)", {0, 30}),
          series_of_values(R"(\P(even)\Threads)", {1, 1}),
          series_of_values(R"(\P(never)\Bytes)", {})};
}

TEST(LargestInstances, OfEachCounter_AreSortedByTheNumberAskedFor) {
  EXPECT_THAT(paths(largest_instances(process_summaries(), RankedBy::average, 2)),
              ElementsAre(R"(\P(even)\Bytes)", R"(\P(peak)\Bytes)", R"(\P(even)\Threads)"));
  EXPECT_THAT(paths(largest_instances(process_summaries(), RankedBy::maximum, 2)),
              ElementsAre(R"(\P(peak)\Bytes)", R"(\P(even)\Bytes)", R"(\P(even)\Threads)"));
  EXPECT_THAT(paths(largest_instances(process_summaries(), RankedBy::growth, 1)),
              ElementsAre(R"(\P(grows)\Bytes)", R"(\P(even)\Threads)"));
}

TEST(LargestInstances, GrowthBeforeTheNameWasTakenOver_Counts) {
  auto all = process_summaries();
  all[2].largest_growth = 50;  // "peak", which fell in all
  EXPECT_THAT(paths(largest_instances(std::move(all), RankedBy::growth, 1)),
              ElementsAre(R"(\P(peak)\Bytes)", R"(\P(even)\Threads)"));
}

TEST(LargestInstances, TotalAlone_IsShown) {
  EXPECT_THAT(paths(largest_instances({series_of_values(R"(\P(_Total)\Bytes)", {1})},
                                      RankedBy::average, 5)),
              ElementsAre(R"(\P(_Total)\Bytes)"));
}

TEST(LargestInstances, SeriesWithoutInstances_StayAlsoWithoutAValue) {
  EXPECT_THAT(paths(largest_instances(
                  {series_of_values(R"(\\A\M\Free)", {}), series_of_values(R"(\\B\M\Free)", {2})},
                  RankedBy::maximum, 1)),
              ElementsAre(R"(\\A\M\Free)", R"(\\B\M\Free)"));
}

}  // namespace
}  // namespace openperflib
