// The way everything is said: a line a message on stderr, results on standard output.
#pragma once

#include <expected>
#include <string_view>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// One line on stderr: "perflib: WHAT: WHY", or without the second part. Control characters of
// either are shown as U+FFFD: names come from others.
void complain(std::string_view what, std::string_view why = {});

// "perflib: /proc/stat: no permission".
void complain(const SourceFault& fault);

// `line` on stderr as it is.
void print_error_line(std::string_view line);

// Writes to standard output at once, for rows that somebody waits for. Errors: what the system
// said.
[[nodiscard]] std::expected<void, SourceFault> write_out(std::string_view text);

// To standard output, buffered. What cannot be written shows at flush_output.
void print_out(std::string_view text);

// False where standard output did not take everything that was printed.
[[nodiscard]] bool flush_output();

}  // namespace openperflib::apps
