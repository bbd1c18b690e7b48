#include "openperflib/text/number_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace openperflib {
namespace {

constexpr int kDigits = 17;                 // enough to distinguish any two doubles
constexpr std::size_t kExponentDigits = 3;  // at least; C has two
constexpr std::size_t kLongest = 32;        // "-1.7976931348623157e+308" is 24

// Numbers from 1e-4 to below 1e17 are written without an exponent. Their 17 digits are
// number * 10^p with p from 0 to 20, which is mantissa * 5^p * 2^n: the product of the first two
// has at most 100 bits, so that nothing is lost and the rounding is exact.
constexpr int kLeastPlain = -4;  // powers of ten of the first digit
constexpr int kMostPlain = kDigits - 1;
constexpr std::uint64_t kLeastDigits = 10'000'000'000'000'000;
constexpr std::uint64_t kBehindDigits = 10 * kLeastDigits;

constexpr auto kPowersOfFive = [] {
  std::array<std::uint64_t, kMostPlain - kLeastPlain + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();

__extension__ using Wide = unsigned __int128;

// The parts of a double: mantissa * 2^exponent. Not for subnormals.
struct Parts {
  explicit Parts(double number) noexcept {
    constexpr int kMantissaBits = 52;
    constexpr int kBias = 1023;
    constexpr std::uint64_t kHidden = std::uint64_t{1} << kMantissaBits;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    mantissa = (bits & (kHidden - 1)) | kHidden;
    exponent = static_cast<int>(bits >> kMantissaBits) - kBias - kMantissaBits;
    magnitude = exponent + kMantissaBits;
  }
  std::uint64_t mantissa;
  int exponent;
  int magnitude;  // the largest power of two that does not exceed the number
};

// wide / 2^bits, with halves rounded to even, as in C.
std::uint64_t rounded(Wide wide, int bits) noexcept {
  if (bits <= 0) return static_cast<std::uint64_t>(wide << -bits);
  const auto whole = static_cast<std::uint64_t>(wide >> bits);
  const Wide rest = wide - (Wide{whole} << bits);
  const Wide half = Wide{1} << (bits - 1);
  const bool goes_up = rest > half || (rest == half && whole % 2 == 1);
  return whole + (goes_up ? 1 : 0);
}

// 17 digits of a number, and the power of ten of the first.
struct Digits {
  std::uint64_t digits;
  int first;
};

// nullopt if the number is written with an exponent, or is so close to that limit that append_any()
// must decide.
std::optional<Digits> plain_digits(double number) noexcept {
  const Parts parts(number);
  // log10(2) is about 1233 / 4096: the power of ten is exact or one too small.
  for (int first = (parts.magnitude * 1233) >> 12, most = first + 1; first <= most; ++first) {
    if (first < kLeastPlain || first > kMostPlain) return std::nullopt;
    const int power = kMostPlain - first;
    const Wide product = Wide{parts.mantissa} * kPowersOfFive[static_cast<std::size_t>(power)];
    const std::uint64_t digits = rounded(product, -(parts.exponent + power));
    if (digits < kLeastDigits) return std::nullopt;
    if (digits < kBehindDigits) return Digits{digits, first};
  }
  return std::nullopt;
}

// "1234.5", "0.0012345"; no trailing zeros.
void append_plain(std::string& text, const Digits& number) {
  constexpr std::size_t kLeading = 5;  // "0.000"
  std::array<char, kLeading + kDigits> buffer;
  std::memcpy(buffer.data(), "0.000", kLeading);
  char* const digits = buffer.data() + kLeading;
  std::to_chars(digits, digits + kDigits, number.digits);
  std::size_t count = kDigits;
  while (digits[count - 1] == '0') --count;
  if (number.first < 0) {
    const auto leading = static_cast<std::size_t>(1 - number.first);
    std::memmove(digits - leading, buffer.data(), leading);
    text.append(digits - leading, leading + count);
    return;
  }
  const auto whole = static_cast<std::size_t>(number.first) + 1;
  if (count <= whole) {
    text.append(digits, whole);
    return;
  }
  std::memmove(digits - 1, digits, whole);
  digits[whole - 1] = '.';
  text.append(digits - 1, count + 1);
}

// Appends "1e-05" as "1e-005".
void append_with_long_exponent(std::string& text, std::string_view number, std::size_t e) {
  const std::size_t first_digit = e + 2;  // after the e and its sign
  text.append(number.substr(0, first_digit));
  const std::size_t digits = number.size() - first_digit;
  if (digits < kExponentDigits) text.append(kExponentDigits - digits, '0');
  text.append(number.substr(first_digit));
}

// All remaining numbers.
void append_any(std::string& text, double number) {
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

}  // namespace

void append_number(std::string& text, double number) {
  if (!std::isfinite(number)) return;
  if (number == 0) {  // -0 is written as 0
    text += '0';
    return;
  }
  const auto digits = plain_digits(std::abs(number));
  if (!digits.has_value()) {
    append_any(text, number);
    return;
  }
  if (number < 0) text += '-';
  append_plain(text, *digits);
}

}  // namespace openperflib
