#include "apps/perflib/command_line.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

namespace openperflib::apps {

CommandLine::CommandLine(const Subcommand& subcommand)
    : app_(subcommand.summary, fmt::format("perflib {}", subcommand.name)) {
  app_.footer(fmt::format("Examples:\n{}", subcommand.examples));
  app_.allow_windows_style_options(false);
  app_.get_formatter()->column_width(34);
}

std::optional<int> CommandLine::parse(std::span<char*> arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_.parse(std::move(reversed));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app_.help());
    return kAllWell;
  } catch (const CLI::ParseError& error) {
    complain(app_.get_name().substr(8), error.what());
    fmt::print(stderr, "Run `{} --help` for its options.\n", app_.get_name());
    return kWrongUsage;
  }
}

void complain(std::string_view what, std::string_view why) {
  std::fflush(stdout);
  if (why.empty()) {
    fmt::print(stderr, "perflib: {}\n", what);
  } else {
    fmt::print(stderr, "perflib: {}: {}\n", what, why);
  }
}

}  // namespace openperflib::apps
