// Times as people write them: a date, a time of day, or both, on a log's own clock or with an
// offset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// A time as it was written. Value. It has a date or a time of day, or both.
struct WrittenTime {
  std::optional<FileTime> date;             // its midnight; nullopt: a time of day on any day
  std::optional<std::int64_t> time_of_day;  // in units of 100 ns; nullopt: the whole day
  std::optional<int> bias_minutes;          // to add to get UTC; nullopt: the log's own clock
};

// Dates: "2026-11-21", "11/21/2026" (month first), "2026/11/21", "21.11.2026". Times of day:
// "15:45", "15:45:00", "15:45:00.250", "3:45 pm". Both with a space or a T between them, optionally
// followed by Z or an offset such as +02:00. nullopt for any other text, for dates that do not
// exist, and for an offset without a date.
[[nodiscard]] std::optional<WrittenTime> parse_written_time(std::string_view text) noexcept;

// A date with or without a time of day, as in text files, without an offset; midnight if there is
// no time of day.
[[nodiscard]] std::optional<FileTime> time_from_written(std::string_view text) noexcept;

// "2026-11-21 10:00:05.250"; truncated to the millisecond. Impossible years are 0000.
[[nodiscard]] std::string written_time(FileTime time);

// The clock and the time range of a log. Value.
struct LogTimes {
  FileTime first_local = 0;
  FileTime last_local = 0;
  std::optional<int> bias_minutes;  // nullopt: unknown; local time is used as UTC
  std::uint64_t records = 0;        // 0: not counted
};

// The begin of a window: midnight of a date; for a time of day its last occurrence in the log,
// otherwise that on the last day of the log.
[[nodiscard]] FileTime begin_of(const WrittenTime& written, const LogTimes& log) noexcept;
// The end of a window: the end of the day of a date; for a time of day its first occurrence after
// `begin` or, if the window has no begin, the one of begin_of().
[[nodiscard]] FileTime end_of(const WrittenTime& written, const LogTimes& log,
                              std::optional<FileTime> begin) noexcept;

// The ends of a window. Value.
struct WrittenWindow {
  FileTime begin_local = 0;
  FileTime end_local = 0;
};

// Returns the window of a begin and an end: those of begin_of() and end_of(). Of two times of day
// that have midnight between them it is the last such night that the log has as a whole, or the one
// of its last midnight. nullopt: the end is before the begin on the clock, and the log has no
// midnight, so that one of the two is a slip.
[[nodiscard]] std::optional<WrittenWindow> window_between(const WrittenTime& begin,
                                                          const WrittenTime& end,
                                                          const LogTimes& log) noexcept;

}  // namespace openperflib
