#include "openperflib/os/time/clocks.h"

#include <gtest/gtest.h>

#include <ctime>

namespace openperflib {
namespace {

TEST(Clocks, AllThree_AreThere) {
  const Instant now = read_clocks();
  EXPECT_TRUE(now.realtime && now.boottime_100ns && now.monotonic_100ns);
}

// The system clock, read as read_clocks() reads it: time() would lag by up to a tick of the kernel.
std::int64_t real_time() {
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return file_time_from_unix(now.tv_sec, now.tv_nsec);
}

TEST(Clocks, RealTime_LiesBetweenTheTimesBeforeAndAfter) {
  const auto before = real_time();
  const Instant now = read_clocks();
  const auto after = real_time();
  EXPECT_LE(before, *now.realtime);
  EXPECT_LE(*now.realtime, after);
}

TEST(Clocks, SinceBoot_NeverGoesBack) {
  const Instant first = read_clocks();
  const Instant second = read_clocks();
  EXPECT_LE(*first.boottime_100ns, *second.boottime_100ns);
  EXPECT_LE(*first.monotonic_100ns, *second.monotonic_100ns);
}

}  // namespace
}  // namespace openperflib
