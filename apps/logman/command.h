// The programs that a collection runs: with words of their own and values in the environment. No shell
// reads any of it.
#pragma once

#include <span>
#include <string>

namespace openperflib::logman {

// Starts `words` (the first is a program, looked for in PATH) with `environment` ("NAME=VALUE") beside
// this process's own. Nobody waits for its end, and its streams are /dev/null. Errors: it cannot be
// started (errno); what it does then is its own.
[[nodiscard]] int start_command(std::span<const std::string> words,
                                std::span<const std::string> environment);

}  // namespace openperflib::logman
