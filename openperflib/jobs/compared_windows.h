// Which parts of two logs are compared.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/log/log_window.h"
#include "openperflib/log/time/written_time.h"

namespace openperflib {

// Which parts of two logs are compared. Value.
struct ComparedWindows {
  LogWindow first;
  LogWindow second;
};

// The corresponding times in both logs, on the clock of each (local). Value.
struct Alignment {
  FileTime first = 0;
  FileTime second = 0;
  // The duration from those times on; nullopt: as long before and after them as both logs cover.
  std::optional<std::int64_t> length;  // 100 ns
};

// nullopt if one of the logs has nothing to compare then. Without a length, the windows end half an
// interval later, so that a last sample that is a little late is compared too.
[[nodiscard]] std::optional<ComparedWindows> aligned_windows(const LogTimes& first,
                                                             const LogTimes& second,
                                                             const Alignment& alignment) noexcept;

// The same time of day in both, on whichever days they overlap longest; at most `length` of it.
// Nothing where they have no time of day in common.
[[nodiscard]] std::optional<ComparedWindows> windows_by_clock(
    const LogTimes& first, const LogTimes& second, std::optional<std::int64_t> length) noexcept;

}  // namespace openperflib
