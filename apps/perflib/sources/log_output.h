// The option of a format, for the commands that write logs.
#pragma once

#include <optional>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// An option whose words are csv, tsv, blg and perfrec.
void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help);

}  // namespace openperflib::apps
