// syslog: where a process without a terminal reports what happened.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib::logman {

enum class Severity : std::uint8_t { information, warning, error };

// Logs one line as "logman", with the name of the set before the text. Never fails.
void write_event(Severity severity, std::string_view set, std::string_view text);

}  // namespace openperflib::logman
