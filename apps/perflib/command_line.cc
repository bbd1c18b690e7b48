#include "apps/perflib/command_line.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <vector>

#include "apps/perflib/amount.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/meant_option.h"
#include "apps/perflib/subcommand.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::apps {
namespace {

// The usage line says which of them are required and which may be repeated.
void list_positionals_by_name(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_positional()) option->option_text(" ");
  }
}

}  // namespace

CommandLine::CommandLine(const Subcommand& subcommand)
    : app_(subcommand.summary, fmt::format("perflib {}", subcommand.name)) {
  app_.footer(fmt::format("Examples:\n{}", subcommand.examples));
  app_.allow_windows_style_options(false);
  app_.get_formatter()->column_width(34);
}

std::optional<int> CommandLine::parse(std::span<char*> arguments) {
  list_positionals_by_name(app_);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_.parse(std::move(reversed));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    print_out(app_.help());
    return kSuccess;
  } catch (const CLI::ExtrasError& error) {
    const std::string name = app_.get_name().substr(8);
    const std::vector<std::string> words = app_.remaining();
    const std::string advice = words.empty() ? "" : meant_option(name, words.front(), app_);
    if (advice.empty()) {
      print_error(name, error.what());
    } else {
      print_error(name, fmt::format("{} is not an option; {}", words.front(), advice));
    }
    print_error_line(fmt::format("Run `{} --help` for its options.", app_.get_name()));
    return kUsageError;
  } catch (const CLI::ParseError& error) {
    print_error(app_.get_name().substr(8), error.what());
    print_error_line(fmt::format("Run `{} --help` for its options.", app_.get_name()));
    return kUsageError;
  }
}

std::string not_a_count(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::string()
                             : fmt::format("{} is not a whole number from 1 on", text);
}

CLI::Option* add_duration_option(CLI::App& app, const char* name, std::string& duration,
                                 const char* help) {
  return app.add_option(name, duration, help)->type_name("DURATION")->check(not_a_duration);
}

CLI::Option* add_interval_option(CLI::App& app, double& seconds, double least, const char* help) {
  constexpr double kMost = 86'400;
  const auto set = [&seconds, least](const std::string& text) {
    const double given =
        static_cast<double>(duration_from(text).value_or(0)) / static_cast<double>(kTicksPerSecond);
    if (given < least || given > kMost) {
      throw CLI::ValidationError(
          "-i",
          fmt::format("\"{}\" is not an interval from {:g} seconds to a day; write 0.5, 5s or 1m",
                      text, least));
    }
    seconds = given;
  };
  return app.add_option_function<std::string>("-i", set, help)->type_name("DURATION");
}

}  // namespace openperflib::apps
