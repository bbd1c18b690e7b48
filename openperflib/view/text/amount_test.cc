#include "openperflib/view/text/amount.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(Duration, NumberWithItsUnit_IsSoManyUnitsOf100ns) {
  EXPECT_EQ(duration_from("90"), 900'000'000);
  EXPECT_EQ(duration_from("0.5s"), 5'000'000);
  EXPECT_EQ(duration_from("250ms"), 2'500'000);
  EXPECT_EQ(duration_from("10m"), 6'000'000'000);
  EXPECT_EQ(duration_from("1.5h"), 54'000'000'000);
  EXPECT_EQ(duration_from("24h"), 864'000'000'000);
  EXPECT_EQ(duration_from("7d"), 6'048'000'000'000);
  EXPECT_EQ(duration_from("2w"), 12'096'000'000'000);
}

TEST(Duration, NamesOfUnits_AreThoseUnits) {
  for (const char* text :
       {"24hours", "24 hours", "24 hr", "24hrs", "24H", "1day", "1 d", "1440min", "1440 Minutes"}) {
    EXPECT_EQ(duration_from(text), 864'000'000'000) << text;
  }
  EXPECT_EQ(duration_from("5sec"), 50'000'000);
  EXPECT_EQ(duration_from("2weeks"), 12'096'000'000'000);
}

TEST(Duration, SeveralParts_AreAdded) {
  EXPECT_EQ(duration_from("1h30m"), 54'000'000'000);
  EXPECT_EQ(duration_from("1 h 30 min"), 54'000'000'000);
  EXPECT_EQ(duration_from("1d12h"), 1'296'000'000'000);
}

TEST(Duration, AnythingElse_IsNone) {
  for (const char* text :
       {"",           "s",   "h",   "0",   "-1",   "-1h",   "10x",    "1x",  "1hh",  "1e3",
        "0.00000001", "nan", "inf", "h10", "1h30", "10 20", "1h -3m", " 5s", "5,5s", "1GB"}) {
    EXPECT_EQ(duration_from(text), std::nullopt) << text;
  }
  EXPECT_EQ(duration_from("365000d"), 315'360'000'000'000'000);
  EXPECT_EQ(duration_from("365001d"), std::nullopt);
}

TEST(Size, NumberWithItsUnit_IsSoManyBytes) {
  EXPECT_EQ(bytes_from("1536"), 1'536U);
  EXPECT_EQ(bytes_from("512 bytes"), 512U);
  for (const char* text : {"2G", "2GB", "2 GiB", "2gb", "2048M", "2048 MB"}) {
    EXPECT_EQ(bytes_from(text), 2'147'483'648U) << text;
  }
  EXPECT_EQ(bytes_from("1.5G"), 1'610'612'736U);
  EXPECT_EQ(bytes_from("1T"), 1ULL << 40);
}

TEST(Size, AnythingElse_IsNone) {
  for (const char* text :
       {"", "G", "-1", "0.3", "99999999999T", "1G1M", "24h", "1e3", "9223372036854775808"}) {
    EXPECT_EQ(bytes_from(text), std::nullopt) << text;
  }
}

TEST(NotASize, BelowTheLeast_NamesTheLeast) {
  EXPECT_EQ(not_a_size("1GB", 1U << 20), "");
  EXPECT_EQ(not_a_size("100K", 1U << 20), "\"100K\" is too small; the least is 1M");
  EXPECT_EQ(not_a_size("24h"), "\"24h\" is not a size; write 500M, 2G or a number of bytes");
}

}  // namespace
}  // namespace openperflib
