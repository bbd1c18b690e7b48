// What the commands that write logs share: the option of a format, and what a text log leaves out.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// An option whose words are csv, tsv, blg and perfrec.
void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help);

// Reports on stderr the first series that a text log has no column for: with processes that come
// and go there would be many every second. Value.
class SeriesWithoutColumn {
 public:
  void report(std::span<const std::string> paths);

 private:
  int named_ = 0;  // messages
};

}  // namespace openperflib::apps
