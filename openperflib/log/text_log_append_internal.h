// Whether rows may be appended to a text log, and on which clock.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/time_zone.h"

namespace openperflib {

// What stands in the file already.
struct TextLogSoFar {
  bool has_rows = false;          // a header at least; false: the file is empty
  bool ends_in_line_end = false;  // false: its last line was cut
  ZoneOffset zone;                // of its header: all its rows are on that bias
};

// Compares the header of the log in `fd` with `header`, a line as it would be written, but for the
// zone; the file's position is at its end then. Errors: the system's; disagrees, with the column
// and its byte in the file, where anything but the zone differs, where it is not UTF-8 or tells no
// bias.
[[nodiscard]] std::expected<TextLogSoFar, SourceFault> match_for_append(
    int fd, const std::string& shown_name, std::string_view header);

}  // namespace openperflib
