// Amounts of time and of bytes as people write them: 24h, 2G.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::apps {

// Seconds of a number and s, m, h, d or w; without a letter seconds. Nothing for 0 and for what is
// none.
[[nodiscard]] std::optional<double> seconds_from(std::string_view text);

// Bytes of a whole number and K, M, G or T, of 1024 each; without a letter bytes. Nothing for what
// is none, or beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> bytes_from(std::string_view text);

}  // namespace openperflib::apps
