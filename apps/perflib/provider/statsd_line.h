// One metric of a StatsD packet, as `perflib provider statsd` receives it.
//
// Source: docs/formats/publish.md, "StatsD".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace openperflib::apps {

enum class StatsdType : std::uint8_t { counter, gauge, timer, histogram };
inline constexpr std::size_t kStatsdTypes = 4;

// Why a line is refused.
enum class StatsdFault : std::uint8_t {
  too_long,      // the line, or the name with its tags
  malformed,     // not NAME:VALUE|TYPE with @RATE and #TAGS after it
  bad_name,      // no name, or not UTF-8
  bad_number,    // the value is not a decimal number
  bad_rate,      // not above 0, above 1, or of a gauge
  unknown_type,  // s, d, and what else there may be
  negative,      // the value, or what it would make of a gauge
  too_large,     // beyond 2^53
  too_many,      // instances: a new one has no room
};
inline constexpr std::size_t kStatsdFaults = 9;

// "the value is not a decimal number": for people.
[[nodiscard]] std::string_view describe(StatsdFault fault) noexcept;

// Value.
struct StatsdLine {
  StatsdType type = StatsdType::counter;
  std::string instance = {};  // name{tags}, without what has a meaning in counter paths
  double value = 0;           // not negative, but for a change
  double rate = 1;            // of the sampling: above 0, at most 1
  bool is_change = false;     // of a gauge: its value had a sign
  bool operator==(const StatsdLine&) const = default;
};

inline constexpr std::size_t kMostStatsdLine = 2'048;    // bytes
inline constexpr std::size_t kMostStatsdInstance = 512;  // bytes
inline constexpr double kLeastStatsdRate = 1e-6;
inline constexpr double kMostStatsdValue = 9'007'199'254'740'992;  // 2^53, after the rate

// Reads a line without its end.
[[nodiscard]] std::expected<StatsdLine, StatsdFault> read_statsd_line(std::string_view line);

}  // namespace openperflib::apps
