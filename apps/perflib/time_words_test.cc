#include "apps/perflib/time_words.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(LengthOfTime, NumberWithItsUnit_IsSoManyUnitsOf100ns) {
  EXPECT_EQ(length_of_time("90"), 900'000'000);
  EXPECT_EQ(length_of_time("0.5s"), 5'000'000);
  EXPECT_EQ(length_of_time("10m"), 6'000'000'000);
  EXPECT_EQ(length_of_time("24h"), 864'000'000'000);
  EXPECT_EQ(length_of_time("30d"), 25'920'000'000'000);
}

TEST(LengthOfTime, AnythingElse_IsNone) {
  for (const char* text : {"", "s", "0", "-1", "10 m", "10x", "10ms", "1e3", "nan", "inf", "h10", "1h30m"}) {
    EXPECT_EQ(length_of_time(text), std::nullopt) << text;
  }
  EXPECT_EQ(length_of_time("365000d"), 315'360'000'000'000'000);
  EXPECT_EQ(length_of_time("365001d"), std::nullopt);
}

}  // namespace
}  // namespace openperflib::apps
