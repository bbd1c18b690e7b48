// The programs that a collection runs, with arguments and with values in the environment. There is
// no shell.
#pragma once

#include <expected>
#include <span>
#include <string>

namespace openperflib::logman {

// Starts `words` (the first is a program, found in PATH) with `environment` ("NAME=VALUE") in
// addition to that of this process. Its streams are /dev/null, and nobody waits for its end.
// Errors: it cannot be started (errno).
[[nodiscard]] int start_command(std::span<const std::string> words,
                                std::span<const std::string> environment);

// Runs `words` to the end, with the streams of this process; its output goes to standard error.
// Returns the exit code, or 128 plus the number of the signal that ended it. Errors: it cannot be
// started (errno).
[[nodiscard]] std::expected<int, int> run_command(std::span<const std::string> words);

}  // namespace openperflib::logman
