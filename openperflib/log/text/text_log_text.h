// The cells shared by text logs and the console of typeperf.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Appends a text in quotes. A quote inside is doubled. A row is one line: characters that would end
// it (names of processes may contain any) become spaces.
void append_quoted(std::string& line, std::string_view text);

// Appends "MM/DD/YYYY HH:MM:SS.mmm" in quotes.
void append_quoted_time(std::string& line, FileTime time_local);

}  // namespace openperflib
