#include "openperflib/view/text/sparkline.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

RecentValues recent_values(std::initializer_list<float> values) {
  RecentValues recent;
  for (const float value : values) recent.add(value);
  return recent;
}

TEST(Sparkline, Values_GoFromTheLowestBarToTheHighest) {
  EXPECT_EQ(recent_values({0, 7, 3.5F}).text(3, BarCharacters::unicode), "▁█▅");
}

TEST(Sparkline, FewerValuesThanColumns_StandAtTheRightEdge) {
  EXPECT_EQ(recent_values({1}).text(3, BarCharacters::ascii), "  #");
}

TEST(Sparkline, MissingValue_IsABlankAndNotAZero) {
  RecentValues recent = recent_values({4});
  recent.add_missing();
  recent.add(4);
  EXPECT_EQ(recent.text(3, BarCharacters::unicode), "█ █");
}

TEST(Sparkline, AllZero_IsFlat) {
  EXPECT_EQ(recent_values({0, 0}).text(2, BarCharacters::unicode), "▁▁");
}

TEST(Sparkline, MoreThanItKeeps_ForgetsTheOldest) {
  RecentValues recent;
  recent.add(1000);
  for (int i = 0; i < 60; ++i) recent.add(1);
  EXPECT_EQ(recent.text(2, BarCharacters::unicode), "██");
}

}  // namespace
}  // namespace openperflib
