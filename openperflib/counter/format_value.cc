#include "openperflib/counter/format_value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace openperflib {
namespace {

constexpr int kDigits = 17;                 // enough to tell any two doubles apart
constexpr std::size_t kExponentDigits = 3;  // at least; C has two
constexpr std::size_t kLongest = 32;        // "-1.7976931348623157e+308" is 24

// Appends "1e-05" as "1e-005".
void append_with_long_exponent(std::string& text, std::string_view number, std::size_t e) {
  const std::size_t first_digit = e + 2;  // behind the e and its sign
  text.append(number.substr(0, first_digit));
  const std::size_t digits = number.size() - first_digit;
  if (digits < kExponentDigits) text.append(kExponentDigits - digits, '0');
  text.append(number.substr(first_digit));
}

}  // namespace

void append_number(std::string& text, double number) {
  if (!std::isfinite(number)) return;
  if (number == 0) number = 0;  // -0 is written as 0
  std::array<char, kLongest> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                          std::chars_format::general, kDigits);
  const std::string_view written(buffer.data(), end);
  const std::size_t e = written.find('e');
  if (e == std::string_view::npos) {
    text.append(written);
  } else {
    append_with_long_exponent(text, written, e);
  }
}

void append_hexadecimal(std::string& text, std::uint64_t value) {
  std::array<char, kLongest> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16);
  text.append(buffer.data(), end);
}

std::optional<std::uint64_t> exact_integer(CounterType type, const RawCounter& raw) noexcept {
  const NumberFormat format = type.number_format();
  const bool shown_as_read = format == NumberFormat::decimal || format == NumberFormat::hexadecimal;
  if (!shown_as_read || type.samples() != 1 || !usable(raw.status)) return std::nullopt;
  return raw.first;
}

}  // namespace openperflib
