// Which names and texts may be stored.
#pragma once

#include <cstddef>
#include <string_view>

namespace openperflib {

// UTF-8 without NUL, of at most kLongestTitle bytes: a name or a help text.
inline constexpr std::size_t kLongestTitle = 65'535;
[[nodiscard]] bool is_title(std::string_view text);
// is_service_name(), in UTF-8 and in at most 256 characters of UTF-16.
[[nodiscard]] bool may_name_service(std::string_view name);
// A name of a value: at most 256 characters, without NUL; empty is the key's default value.
[[nodiscard]] bool is_value_name(std::string_view name);

}  // namespace openperflib
