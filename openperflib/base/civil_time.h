// FILETIME and the dates people write. No clock and no time zone database: those are in os.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace openperflib {

// 100-ns intervals since 1601-01-01 00:00 UTC, as FILETIME; local time if the format says so.
using FileTime = std::int64_t;

inline constexpr std::int64_t kTicksPerSecond = 10'000'000;                // FILETIME's unit
inline constexpr FileTime kUnixEpochAsFileTime = 116'444'736'000'000'000;  // 1970-01-01

// SYSTEMTIME (16 bytes in a block), field by field.
struct SystemTime {
  std::uint16_t year = 0;
  std::uint16_t month = 0;        // 1 to 12
  std::uint16_t day_of_week = 0;  // 0 is Sunday
  std::uint16_t day = 0;          // 1 to 31
  std::uint16_t hour = 0;
  std::uint16_t minute = 0;
  std::uint16_t second = 0;
  std::uint16_t milliseconds = 0;
  bool operator==(const SystemTime&) const = default;
};

// The date and time of `time`, truncated to milliseconds; all zeros for a time before 1601 or after
// 30827.
[[nodiscard]] SystemTime system_time_from(FileTime time) noexcept;

// The reverse; nullopt if the fields are not a date from 1601 to 30827. Ignores day_of_week.
[[nodiscard]] std::optional<FileTime> file_time_from(const SystemTime& time) noexcept;

// Seconds and nanoseconds since 1970-01-01 UTC as FILETIME.
[[nodiscard]] constexpr FileTime file_time_from_unix(std::int64_t seconds,
                                                     std::int64_t nanoseconds) noexcept {
  return kUnixEpochAsFileTime + seconds * kTicksPerSecond + nanoseconds / 100;
}

// "2026-11-21T10:15:30.123", without a zone; nullopt if the fields are not a date.
[[nodiscard]] std::optional<std::string> iso_8601(const SystemTime& time);

}  // namespace openperflib
