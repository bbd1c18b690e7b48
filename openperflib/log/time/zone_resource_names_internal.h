// Names of time zones that a log gives as the number of their text in tzres.dll of Windows.
//
// Source: docs/formats/text_log.md, "First cell".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// "@tzres.dll,-212" as "Pacific Standard Time", ignoring case. nullopt: the text is not such a
// reference, or the name with that number is not known.
[[nodiscard]] std::optional<std::string> zone_name_of_resource(std::string_view text);

}  // namespace openperflib
