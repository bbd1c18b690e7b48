// The cells that tables of services and of counter sets have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// "-" for an empty text.
[[nodiscard]] std::string printable_or_dash(std::string_view text);

// "system" or "user".
[[nodiscard]] std::string store_text(bool is_of_system);

// "1848-1852"; "-" if one of them is missing.
[[nodiscard]] std::string indices_text(std::optional<std::uint32_t> first,
                                       std::optional<std::uint32_t> last);

}  // namespace openperflib
