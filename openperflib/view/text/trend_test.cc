// The trend of a series, whatever its length.
#include "openperflib/view/text/trend.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(Trend, FewValues_AreABarEach) {
  Trend trend;
  for (const double value : {0.0, 1.0, 2.0, 7.0}) trend.add(value);
  EXPECT_EQ(trend.text(20, BarCharacters::unicode), "▁▂▃█");
}

TEST(Trend, MissingValue_IsABlank) {
  Trend trend;
  trend.add(7);
  trend.add_missing();
  trend.add(7);
  EXPECT_EQ(trend.text(20, BarCharacters::unicode), "█ █");
}

TEST(Trend, ManyValues_AreMeansThatFillTheLine) {
  Trend trend;
  for (int i = 0; i < 80'000; ++i) trend.add(i < 40'000 ? 0 : 7);
  EXPECT_EQ(trend.text(4, BarCharacters::ascii), "__##");
}

TEST(Trend, Growth_IsFromTheFirstBarToTheLast) {
  Trend trend;
  EXPECT_EQ(trend.growth(), std::nullopt);
  trend.add_missing();
  trend.add(7);
  EXPECT_EQ(trend.growth(), std::nullopt);
  trend.add(100);
  trend.add(4);
  trend.add_missing();
  EXPECT_EQ(trend.growth(), -3);
}

TEST(Trend, NothingYet_IsAnEmptyLine) { EXPECT_EQ(Trend().text(8, BarCharacters::ascii), ""); }

TEST(Trend, Cleared_IsAsNew) {
  Trend trend;
  for (int i = 0; i < 100; ++i) trend.add(i);
  trend.clear();
  EXPECT_EQ(trend.growth(), std::nullopt);
  trend.add(3);
  trend.add(10);
  EXPECT_EQ(trend.growth(), 7.0);
}

}  // namespace
}  // namespace openperflib
