// The path of the running program.
#pragma once

#include <string>
#include <string_view>

namespace openperflib {

// Absolute, without symbolic links; `name` if it is not known.
[[nodiscard]] std::string program_path(std::string_view name);

}  // namespace openperflib
