#include "apps/perflib/command_line.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <vector>

#include "apps/perflib/amount.h"

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
    print_out(app_.help());
    return kAllWell;
  } catch (const CLI::ParseError& error) {
    complain(app_.get_name().substr(8), error.what());
    print_error_line(fmt::format("Run `{} --help` for its options.", app_.get_name()));
    return kWrongUsage;
  }
}

std::string not_a_count(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::string()
                             : fmt::format("{} is not a whole number from 1 on", text);
}

CLI::Option* add_length_option(CLI::App& app, const char* name, std::string& length,
                               const char* help) {
  return app.add_option(name, length, help)
      ->type_name("LENGTH")
      ->check([](const std::string& text) {
        return length_of_time(text).has_value() ? std::string()
                                                : text + " is no length of time: 90s, 10m, 2h, 1d";
      });
}

std::string not_an_interval(const std::string& text, double least) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && seconds >= least && seconds <= 86'400) return {};
  return fmt::format("{} is not a number of seconds from {:g} to 86400", text, least);
}

}  // namespace openperflib::apps
