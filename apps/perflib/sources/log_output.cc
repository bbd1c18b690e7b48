#include "apps/perflib/sources/log_output.h"

#include "apps/perflib/run/command_line.h"
#include "openperflib/log/log_format_name.h"

namespace openperflib::apps {

void SeriesWithoutColumn::report(std::span<const std::string> paths) {
  constexpr int kMostNamed = 5;
  for (const std::string& path : paths) {
    if (named_ > kMostNamed) return;
    if (named_++ < kMostNamed) {
      print_error(path, "appeared after the first row and gets no column");
    } else {
      print_error(
          "further new series are left out without a message; a .blg or .perfrec keeps all of "
          "them");
    }
  }
}

void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help) {
  const auto set = [&format](const std::string& word) {
    format = format_of_extension(word);
    return format.has_value() ? std::string() : word + " is not one of csv, tsv, blg and perfrec";
  };
  line.add_option(name, set, help).value_name("FORMAT");
}

}  // namespace openperflib::apps
