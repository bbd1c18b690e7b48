// What is wrong with a command line, in words of perflib.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::apps {

// Returns our text for an error of CLI11: `kind` is the name of its class, `text` its message. A
// message that says all that ours would is returned as it is.
[[nodiscard]] std::string usage_text(std::string_view kind, std::string_view text);

// Returns the error text of a word that is not one of `allowed`; empty if it is one.
[[nodiscard]] std::string not_one_of(std::string_view word, std::span<const std::string> allowed);

// The width of help on every terminal, so that it reads the same everywhere.
constexpr std::size_t kHelpColumns = 80;

// Returns `help` with the lines that are longer than `columns` broken at blanks. A broken line
// continues below its description, which follows a name and two blanks or more. Examples stay as
// they are, because they are copied.
[[nodiscard]] std::string help_in_columns(std::string_view help, std::size_t columns);

}  // namespace openperflib::apps
