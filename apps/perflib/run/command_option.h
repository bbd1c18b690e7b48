// One option of a subcommand: what CommandLine::add_* returns, to be refined.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class Option;
}  // namespace CLI

namespace openperflib::apps {

// View: refers to an option of a CommandLine, and is valid as long as that. Each function returns
// the option itself, so that calls can be chained.
class CommandOption {
 public:
  // The error text for a value; empty if it is accepted.
  using Check = std::string (*)(const std::string& value);

  // What --help shows for the value: FILE.
  CommandOption value_name(const char* name);
  CommandOption required();
  // May be given several times, each time with one value; for vectors.
  CommandOption repeatable();
  // Refuses a value for which `error_of` returns an error text.
  CommandOption check(Check error_of);
  // Refuses a value that is not one of these.
  CommandOption one_of(std::initializer_list<const char*> values);
  // Refuses this option without, or together with, the other.
  CommandOption needs(CommandOption other);
  CommandOption excludes(CommandOption other);

 private:
  friend class CommandLine;
  explicit CommandOption(CLI::Option& option) noexcept : option_(&option) {}

  CLI::Option* option_;
};

}  // namespace openperflib::apps
