#include "openperflib/os/portable/time_zone.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace openperflib {
namespace {

constexpr FileTime kWinter = file_time_from_unix(1'768'435'200, 0);  // 2026-01-15 00:00 UTC
constexpr FileTime kSummer = file_time_from_unix(1'784'073'600, 0);  // 2026-07-15 00:00 UTC

// POSIX zones, so that no time zone database is needed.
ZoneOffset zone_in(const char* posix_zone, FileTime time) {
  ::setenv("TZ", posix_zone, 1);
  ::tzset();
  const ZoneOffset zone = local_zone_at(time);
  ::unsetenv("TZ");
  ::tzset();
  return zone;
}

TEST(TimeZone, WestOfGreenwich_BiasIsPositiveAsOnWindows) {
  EXPECT_EQ(zone_in("PST8PDT,M3.2.0,M11.1.0", kWinter), (ZoneOffset{"PST", 480}));
  EXPECT_EQ(zone_in("PST8PDT,M3.2.0,M11.1.0", kSummer), (ZoneOffset{"PDT", 420}));
}

TEST(TimeZone, EastOfGreenwich_BiasIsNegative) {
  EXPECT_EQ(zone_in("IST-5:30", kWinter), (ZoneOffset{"IST", -330}));
}

TEST(TimeZone, LocalTime_IsUtcLessTheBias) {
  EXPECT_EQ(to_local(kWinter, 480), kWinter - 8 * 3600 * kTicksPerSecond);
}

}  // namespace
}  // namespace openperflib
