// Processes that live less than an interval, in the statistics of a log.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/series_summary.h"

namespace openperflib {
namespace {

// Three blocks, in each of which another process is called short.
std::vector<SummaryOfSeries> short_summary_of(std::string_view path,
                                              QueryOptions::FirstRates rates) {
  QueryOptions options;
  options.first_rates = rates;
  Query query(fixed_titles(), options);
  EXPECT_TRUE(query.add(path).has_value());
  SeriesSummary summary;
  for (std::uint64_t seconds = 100; seconds < 103; ++seconds) {
    TestBlock block(static_cast<std::int64_t>(seconds) * kTicksPerSecond);
    short_lives::write(block, seconds);
    query.take(block.snapshot());
    summary.add(query, RowsOf::readings);
  }
  return summary.take_result();
}

using FirstRates = QueryOptions::FirstRates;

TEST(ShortLivesInASummary, NameOfSeveralProcesses_HasTheRateOfEach) {
  const auto found = short_summary_of("\\Process(short)\\% Processor Time", FirstRates::start);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].count, 2U);
  EXPECT_DOUBLE_EQ(found[0].minimum.number, 30);
  EXPECT_DOUBLE_EQ(found[0].maximum.number, 30);
  EXPECT_DOUBLE_EQ(found[0].average.number, 30);
  EXPECT_EQ(found[0].gaps, 0U);
}

TEST(ShortLivesInASummary, WithoutFirstRates_HasNoValue) {
  const auto found = short_summary_of("\\Process(short)\\% Processor Time", FirstRates::nothing);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].count, 0U);
}

}  // namespace
}  // namespace openperflib
