// Whether rows may be appended to a text log, and on which clock.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/time/windows_zone_rules.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib {

// The existing contents of the file.
struct TextLogSoFar {
  bool has_rows = false;               // at least a header; false: the file is empty
  bool ends_in_line_end = false;       // false: its last line is truncated
  ZoneOffset zone;                     // of its header
  const WindowsZone* rules = nullptr;  // of its rows; nullptr: all are on the header's bias
};

// Compares the header of the log in `fd` with `header`, a line as it would be written, except for
// the zone; the position of the file is then at its end. Errors: those of the system; disagrees,
// with the column and its byte in the file, if anything except the zone differs, if it is not UTF-8
// or has no bias.
[[nodiscard]] std::expected<TextLogSoFar, SourceFault> match_for_append(
    int fd, const std::string& shown_name, std::string_view header);

}  // namespace openperflib
