// Parser for the temperatures in /sys/class/thermal: a pure function.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Converts "49925" or "-44000", in thousandths of a degree Celsius, to thousandths of a kelvin.
// Errors: not_a_number; out_of_range (below absolute zero, or above the kernel's int, which a
// 4-byte counter cannot hold).
[[nodiscard]] inline std::expected<std::uint64_t, Errc> parse_millikelvin(
    std::string_view text) noexcept {
  constexpr std::uint64_t kZeroCelsius = 273'150;
  const bool is_negative = text.starts_with('-');
  const auto celsius = lone_number(text.substr(is_negative ? 1 : 0));
  if (!celsius.has_value()) return celsius;
  if (*celsius > (is_negative ? kZeroCelsius : std::uint64_t{INT32_MAX})) {
    return std::unexpected(Errc::out_of_range);
  }
  return is_negative ? kZeroCelsius - *celsius : kZeroCelsius + *celsius;
}

}  // namespace openperflib::linux_objects
