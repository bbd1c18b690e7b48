// Lengths of time as users write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::apps {

// "90", "90s", "10m", "24h", "30d": in units of 100 ns; a bare number is seconds. Nothing for what is no
// such length, is not above 0, or is beyond a thousand years.
[[nodiscard]] std::optional<std::int64_t> length_of_time(std::string_view text) noexcept;

}  // namespace openperflib::apps
