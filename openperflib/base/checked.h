// Arithmetic on numbers that were read from foreign bytes.
#pragma once

#include <concepts>
#include <limits>
#include <optional>

namespace openperflib {

// a + b, or nullopt if it does not fit T.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checked_add(T a, T b) noexcept {
  T sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

// a - b, or nullopt if it does not fit T.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checked_sub(T a, T b) noexcept {
  T difference;
  if (__builtin_sub_overflow(a, b, &difference)) return std::nullopt;
  return difference;
}

// a + b, or the maximum of T.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T saturating_add(T a, T b) noexcept {
  return checked_add(a, b).value_or(std::numeric_limits<T>::max());
}

// a * b, or nullopt if it does not fit T.
template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checked_mul(T a, T b) noexcept {
  T product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// a - b modulo 2^bits: the difference of two readings of a counter that may have wrapped.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T wrapping_sub(T a, T b) noexcept {
  return static_cast<T>(a - b);
}

// `value` rounded up to a multiple of `unit` (a power of two), or nullopt if it does not fit T.
template <std::unsigned_integral T>
[[nodiscard]] constexpr std::optional<T> checked_round_up(T value, T unit) noexcept {
  const auto sum = checked_add<T>(value, static_cast<T>(unit - 1));
  if (!sum.has_value()) return std::nullopt;
  return static_cast<T>(*sum & ~static_cast<T>(unit - 1));
}

}  // namespace openperflib
