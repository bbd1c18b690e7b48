// Asks the user on the terminal for a log.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "apps/perflib/run/failure.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// Whether no name, which is this machine, is an answer.
enum class Nameless : std::uint8_t { refused, is_this_machine };

// A line is read from /dev/tty, again and again until it names something that can be read as a log.
// nullopt: the user ended the input instead (Ctrl+D), or typed nothing where that is refused.
// Errors: there is no terminal.
[[nodiscard]] std::expected<std::optional<std::string>, Failure> ask_for_log(
    const TitleTable& titles, Nameless nameless);

}  // namespace openperflib::apps
