#include "openperflib/base/civil_time.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

// The first sample of tests/data/blg/SampleLog.blg, as Windows wrote it in both forms.
constexpr FileTime kSample = 128'315'940'386'596'596;

TEST(SystemTimeFrom, SampleOfWindows_IsTruncatedToMilliseconds) {
  const SystemTime time = system_time_from(kSample);
  EXPECT_EQ(time.hour, 19);
  EXPECT_EQ(time.minute, 40);
  EXPECT_EQ(time.second, 38);
  EXPECT_EQ(time.milliseconds, 659);
}

TEST(SystemTimeFrom, Zero_IsMondayTheFirstOfJanuary1601) {
  EXPECT_EQ(system_time_from(0), (SystemTime{1601, 1, 1, 1, 0, 0, 0, 0}));
}

TEST(SystemTimeFrom, UnixEpoch_IsAThursday) {
  EXPECT_EQ(system_time_from(kUnixEpochAsFileTime), (SystemTime{1970, 1, 4, 1, 0, 0, 0, 0}));
  EXPECT_EQ(system_time_from(file_time_from_unix(951'782'400, 999'999'999)),
            (SystemTime{2000, 2, 2, 29, 0, 0, 0, 999}));
}

TEST(SystemTimeFrom, TimesOutsideTheCalendar_AreYearZero) {
  EXPECT_EQ(system_time_from(-1), SystemTime{});
  EXPECT_EQ(system_time_from(0x7FFF'FFFF'FFFF'FFFF), SystemTime{});
}

TEST(FileTimeFrom, Date_IsTheReverse) {
  for (const FileTime time : {FileTime{0}, kUnixEpochAsFileTime, kSample / 10'000 * 10'000}) {
    EXPECT_EQ(file_time_from(system_time_from(time)), time);
  }
}

TEST(FileTimeFrom, DayOfTheWeek_IsIgnored) {
  EXPECT_EQ(file_time_from({1970, 1, 6, 1, 0, 0, 0, 0}), kUnixEpochAsFileTime);
}

TEST(FileTimeFrom, InvalidDate_IsNone) {
  EXPECT_EQ(file_time_from({}), std::nullopt);
  EXPECT_EQ(file_time_from({1600, 12, 0, 31, 0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({30'828, 1, 0, 1, 0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 2, 0, 29, 0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 13, 0, 1, 0, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 1, 0, 1, 24, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 1, 0, 1, 0, 60, 0, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 1, 0, 1, 0, 0, 60, 0}), std::nullopt);
  EXPECT_EQ(file_time_from({2026, 1, 0, 1, 0, 0, 0, 1'000}), std::nullopt);
}

TEST(Iso8601, IsTheDateWithMillisecondsOrNone) {
  EXPECT_EQ(iso_8601({2026, 11, 5, 20, 9, 8, 7, 6}), "2026-11-20T09:08:07.006");
  EXPECT_EQ(iso_8601({}), std::nullopt);
}

}  // namespace
}  // namespace openperflib
