// The options of one subcommand: bound to variables, then read from its arguments.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/run/command_option.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/progress_line.h"

namespace CLI {
class App;
}  // namespace CLI

namespace openperflib::apps {

struct Environment;  // apps/collection/environment.h
struct Subcommand;   // subcommand.h

// Resource. The options of "perflib NAME", and its --help with summary and examples. CLI11 does the
// work; only command_line.cc includes it, as it costs seconds per source file.
//
// Names are "-o", "--output" or "-o,--output"; other names are those of positional arguments, which
// take the words that remain, in the order in which they were added, and stand in the usage line as
// they are: "[PATH...]". --help shows the options in
// the order in which they were added. A bound variable must live until parse() returns, and keeps
// its value if its option is not given.
class CommandLine {
 public:
  // Stores a value; returns an error text, or an empty one.
  using Setter = std::function<std::string(const std::string& value)>;

  explicit CommandLine(const Subcommand& subcommand);
  CommandLine(CommandLine&&) = delete;
  ~CommandLine();

  CommandOption add_option(const char* name, std::string& variable, const char* help);
  CommandOption add_option(const char* name, std::vector<std::string>& variable, const char* help);
  CommandOption add_option(const char* name, std::uint32_t& variable, const char* help);
  CommandOption add_option(const char* name, std::uint64_t& variable, const char* help);
  CommandOption add_option(const char* name, double& variable, const char* help);
  // The error text of `set` is shown after the name of the option.
  CommandOption add_option(const char* name, Setter set, const char* help);
  CommandOption add_flag(const char* name, bool& variable, const char* help);

  // Reads the arguments into the variables that the options are bound to. A failure if the run ends
  // here: success after --help, usage_error otherwise.
  [[nodiscard]] Step parse(std::span<char*> arguments);
  // Returns the environment of the run; null for a subcommand of the table.
  [[nodiscard]] const Environment* environment() const noexcept { return environment_; }
  // Returns what begins to show the progress of a job; null for a subcommand of the table.
  [[nodiscard]] BeginProgressLine begin_progress_line() const noexcept {
    return begin_progress_line_;
  }

 private:
  [[nodiscard]] std::unexpected<Failure> refuse(std::string_view why) const;
  [[nodiscard]] std::unexpected<Failure> refuse_word(const std::string& word) const;
  [[nodiscard]] Step check_words_of_windows(std::span<char*> arguments) const;

  const Environment* environment_;
  BeginProgressLine begin_progress_line_;
  std::unique_ptr<CLI::App> app_;
};

// The options of one run, bound by `add_options` and read from its arguments. A failure if the run
// ends here, as for parse().
template <typename Options>
[[nodiscard]] std::expected<Options, Failure> read_options(const Subcommand& subcommand,
                                                           std::span<char*> arguments,
                                                           void (*add_options)(CommandLine&,
                                                                               Options&)) {
  CommandLine line(subcommand);
  Options options;
  add_options(line, options);
  if (auto parsed = line.parse(arguments); !parsed.has_value()) {
    return std::unexpected(std::move(parsed).error());
  }
  return options;
}

// The error text for N; empty if it is a whole number from 1 on.
[[nodiscard]] std::string not_a_count(const std::string& text);

// An option whose value is a duration (amount.h), kept as given.
CommandOption add_duration_option(CommandLine& line, const char* name, std::string& duration,
                                  const char* help);

// --json, and --format with the words text and json: for every command that can print JSON.
void add_json_options(CommandLine& line, bool& json, const char* help);

// -i: the time from one sample to the next, a duration (amount.h) from `least` seconds to a day.
CommandOption add_interval_option(CommandLine& line, double& seconds, double least,
                                  const char* help);

}  // namespace openperflib::apps
