#include "apps/drop_in/interval.h"

#include <gtest/gtest.h>

namespace openperflib::drop_in {
namespace {

using std::chrono::seconds;

TEST(ReadInterval, PartsAreHoursMinutesAndSecondsFromTheRight) {
  EXPECT_EQ(read_interval("1"), seconds(1));
  EXPECT_EQ(read_interval("90"), seconds(90));
  EXPECT_EQ(read_interval("1:30"), seconds(90));
  EXPECT_EQ(read_interval("02:00:05"), seconds(7205));
  EXPECT_EQ(read_interval("00:00:01"), seconds(1));
  EXPECT_EQ(read_interval("31622400"), seconds(31'622'400));  // 366 days
}

TEST(ReadInterval, MissingTooShortOrTooLong_IsNothing) {
  for (const char* text : {"", "0", "00:00:00", ":", "1:", ":1", "1:2:3:4", "-1", "+1", " 1", "1.5",
                           "1s", "31622401", "18446744073709551617", "1000000000:1000000000:0"}) {
    EXPECT_EQ(read_interval(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace openperflib::drop_in
