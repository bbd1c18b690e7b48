// append_number() with snprintf of C: linked before the library, it replaces ours, and the rest of
// the program is the same.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "openperflib/text/number_text.h"

namespace openperflib {

void append_number(std::string& text, double number) {
  if (!std::isfinite(number)) return;
  if (number == 0) number = 0;  // -0 is written as 0
  std::array<char, 32> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.17g", number);
  text.append(buffer.data(), static_cast<std::size_t>(length));
  const char* const e = std::strchr(buffer.data(), 'e');
  if (e == nullptr) return;
  const auto digits = static_cast<std::size_t>(buffer.data() + length - (e + 2));
  if (digits < 3) text.insert(text.size() - digits, 3 - digits, '0');
}

}  // namespace openperflib
