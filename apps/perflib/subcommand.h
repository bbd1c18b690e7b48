// A subcommand of perflib is one file: a name, a line of help, examples, and run(). The table of
// them is in subcommand.cc; nothing else knows their list.
#pragma once

#include <span>

namespace openperflib::apps {

// Exit codes: a contract (docs/perflib.md, section 1).
enum ExitCode : int {
  kAllWell = 0,  // also when single values have no data, as long as one has
  kFailed = 1,   // failed, malformed, or no value at all
  kWrongUsage = 2,
  kDoesNotExist = 3,  // some or all of what was asked for; the rest is shown
};

// A row of the table.
struct Subcommand {
  const char* name;
  const char* summary;   // one line
  const char* examples;  // lines of "perflib ..." with what they do; end of --help
  int (*run)(const Subcommand& self, std::span<char*> arguments);
};

// All of them, in the order --help shows them.
[[nodiscard]] std::span<const Subcommand* const> subcommands() noexcept;

// Runs the subcommand that the first argument names; returns the exit code.
[[nodiscard]] int run_perflib(std::span<char*> arguments);

}  // namespace openperflib::apps
