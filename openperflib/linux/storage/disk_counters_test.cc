#include <gtest/gtest.h>

#include "openperflib/base/civil_time.h"
#include "openperflib/linux/storage/disk_counters_internal.h"
#include "openperflib/testing/machines/device_test_machine.h"

namespace openperflib::linux_objects {
namespace {

Instant instant(FileTime realtime, std::int64_t monotonic) {
  return {realtime, monotonic, monotonic};
}

TEST(ClockWatch, EqualAdvance_ClockWasNotSet) {
  ClockWatch clock;
  EXPECT_FALSE(clock.was_set(instant(kNow, 0)));
  EXPECT_FALSE(clock.was_set(instant(kNow + kTicksPerSecond, kTicksPerSecond)));
}

// Up to 1 % and 10 ms.
TEST(ClockWatch, SmallDifference_ClockWasNotSet) {
  ClockWatch clock;
  static_cast<void>(clock.was_set(instant(kNow, 0)));
  EXPECT_FALSE(clock.was_set(
      instant(kNow + kTicksPerSecond + 200'000, kTicksPerSecond)));  // 20 ms in a second
  EXPECT_TRUE(clock.was_set(instant(kNow + 2 * kTicksPerSecond + 400'001, 2 * kTicksPerSecond)));
}

TEST(ClockWatch, ClockSetBack_IsSeenOnce) {
  ClockWatch clock;
  static_cast<void>(clock.was_set(instant(kNow, 0)));
  EXPECT_TRUE(clock.was_set(instant(kNow - kTicksPerSecond, kTicksPerSecond)));
  EXPECT_FALSE(clock.was_set(instant(kNow, 2 * kTicksPerSecond)));
}

TEST(ClockWatch, WithoutClocks_NothingIsKnown) {
  ClockWatch clock;
  EXPECT_FALSE(clock.was_set({}));
  EXPECT_FALSE(clock.was_set(instant(kNow, 0)));
}

TEST(DiskCounters, DeviceText_TellsDevicesApart) {
  std::vector<DiskLine> lines;
  parse_diskstats("8 0 sda 1\n", lines);
  std::string text = "before";
  device_text(lines.at(0), text);
  EXPECT_EQ(text, "8:0 sda");
}

}  // namespace
}  // namespace openperflib::linux_objects
