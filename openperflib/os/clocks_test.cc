#include "openperflib/os/clocks.h"

#include <gtest/gtest.h>

#include <ctime>

namespace openperflib {
namespace {

TEST(Clocks, AllThree_AreThere) {
  const Instant now = read_clocks();
  EXPECT_TRUE(now.realtime && now.boottime_100ns && now.monotonic_100ns);
}

TEST(Clocks, RealTime_LiesBetweenTheSecondsBeforeAndAfter) {
  const auto before = file_time_from_unix(::time(nullptr), 0);
  const Instant now = read_clocks();
  const auto after = file_time_from_unix(::time(nullptr) + 1, 0);
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
