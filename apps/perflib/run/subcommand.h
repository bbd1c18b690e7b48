// A subcommand of perflib is one file: a name, a line of help, examples, and run(). Their table is
// in commands/subcommand_table.cc; nothing else has a list of them.
#pragma once

#include <span>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/progress_line.h"

namespace openperflib::apps {

struct Environment;  // apps/collection/environment.h

// A row of the table.
struct Subcommand {
  const char* name;
  const char* summary;   // one line
  const char* examples;  // lines of "perflib ..." with their effect; end of --help
  Outcome (*run)(const Subcommand& self, std::span<char*> arguments);
  const Environment* environment = nullptr;         // of this run; null in the table
  BeginProgressLine begin_progress_line = nullptr;  // the same
};

// All subcommands, in the order of --help.
[[nodiscard]] std::span<const Subcommand* const> subcommands() noexcept;

// Runs the subcommand that the first argument names; returns the exit code.
[[nodiscard]] int run_perflib(const Environment& environment, std::span<char*> arguments);

}  // namespace openperflib::apps
