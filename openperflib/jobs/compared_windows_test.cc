#include "openperflib/jobs/compared_windows.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

constexpr FileTime kSecond = 10'000'000;

LogTimes extent(FileTime first_second, FileTime last_second) {
  return {.first_local = first_second * kSecond,
          .last_local = last_second * kSecond,
          .bias_minutes = 0,
          .records = static_cast<std::uint64_t>(last_second - first_second + 1)};
}

TEST(AlignedWindows, FromTheStartOfBoth_LastAsLongAsTheShorter) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(5000, 5060),
                      {.first = 100 * kSecond, .second = 5000 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 100 * kSecond);
  EXPECT_EQ(windows->first.end_local, 160 * kSecond + kSecond / 2);
  EXPECT_EQ(windows->second.begin_local, 5000 * kSecond);
  EXPECT_EQ(windows->second.end_local, 5060 * kSecond + kSecond / 2);
}

TEST(AlignedWindows, AroundAMoment_CoverWhatBothHaveBeforeAndAfterIt) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(5000, 5060),
                      {.first = 300 * kSecond, .second = 5020 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 280 * kSecond);
  EXPECT_EQ(windows->first.end_local, 340 * kSecond + kSecond / 2);
  EXPECT_EQ(windows->second.begin_local, 5000 * kSecond);
  EXPECT_EQ(windows->second.end_local, 5060 * kSecond + kSecond / 2);
}

TEST(AlignedWindows, LastSampleALittleLate_IsInTheWindow) {
  LogTimes late = extent(5000, 5060);
  late.last_local += kSecond / 100;
  const auto windows = aligned_windows(
      extent(100, 160), late, {.first = 100 * kSecond, .second = 5000 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_GE(windows->second.end_local, late.last_local);
  EXPECT_LT(windows->first.end_local, 161 * kSecond);
}

TEST(AlignedWindows, WithALength_BeginAtTheMoment) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(100, 700),
                      {.first = 200 * kSecond, .second = 400 * kSecond, .length = 60 * kSecond});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 200 * kSecond);
  EXPECT_EQ(windows->first.end_local, 260 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 400 * kSecond);
  EXPECT_EQ(windows->second.end_local, 460 * kSecond);
}

TEST(AlignedWindows, MomentBeforeALog_BeginsWhereThatBegins) {
  const auto windows =
      aligned_windows(extent(100, 700), extent(100, 700),
                      {.first = 50 * kSecond, .second = 150 * kSecond, .length = {}});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 100 * kSecond);
  EXPECT_EQ(windows->second.begin_local, 200 * kSecond);
}

TEST(AlignedWindows, MomentAfterALog_IsNothing) {
  const Alignment behind{.first = 800 * kSecond, .second = 200 * kSecond, .length = {}};
  EXPECT_FALSE(aligned_windows(extent(100, 700), extent(100, 700), behind).has_value());
}

TEST(WindowsByClock, SameTimeOfDayOfTwoDays_IsCompared) {
  constexpr FileTime kDay = 86'400;
  const auto windows = windows_by_clock(extent(8 * 3600, 18 * 3600),
                                        extent(kDay + 9 * 3600 + 900, kDay + 17 * 3600), {});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, (9 * 3600 + 900) * kSecond);
  EXPECT_EQ(windows->first.end_local, 17 * 3600 * kSecond);
  EXPECT_EQ(windows->second.begin_local, (kDay + 9 * 3600 + 900) * kSecond);
  EXPECT_EQ(windows->second.end_local, (kDay + 17 * 3600) * kSecond);
}

TEST(WindowsByClock, EarlierDaySecond_IsTheSame) {
  constexpr FileTime kDay = 86'400;
  const auto windows = windows_by_clock(extent(kDay + 9 * 3600, kDay + 17 * 3600),
                                        extent(8 * 3600, 18 * 3600), 3600 * kSecond);
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, (kDay + 9 * 3600) * kSecond);
  EXPECT_EQ(windows->first.end_local, (kDay + 10 * 3600) * kSecond);
  EXPECT_EQ(windows->second.begin_local, 9 * 3600 * kSecond);
}

// From 22:00 to 02:00 and from 01:00 to 03:00: one hour from 01:00.
TEST(WindowsByClock, OverMidnight_IsTheLongestOverlap) {
  constexpr FileTime kDay = 86'400;
  const auto windows = windows_by_clock(extent(22 * 3600, 26 * 3600),
                                        extent(5 * kDay + 3600, 5 * kDay + 3 * 3600), {});
  ASSERT_TRUE(windows.has_value());
  EXPECT_EQ(windows->first.begin_local, 25 * 3600 * kSecond);
  EXPECT_EQ(windows->first.end_local, 26 * 3600 * kSecond);
  EXPECT_EQ(windows->second.begin_local, (5 * kDay + 3600) * kSecond);
}

TEST(WindowsByClock, NoTimeOfDayInCommon_IsNothing) {
  EXPECT_FALSE(
      windows_by_clock(extent(3600, 7200), extent(90'000 + 7200, 90'000 + 9000), {}).has_value());
}

}  // namespace
}  // namespace openperflib
