// One line of a StatsD packet, as `perflib provider statsd` receives it.
//
// Source: docs/formats/publish.md, "StatsD".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib::apps {

enum class StatsdType : std::uint8_t { counter, gauge, timer, histogram };
inline constexpr std::size_t kStatsdTypes = 4;

// Why a line, or a value in it, is refused.
enum class StatsdFault : std::uint8_t {
  too_long,      // the line, or the name with its tags
  malformed,     // not NAME:VALUE|TYPE with @RATE and #TAGS after it
  bad_name,      // no name, or not UTF-8
  bad_number,    // the value is not a decimal number
  bad_rate,      // not above 0, or above 1
  set_type,      // s: how many different values there were
  unknown_type,  // any type but c, g, ms, h, d and s
  negative,      // the value of a timer, a histogram or a distribution
  too_large,     // beyond 2^53, or what it would make of a gauge or a count
  too_many,      // instances: a new one has no room
};
inline constexpr std::size_t kStatsdFaults = 10;

// "the value is not a decimal number": for people.
[[nodiscard]] std::string_view describe(StatsdFault fault) noexcept;

// One value of a metric. Value.
struct StatsdValue {
  StatsdType type = StatsdType::counter;
  double value = 0;        // negative only for a counter, or a change of a gauge
  double rate = 1;         // of the sampling: above 0, at most 1; 1 for a gauge
  bool is_change = false;  // of a gauge: its value had a sign
  bool operator==(const StatsdValue&) const = default;
};

// The values of a line, and why the first of those that are wrong is refused. Value.
struct StatsdLine {
  std::string instance = {};  // name{tags}, without what has a meaning in counter paths
  std::vector<StatsdValue> values = {};
  std::optional<StatsdFault> refused = {};
  bool operator==(const StatsdLine&) const = default;
};

inline constexpr std::size_t kMostStatsdLine = 2'048;    // bytes
inline constexpr std::size_t kMostStatsdInstance = 512;  // bytes
inline constexpr double kLeastStatsdRate = 1e-6;
inline constexpr double kMostStatsdValue = 9'007'199'254'740'992;  // 2^53, after the rate

// Reads a line without its end. Errors: the line as a whole is refused; no value is read.
[[nodiscard]] std::expected<StatsdLine, StatsdFault> read_statsd_line(std::string_view line);

}  // namespace openperflib::apps
