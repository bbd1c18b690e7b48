// The cells of text files that spreadsheets open, as opposed to those of Windows' text logs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/text/text_log_writer.h"

namespace openperflib {

// The byte order mark of UTF-8 at the beginning of the file: without it Excel for Windows takes the
// text for that of its code page.
inline constexpr std::string_view kSheetMark = "\xEF\xBB\xBF";

// What stands between two cells: a semicolon in CSV with decimal commas, as spreadsheets of such
// countries expect it.
[[nodiscard]] char separator_of(TextLogFormat format, std::optional<SheetStyle> sheet) noexcept;

// Returns the header of the times: "time (UTC+01:00)", or "time" where the offset is not known.
[[nodiscard]] std::string sheet_time_title(const ZoneOffset& zone);

// Appends "2026-11-21 10:00:00", rounded to the second: of times with milliseconds spreadsheets
// show only minutes and seconds.
void append_sheet_time(std::string& line, FileTime time_local);

// Appends the number as in text logs, with the decimal mark of `sheet`.
void append_sheet_number(std::string& line, double number, SheetStyle sheet);

}  // namespace openperflib
