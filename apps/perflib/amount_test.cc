#include "apps/perflib/amount.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(LengthOfTime, NumberWithItsUnit_IsSoManyUnitsOf100ns) {
  EXPECT_EQ(length_of_time("90"), 900'000'000);
  EXPECT_EQ(length_of_time("0.5s"), 5'000'000);
  EXPECT_EQ(length_of_time("10m"), 6'000'000'000);
  EXPECT_EQ(length_of_time("1.5h"), 54'000'000'000);
  EXPECT_EQ(length_of_time("24h"), 864'000'000'000);
  EXPECT_EQ(length_of_time("7d"), 6'048'000'000'000);
  EXPECT_EQ(length_of_time("30d"), 25'920'000'000'000);
  EXPECT_EQ(length_of_time("2w"), 12'096'000'000'000);
}

TEST(LengthOfTime, AnythingElse_IsNone) {
  for (const char* text : {"", "s", "h", "0", "-1", "-1h", "10 m", "10x", "1x", "1hh", "10ms",
                           "1e3", "0.00000001", "nan", "inf", "h10", "1h30m"}) {
    EXPECT_EQ(length_of_time(text), std::nullopt) << text;
  }
  EXPECT_EQ(length_of_time("365000d"), 315'360'000'000'000'000);
  EXPECT_EQ(length_of_time("365001d"), std::nullopt);
}

TEST(Amount, Size_IsAWholeNumberAndAUnit) {
  EXPECT_EQ(2'147'483'648U, bytes_from("2G"));
  EXPECT_EQ(1'536U, bytes_from("1536"));
  for (const char* wrong : {"", "G", "1.5G", "1GB", "-1", "99999999999T"}) {
    EXPECT_EQ(std::nullopt, bytes_from(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace openperflib::apps
