#include "apps/perflib/sources/log_output.h"

#include "apps/perflib/run/command_line.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {

void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help) {
  const auto set = [&format](const std::string& word) {
    format = format_of_extension(folded(word));
    return format.has_value() ? std::string() : word + " is not one of csv, tsv, blg and perfrec";
  };
  line.add_option(name, set, help).value_name("FORMAT");
}

}  // namespace openperflib::apps
