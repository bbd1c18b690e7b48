// Amounts of time and of bytes as people write them: 24h, 2G.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::apps {

// A length of time in units of 100 ns: a number and s, m, h, d or w ("90s", "10m", "24h"); without
// a letter seconds. Nothing for what is none, is not above 0, or is beyond a thousand years.
[[nodiscard]] std::optional<std::int64_t> length_of_time(std::string_view text);

// Bytes of a whole number and K, M, G or T, of 1024 each; without a letter bytes. Nothing for what
// is none, or beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> bytes_from(std::string_view text);

}  // namespace openperflib::apps
