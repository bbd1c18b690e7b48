// The times of a database: "2026-11-22 07:22:15.123" in 24 characters, the last one a space or NUL.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Replaces `into`; a time outside the years 1601 to 9999 becomes an empty text.
void write_sql_time(FileTime time, std::string& into);

// The stored time, without trailing spaces; the milliseconds after "." or ":", as on Microsoft's
// page, may be missing. nullopt: it is not a time.
[[nodiscard]] std::optional<FileTime> read_sql_time(std::string_view text) noexcept;

}  // namespace openperflib
