// Amounts of time and of bytes as people write them: 24h, 2 hours, 500M, 1GB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib {

// A duration in units of 100 ns: numbers with units, "90s", "10 min", "1h30m", "24hours"; a number
// alone is seconds. Units are ms, s, m, h, d and w, their names (sec, minute, days) and plurals;
// case is ignored. Nothing for any other text, and for a duration that is not above 0 or is longer
// than a thousand years.
[[nodiscard]] std::optional<std::int64_t> duration_from(std::string_view text);

// Bytes: a number with a unit, "500M", "1.5 GB", "64KiB"; a number alone is bytes. K, M, G and T
// are powers of 1024, also with B or iB; case is ignored. Nothing for any other text, for a part of
// a byte, and beyond 63 bits.
[[nodiscard]] std::optional<std::uint64_t> bytes_from(std::string_view text);

// What is wrong with a word that should be a duration; empty: nothing.
[[nodiscard]] std::string not_a_duration(const std::string& text);

// Says that a text is not a size of at least `least` bytes.
[[nodiscard]] std::string not_a_size(const std::string& text, std::uint64_t least = 0);

}  // namespace openperflib
