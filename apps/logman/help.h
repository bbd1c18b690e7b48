// What logman -? prints.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::logman {

// Options and examples; lines end CR LF. `program`: the path it was called by.
[[nodiscard]] std::string help_text(std::string_view program);

}  // namespace openperflib::logman
