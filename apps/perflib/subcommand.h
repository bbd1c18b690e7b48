// A subcommand of perflib is one file: a name, a line of help, examples, and run(). Their table is
// in subcommand.cc; nothing else has a list of them.
#pragma once

#include <span>

namespace openperflib::apps {

// Exit codes: a contract (docs/perflib.md, section 1).
enum ExitCode : int {
  kAllWell = 0,  // also if single values have no data, as long as one has
  kFailed = 1,   // failed, malformed, or no value at all
  kWrongUsage = 2,
  kDoesNotExist = 3,  // some or all of what was requested; the rest is shown
};

// A row of the table.
struct Subcommand {
  const char* name;
  const char* summary;   // one line
  const char* examples;  // lines of "perflib ..." with their effect; end of --help
  int (*run)(const Subcommand& self, std::span<char*> arguments);
};

// All subcommands, in the order of --help.
[[nodiscard]] std::span<const Subcommand* const> subcommands() noexcept;

// Runs the subcommand that the first argument names; returns the exit code.
[[nodiscard]] int run_perflib(std::span<char*> arguments);

}  // namespace openperflib::apps
