// The output of a drop-in tool: everything that a script may wait for goes to standard output, as
// on Windows, in lines that end with CR LF; remarks go to standard error, because they could appear
// between rows.
#pragma once

#include <expected>
#include <string_view>

#include "apps/drop_in/failure.h"

namespace openperflib::drop_in {

inline constexpr std::string_view kNewLine = "\r\n";
inline constexpr std::string_view kCompleted = "The command completed successfully.";

// Whole lines to standard output, at once; a terminal gets what for_terminal() leaves of them.
// Errors: what the system said.
[[nodiscard]] Outcome print(std::string_view text);

// CR LF, "Error: TEXT", CR LF; on standard error if standard output cannot be written. Control
// characters are shown as U+FFFD, because names come from other programs.
void say_error(const Failure& why);

// CR LF, "Error:", CR LF, the text, as relog and logman print it; on standard error if standard
// output cannot be written.
void say_error_below(std::string_view tool, const Failure& why);

// One line on standard error: "TOOL: TEXT".
void remark(std::string_view tool, std::string_view text);

// A remark about the name of a file to be written, where it is a path as Windows writes it.
void remark_on_windows_path(std::string_view tool, std::string_view path);

}  // namespace openperflib::drop_in
