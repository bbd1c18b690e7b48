// The system's log: where a process that has no terminal says what happened.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib::logman {

enum class Severity : std::uint8_t { information, warning, error };

// One line, of "logman", with the set's name in front. Never fails: nobody could be told.
void write_event(Severity severity, std::string_view set, std::string_view text);

}  // namespace openperflib::logman
