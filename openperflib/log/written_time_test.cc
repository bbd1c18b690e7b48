#include "openperflib/log/written_time.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

constexpr FileTime kTenOClock =
    134'397'288'000'000'000;  // 2026-11-21 10:00:00: 155,552 days and 10 h from 1601

TEST(WrittenTime, DateAndTimeOfDay_AreReadInBothOrders) {
  EXPECT_EQ(time_from_written("2026-11-21 10:00:00"), kTenOClock);
  EXPECT_EQ(time_from_written("2026-11-21T10:00"), kTenOClock);
  EXPECT_EQ(time_from_written("11/21/2026 10:00"), kTenOClock);
  EXPECT_EQ(time_from_written("2026-11-21"), kTenOClock - 10 * 3600 * kTicksPerSecond);
  EXPECT_EQ(time_from_written("2026-11-21 10:00:05.250"), kTenOClock + 52'500'000);
}

TEST(WrittenTime, AnythingElse_IsNone) {
  for (const char* text :
       {"", "now", "2026-11", "2026-13-01", "2026-02-29", "2026-11-21 25:00", "2026-11-21 10",
        "2026-11-21 10:00x00", "2026-11-21 10:00:05.2", "2026-11-21 10:00:05,250",
        "2026-11-21 10:00:05.2500", "21.11.2026", "2026-11-21 10:00 ", "1600-12-31"}) {
    EXPECT_EQ(time_from_written(text), std::nullopt) << text;
  }
}

TEST(WrittenTime, Written_IsReadBack) {
  EXPECT_EQ(written_time(kTenOClock + 52'500'000), "2026-11-21 10:00:05.250");
  EXPECT_EQ(time_from_written(written_time(kTenOClock)), kTenOClock);
}

}  // namespace
}  // namespace openperflib
