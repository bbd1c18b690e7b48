#include "openperflib/counter/scale.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(Scaled, MultipliesByThePowerOfTen) {
  EXPECT_EQ(scaled(10, 2), 1000);
  EXPECT_EQ(scaled(7, 0), 7);
  EXPECT_EQ(scaled(1, kMaxDefaultScale), 1e10);
  EXPECT_EQ(scaled(1, kMinDefaultScale), 1e-10);
}

TEST(Scaled, NegativeExponents_AreCorrectlyRounded) {
  EXPECT_EQ(scaled(3, -1), 0.3);  // 3 * 0.1 is 0.30000000000000004
}

TEST(Scaled, ExponentOutOfRange_IsIgnored) {
  EXPECT_EQ(scaled(7, 11), 7);
  EXPECT_EQ(scaled(7, -11), 7);
  EXPECT_EQ(scaled(7, -2147483647 - 1), 7);
}

TEST(SuffixText, MatchesWinperf) {
  EXPECT_EQ(suffix_text(Suffix::none), "");
  EXPECT_EQ(suffix_text(Suffix::per_second), "/sec");
  EXPECT_EQ(suffix_text(Suffix::percent), "%");
  EXPECT_EQ(suffix_text(Suffix::seconds), "secs");
  EXPECT_EQ(suffix_text(Suffix::not_shown), "");
  EXPECT_EQ(suffix_text(Suffix::unknown), "");
}

}  // namespace
}  // namespace openperflib
