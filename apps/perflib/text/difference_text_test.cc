#include "apps/perflib/text/difference_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/valid_value.h"

namespace openperflib::apps {
namespace {

using testing::HasSubstr;

SummaryOfSeries series(std::string path, double average, std::uint64_t count = 10) {
  SummaryOfSeries one;
  one.counter = path.substr(path.rfind('\\') + 1);
  one.path = std::move(path);
  one.was_there = true;
  one.count = count;
  one.average = valid_value(average);
  one.minimum = valid_value(average - 1);
  one.maximum = valid_value(average + 1);
  one.p95 = valid_value(average);
  return one;
}

TEST(DifferenceTable, RowsSayHowMuchInWords) {
  const auto difference =
      difference_of({series(R"(\O\a)", 10), series(R"(\O\b)", 0), series(R"(\O\c)", 7),
                     series(R"(\O\d)", -10), series(R"(\O\e)", 100)},
                    {series(R"(\O\a)", 250), series(R"(\O\b)", 3), series(R"(\O\c)", 0),
                     series(R"(\O\d)", -5), series(R"(\O\e)", 104)});
  const std::string text = difference_table(difference, {});
  EXPECT_THAT(text, HasSubstr("    x 25"));
  EXPECT_THAT(text, HasSubstr("  from 0"));
  EXPECT_THAT(text, HasSubstr("    to 0"));
  EXPECT_THAT(text, HasSubstr("   +50 %"));
  EXPECT_THAT(text, HasSubstr(" 1 counter changed by less than 5 %\n"));
}

TEST(DifferenceTable, AverageOfFewerSamples_SaysSo) {
  auto difference = difference_of({series(R"(\O\a)", 10, 4), series(R"(\O\b)", 10, 15)},
                                  {series(R"(\O\a)", 50, 15), series(R"(\O\b)", 90, 14)});
  difference.first_records = 15;
  difference.second_records = 15;
  const std::string text = difference_table(difference, {});
  EXPECT_THAT(text, HasSubstr("\\O\\a  before (4 of 15 samples)\n"));
  EXPECT_THAT(text, HasSubstr("\\O\\b\n"));  // the first sample has no rate
  difference.second_records = 20;
  EXPECT_THAT(difference_table(difference, {}),
              HasSubstr("\\O\\a  before (4 of 15 samples), after (15 of 20 samples)\n"));
}

TEST(DifferenceTable, NothingInCommon_NamesTheRemedyForLanguages) {
  const std::string text =
      difference_table(difference_of({series(R"(\Memory\Available MBytes)", 1)},
                                     {series(R"(\Arbeitsspeicher\Verf)", 1)}),
                       {});
  EXPECT_EQ(
      text,
      " no counter in common; if the logs name their counters in different languages, --names "
      "FILE gives them English names\n");
  EXPECT_THAT(difference_table(difference_of({}, {series(R"(\O\a)", 1)}), {}),
              HasSubstr(" 0 counters changed by less than 5 %\n"));
}

TEST(DifferenceTable, WhatSaysTheSame_IsCountedBesideIt) {
  const auto both = [](double value) {
    return std::vector<SummaryOfSeries>{series(R"(\Process(a)\Thread Count)", value),
                                        series(R"(\Process V2(a:1)\Thread Count)", value)};
  };
  EXPECT_THAT(difference_table(difference_of(both(1), both(3)), {}),
              HasSubstr("\\Process(a)\\Thread Count (and 1 that says the same)\n"));
}

// The process has changed by 2 %, the same process under its other name by 50 %.
TEST(DifferenceTable, DuplicateOfAChangeWithoutARow_HasARow) {
  const auto difference = difference_of(
      {series(R"(\Process(a)\Thread Count)", 100), series(R"(\Process V2(a:1)\Thread Count)", 10)},
      {series(R"(\Process(a)\Thread Count)", 102), series(R"(\Process V2(a:1)\Thread Count)", 20)});
  const std::string text = difference_table(difference, {});
  EXPECT_THAT(text, HasSubstr("\\Process V2(a:1)\\Thread Count\n"));
  EXPECT_THAT(text, HasSubstr(" 1 counter changed by less than 5 %\n"));
}

TEST(LoneInstances, ValueOfFewerSamples_SaysSo) {
  LoneInstance one;
  one.path = R"(\Process(memleak))";
  one.counter = "Thread Count";
  one.average = valid_value(2);
  one.count = 4;
  const DifferenceSide side{.name = "after", .verb = "began", .file = "a.csv", .records = 15};
  EXPECT_THAT(lone_instances_text({one}, side, {}),
              HasSubstr("  Thread Count (4 of 15 samples)\n"));
}

TEST(DifferenceTable, BeyondTheRows_IsCounted) {
  const auto difference =
      difference_of({series(R"(\O\a)", 10), series(R"(\O\b)", 10), series(R"(\O\c)", 10)},
                    {series(R"(\O\a)", 50), series(R"(\O\b)", 40), series(R"(\O\c)", 30)});
  const std::string text = difference_table(difference, {.most = 1});
  EXPECT_THAT(text, HasSubstr(" 2 more changed; --top N shows more\n 0 counters changed"));
}

}  // namespace
}  // namespace openperflib::apps
