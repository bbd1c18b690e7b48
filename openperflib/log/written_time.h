// Times as people write them: dates with a time of day on a log's own clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// "2026-11-21", "2026-11-21 10:00", "2026-11-21T10:00:05.250", "11/21/2026 10:00:05": month first
// where there are slashes; what is left out is 0. Nothing for all else, and for what is no date of
// 1601 to 30827.
[[nodiscard]] std::optional<FileTime> time_from_written(std::string_view text) noexcept;

// "2026-11-21 10:00:05.250"; cut to the millisecond. Years that are no date are 0000.
[[nodiscard]] std::string written_time(FileTime time);

}  // namespace openperflib
