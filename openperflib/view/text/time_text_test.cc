#include "openperflib/view/text/time_text.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(DurationText, PartOfASecond_IsNeverZero) {
  EXPECT_EQ(duration_text(kTicksPerSecond / 100 * 3), "30 ms");
  EXPECT_EQ(duration_text(kTicksPerSecond / 1000 * 99), "99 ms");
  EXPECT_EQ(duration_text(kTicksPerSecond / 10), "0.1 s");
  EXPECT_EQ(duration_text(kTicksPerSecond / 10 * 5), "0.5 s");
  EXPECT_EQ(duration_text(kTicksPerSecond), "1 s");
}

TEST(DurationText, LongTimes_HaveTwoUnits) {
  EXPECT_EQ(duration_text(kTicksPerSecond * 300), "5 min");
  EXPECT_EQ(duration_text(kTicksPerSecond * (2 * 3600 + 600)), "2 h 10 min");
  EXPECT_EQ(duration_text(kTicksPerSecond * (74 * 3600)), "3 days 2 h");
}

}  // namespace
}  // namespace openperflib
