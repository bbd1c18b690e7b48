// The trend of a series, whatever its length.
#include "openperflib/view/text/trend.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

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

TEST(Trend, RecordsTogether_AreAsOneAfterTheOther) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * i % 97);
  Trend one_by_one;
  Trend together;
  together.add_missing();
  one_by_one.add_missing();
  together.add(std::span<const double>());
  for (const double value : values) one_by_one.add(value);
  together.add(std::span(values).first(33));
  together.add(std::span(values).subspan(33));
  EXPECT_EQ(together.records(), 1001U);
  EXPECT_EQ(together.growth(), one_by_one.growth());
  EXPECT_EQ(together.text(40, BarCharacters::unicode), one_by_one.text(40, BarCharacters::unicode));
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
