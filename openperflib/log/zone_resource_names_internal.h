// Names of time zones that a log gives by the number of their text in Windows' tzres.dll.
//
// Source: docs/formats/text_log.md, "Zone names".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// "@tzres.dll,-212" as "Pacific Standard Time", in any case of letters. nullopt: the text is no
// such reference, or nobody published the name of that number.
[[nodiscard]] std::optional<std::string> zone_name_of_resource(std::string_view text);

}  // namespace openperflib
