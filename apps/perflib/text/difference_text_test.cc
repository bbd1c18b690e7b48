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

TEST(DifferenceTable, BeyondTheRows_IsCounted) {
  const auto difference =
      difference_of({series(R"(\O\a)", 10), series(R"(\O\b)", 10), series(R"(\O\c)", 10)},
                    {series(R"(\O\a)", 50), series(R"(\O\b)", 40), series(R"(\O\c)", 30)});
  const std::string text = difference_table(difference, {.most = 1});
  EXPECT_THAT(text, HasSubstr(" 2 more changed; --top N shows more\n 0 counters changed"));
}

}  // namespace
}  // namespace openperflib::apps
