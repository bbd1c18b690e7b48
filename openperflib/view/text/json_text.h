// The JSON format of all commands.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace openperflib {

// On one line, or with one member per line and an indent of two spaces. Bad UTF-8 is replaced.
// Characters that a terminal would obey are escaped as \u00XX: JSON allows DEL, C1 and marks that
// change the direction of text in strings, and names come from others.
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& json);
[[nodiscard]] std::string json_lines(const nlohmann::ordered_json& json);

}  // namespace openperflib
