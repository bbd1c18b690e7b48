// Powers of ten that scale a value for display.
#pragma once

#include <string_view>

#include "openperflib/counter/counter_type.h"

namespace openperflib {

// The exponents that PdhSetCounterScaleFactor accepts, and a V1 definition may carry.
inline constexpr int kMinUserScale = -7;
inline constexpr int kMaxUserScale = 7;
// The exponents of a V2 definition (perflib.h), the widest range.
inline constexpr int kMinDefaultScale = -10;
inline constexpr int kMaxDefaultScale = 10;

// value * 10^exponent, correctly rounded (a negative exponent divides). An exponent outside the
// allowed range, from foreign bytes, is ignored.
//
// Formatting applies only the user's scale; a definition's DefaultScale is for the axis of a graph
// (docs/counter_types.md, section 9).
[[nodiscard]] double scaled(double value, int exponent) noexcept;

// The text after the value: "", "/sec", "%", "secs"; "" for types that are not shown.
[[nodiscard]] std::string_view suffix_text(Suffix suffix) noexcept;

}  // namespace openperflib
