// The programs that a collection runs: with words of their own and values in the environment. No
// shell reads any of it.
#pragma once

#include <expected>
#include <span>
#include <string>

namespace openperflib::logman {

// Starts `words` (the first is a program, looked for in PATH) with `environment` ("NAME=VALUE")
// beside this process's own. Nobody waits for its end, and its streams are /dev/null. Errors: it
// cannot be started (errno); what it does then is its own.
[[nodiscard]] int start_command(std::span<const std::string> words,
                                std::span<const std::string> environment);

// Runs `words` to the end, with this process's streams; what it prints goes to standard error. Its
// exit code; 128 and the number of the signal that ended it. Errors: it cannot be started (errno).
[[nodiscard]] std::expected<int, int> run_command(std::span<const std::string> words);

}  // namespace openperflib::logman
