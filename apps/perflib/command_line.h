// The options of one subcommand. To be included by sources alone: CLI11 costs seconds a file.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apps/perflib/messages.h"
#include "apps/perflib/subcommand.h"

namespace openperflib::apps {

// Resource. A CLI::App named "perflib NAME" with the subcommand's summary and examples.
class CommandLine {
 public:
  explicit CommandLine(const Subcommand& subcommand);
  [[nodiscard]] CLI::App& app() noexcept { return app_; }
  // Reads the arguments into what the options were bound to. An exit code where the run ends here:
  // kAllWell after --help, kWrongUsage after a message.
  [[nodiscard]] std::optional<int> parse(std::span<char*> arguments);

 private:
  CLI::App app_;
};

// The options of one run, bound by `add_options` and read from its arguments. An exit code where
// the run ends here, as parse() says.
template <typename Options>
[[nodiscard]] std::expected<Options, int> read_options(const Subcommand& subcommand,
                                                       std::span<char*> arguments,
                                                       void (*add_options)(CLI::App&, Options&)) {
  CommandLine command_line(subcommand);
  Options options;
  add_options(command_line.app(), options);
  if (const auto code = command_line.parse(arguments)) return std::unexpected(*code);
  return options;
}

// What --check says of N: nothing where it is a whole number from 1 on.
[[nodiscard]] std::string not_a_count(const std::string& text);

// An option whose word is a length of time (amount.h), as it was given.
CLI::Option* add_length_option(CLI::App& app, const char* name, std::string& length,
                               const char* help);

// The same of an interval: a number of seconds from `least` to a day.
[[nodiscard]] std::string not_an_interval(const std::string& text, double least);

}  // namespace openperflib::apps
