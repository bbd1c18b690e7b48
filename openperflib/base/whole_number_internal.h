// Whole numbers in texts.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace openperflib {

// The number if all of `digits` is a number of this base that fits T: no blanks, no plus, no 0x;
// a minus only where T is signed.
template <std::integral T>
[[nodiscard]] std::optional<T> whole_number(std::string_view digits, int base = 10) noexcept {
  T number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

}  // namespace openperflib
