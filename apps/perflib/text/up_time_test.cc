#include "apps/perflib/text/up_time.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(UpTime, IsInTheTwoLargestUnits) {
  EXPECT_EQ(up_time(3'599 * std::int64_t{10'000'000}), "59 min");
  EXPECT_EQ(up_time(11'520 * std::int64_t{10'000'000}), "3 h 12 min");
  EXPECT_EQ(up_time(86'399 * std::int64_t{10'000'000}), "23 h 59 min");
  EXPECT_EQ(up_time((4 * 86'400 + 3 * 3'600) * std::int64_t{10'000'000}), "4 d 3 h");
}

}  // namespace
}  // namespace openperflib::apps
