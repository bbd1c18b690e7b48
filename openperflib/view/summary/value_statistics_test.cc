#include "openperflib/view/summary/value_statistics.h"

#include <gtest/gtest.h>

#include "openperflib/testing/valid_value.h"

namespace openperflib {
namespace {

TEST(ValueStatistics, Values_HaveBoundsAndAMean) {
  ValueStatistics values;
  for (const double number : {4.0, -2.0, 7.0}) values.add(valid_value(number));
  const Statistics all = values.result();
  EXPECT_EQ(all.count, 3U);
  EXPECT_EQ(all.minimum.number, -2);
  EXPECT_EQ(all.maximum.number, 7);
  EXPECT_EQ(all.last.number, 7);
  EXPECT_EQ(all.mean.number, 3);
  EXPECT_EQ(all.average.number, 3);
}

TEST(ValueStatistics, Gaps_CountFromTheFirstValueOn) {
  ValueStatistics values;
  values.note_gap();
  EXPECT_EQ(values.result().gaps, 0U);
  values.add(valid_value(1));
  values.note_gap();
  EXPECT_EQ(values.result().gaps, 1U);
}

TEST(ValueStatistics, WithoutValues_HasNoNumbers) {
  const Statistics none = ValueStatistics().result();
  EXPECT_EQ(none.count, 0U);
  EXPECT_FALSE(none.minimum.usable());
  EXPECT_FALSE(none.average.usable());
}

}  // namespace
}  // namespace openperflib
