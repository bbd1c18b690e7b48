// Output of all commands: messages of one line on stderr, results on standard output.
#pragma once

#include <expected>
#include <string_view>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// Prints one line on stderr: "perflib: WHAT: WHY", or without the second part. Control characters
// in both are shown as U+FFFD: names come from others.
void print_error(std::string_view what, std::string_view why = {});

// "perflib: /proc/stat: no permission".
void print_error(const SourceFault& fault);

// Prints `line` on stderr unchanged.
void print_error_line(std::string_view line);

// Writes to standard output at once, for rows that someone is waiting for. Whole lines; a terminal
// gets the result of for_terminal(). Errors: those of the system.
[[nodiscard]] std::expected<void, SourceFault> write_out(std::string_view text);

// Prints to standard output, buffered; on a terminal like write_out(). Errors show in
// flush_output().
void print_out(std::string_view text);

// The same for text with its own colours, in which every name is printable().
void print_styled_out(std::string_view text);

// False if standard output did not accept everything that was printed.
[[nodiscard]] bool flush_output();

}  // namespace openperflib::apps
