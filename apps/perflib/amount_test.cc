#include "apps/perflib/amount.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(Amount, Time_IsANumberAndAUnit) {
  EXPECT_EQ(90.0, seconds_from("90"));
  EXPECT_EQ(86'400.0, seconds_from("24h"));
  EXPECT_EQ(5'400.0, seconds_from("1.5h"));
  EXPECT_EQ(604'800.0, seconds_from("7d"));
  for (const char* wrong : {"", "h", "0", "-1h", "1x", "1hh", "nan", "inf"}) {
    EXPECT_EQ(std::nullopt, seconds_from(wrong)) << wrong;
  }
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
