// How a drop-in tool talks: all that a script may wait for goes to standard output, as on Windows,
// each line with its CR LF; remarks that would stand between rows go to standard error.
#pragma once

#include <expected>
#include <string_view>

#include "apps/windows_tool/failure.h"

namespace openperflib::windows_tool {

inline constexpr std::string_view kNewLine = "\r\n";
inline constexpr std::string_view kCompleted = "The command completed successfully.";

// To standard output, at once. Errors: what the system said.
[[nodiscard]] Outcome print(std::string_view text);

// CR LF, "Error: TEXT", CR LF; on standard error where standard output takes nothing. Control
// characters are shown as U+FFFD: names come from others.
void say_error(const Failure& why);

// CR LF, "Error:", CR LF, the text: as the tools of logs print it; on standard error where standard
// output takes nothing.
void say_error_below(std::string_view tool, const Failure& why);

// One line on standard error: "TOOL: TEXT".
void remark(std::string_view tool, std::string_view text);

}  // namespace openperflib::windows_tool
