// Comparison: a threshold of PAL (Performance Analysis of Logs) that is a single comparison.
//
// Source: docs/formats/thresholds.md, section 2.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace openperflib {

// How a counter is compared with a limit.
enum class ComparisonOperator : std::uint8_t { greater, greater_or_equal, less, less_or_equal };

// What one call of StaticThreshold compares. Value.
struct Comparison {
  std::string collection;  // the variable of the counters, without its $
  ComparisonOperator is = ComparisonOperator::greater;
  double limit = 0;       // finite
  bool of_trend = false;  // the rise per hour is compared, not the values

  [[nodiscard]] bool is_upper() const noexcept {
    return is == ComparisonOperator::greater || is == ComparisonOperator::greater_or_equal;
  }
};

// Reads the script of a threshold, which is never run. Errors: why it is not a single comparison
// with a number, as a predicate: "is more than one comparison".
[[nodiscard]] std::expected<Comparison, std::string> read_comparison(std::string_view script);

// A number as PowerShell writes it: 10, '0.5', 1e3, 0x1F, 100MB (times 1,048,576). Errors: the text
// is something else, or not finite.
[[nodiscard]] std::expected<double, std::string> read_script_number(std::string_view text);

// ">", ">=", "<", "<=": as expressions of rules write it.
[[nodiscard]] std::string_view sign_of(ComparisonOperator is) noexcept;

}  // namespace openperflib
