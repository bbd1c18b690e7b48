// Names of C, which manifests give to handles, GUIDs and macros.
#pragma once

#include <string_view>

namespace openperflib {

// A name as in C, or nothing.
[[nodiscard]] bool is_c_symbol(std::string_view text) noexcept;

}  // namespace openperflib
