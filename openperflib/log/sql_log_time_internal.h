// The times of a database: "2026-11-22 07:22:15.123" in 24 letters, the last one blank or NUL.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Replaces `into`; a time that is no date of 1601 to 9999 becomes an empty text.
void write_sql_time(FileTime time, std::string& into);

// What stands there, blanks at the end left out; the milliseconds behind "." or ":", as Microsoft's
// page prints them, may be missing. nullopt: it is no time.
[[nodiscard]] std::optional<FileTime> read_sql_time(std::string_view text) noexcept;

}  // namespace openperflib
