// Powers of ten between a value and what is shown.
#pragma once

#include <string_view>

#include "openperflib/counter/counter_type.h"

namespace openperflib {

// The exponents that PdhSetCounterScaleFactor accepts, and a V1 definition may carry.
inline constexpr int kMinUserScale = -7;
inline constexpr int kMaxUserScale = 7;
// Those of a V2 definition (perflib.h), the widest there are.
inline constexpr int kMinDefaultScale = -10;
inline constexpr int kMaxDefaultScale = 10;

// value * 10^exponent, correctly rounded (a negative exponent divides). An exponent that no
// definition may carry leaves the value as it is: it comes from foreign bytes, and is no scale.
//
// Formatting applies the user's scale alone; a definition's DefaultScale is for the axis of a graph
// (docs/counter_types.md, section 9).
[[nodiscard]] double scaled(double value, int exponent) noexcept;

// What is shown behind the value: "", "/sec", "%", "secs"; "" for types that are not to be shown.
[[nodiscard]] std::string_view suffix_text(Suffix suffix) noexcept;

}  // namespace openperflib
