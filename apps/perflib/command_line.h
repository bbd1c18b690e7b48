// The options of one subcommand, and the way everything is said on stderr.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apps/perflib/subcommand.h"
#include "openperflib/base/source_fault.h"

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

// The options of one run, bound by `add_options` and read from its arguments. An exit code where the
// run ends here, as parse() says.
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

// The same of an interval: a number of seconds from `least` to a day.
[[nodiscard]] std::string not_an_interval(const std::string& text, double least);

// One line on stderr: "perflib: WHAT: WHY", or without the second part. Control characters of either
// are shown as U+FFFD: names come from others.
void complain(std::string_view what, std::string_view why = {});

// "perflib: /proc/stat: no permission".
void complain(const SourceFault& fault);

// `line` on stderr as it is.
void print_error_line(std::string_view line);

// Writes to standard output at once, for rows that somebody waits for. Errors: what the system said.
[[nodiscard]] std::expected<void, SourceFault> write_out(std::string_view text);

// To standard output, buffered. What cannot be written shows at flush_output.
void print_out(std::string_view text);

// False where standard output did not take everything that was printed.
[[nodiscard]] bool flush_output();

}  // namespace openperflib::apps
