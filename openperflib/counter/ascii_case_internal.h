// The letters of ASCII without their case: names of counters and types ignore it.
#pragma once

namespace openperflib {

[[nodiscard]] constexpr char ascii_lower(char letter) noexcept {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace openperflib
