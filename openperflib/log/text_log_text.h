// The cells that text logs and typeperf's console have in common.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Appends a text between quotes. A quote inside is doubled. A row is a line: what would end it
// (names of processes may hold anything) becomes a blank.
void append_quoted(std::string& line, std::string_view text);

// Appends "MM/DD/YYYY HH:MM:SS.mmm" between quotes.
void append_quoted_time(std::string& line, FileTime time_local);

}  // namespace openperflib
