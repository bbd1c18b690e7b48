// Values that several JSON documents write in the same way.
#pragma once

#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Returns nothing for 0, "" ...: what stands for "unknown".
template <typename T>
[[nodiscard]] std::optional<T> known(const T& value) {
  return value == T() ? std::nullopt : std::optional(value);
}

[[nodiscard]] constexpr double seconds_of(FileTime ticks) noexcept {
  return static_cast<double>(ticks) / kTicksPerSecond;
}

}  // namespace openperflib
