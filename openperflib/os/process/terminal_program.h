// A program that talks to the user on the terminal of its caller, and whose output the caller
// reads.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"

namespace openperflib {

// Value. What to run. Unlike a ChildProcess it belongs to the session and the process group of its
// caller, so that it may use /dev/tty and gets the signals of the keyboard.
struct TerminalProgram {
  std::string program;                        // absolute path
  std::vector<std::string> arguments = {};    // after the program's name
  std::vector<std::string> environment = {};  // NAME=value; nothing is inherited
};

// Runs it to its end, with the standard input and error of the caller and no other descriptors, and
// default signals. Returns what it printed; nothing if it did not end well. A caller that ignores
// SIGCHLD, or has another thread that waits for every child, gets what it printed in any case.
// Errors: those of posix_spawn, with the program as the file, and of pipe.
[[nodiscard]] std::expected<std::string, SourceFault> run_on_terminal(
    const TerminalProgram& program);

}  // namespace openperflib
