// The options of one subcommand. To be included only by source files: CLI11 costs seconds per file.
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
  // Reads the arguments into the variables that the options are bound to. An exit code if the run
  // ends here: kSuccess after --help, kUsageError after a message.
  [[nodiscard]] std::optional<int> parse(std::span<char*> arguments);

 private:
  CLI::App app_;
};

// The options of one run, bound by `add_options` and read from its arguments. An exit code if the
// run ends here, as for parse().
template <typename Options>
[[nodiscard]] std::expected<Options, int> read_options(const Subcommand& subcommand,
                                                       std::span<char*> arguments,
                                                       void (*add_options)(CLI::App&, Options&)) {
  CommandLine command_line(subcommand);
  Options options;
  add_options(command_line.app(), options);
  if (const auto code = command_line.parse(arguments)) return std::unexpected(*code);
  if constexpr (requires { options.source.environment; }) {
    options.source.environment = subcommand.environment;
  }
  return options;
}

// The error text for N; empty if it is a whole number from 1 on.
[[nodiscard]] std::string not_a_count(const std::string& text);

// An option whose value is a duration (amount.h), kept as given.
CLI::Option* add_duration_option(CLI::App& app, const char* name, std::string& duration,
                                 const char* help);

// -i: the time from one sample to the next, a duration (amount.h) from `least` seconds to a day.
CLI::Option* add_interval_option(CLI::App& app, double& seconds, double least, const char* help);

}  // namespace openperflib::apps
