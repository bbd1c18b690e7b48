// Each narrow function and its wide twin are one template.
#include "openperflib/compat/windows/text/numbers.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstdlib>
#include <limits>

#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

template <typename Char>
bool is_space(Char character) {
  return character == ' ' || (character >= '\t' && character <= '\r');
}

// The value of a digit or letter; 36 for any other character.
template <typename Char>
unsigned digit_of(Char character) {
  if (character >= '0' && character <= '9') return static_cast<unsigned>(character - '0');
  if (character >= 'a' && character <= 'z') return static_cast<unsigned>(character - 'a') + 10U;
  if (character >= 'A' && character <= 'Z') return static_cast<unsigned>(character - 'A') + 10U;
  return 36;
}

template <typename Char>
bool has_hex_prefix(const Char* at) {
  return at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16;
}

// A number at the beginning of a text; 64 bits hold its value.
template <typename Char>
struct Parsed {
  const Char* end = nullptr;  // after the last digit; NULL if there is none
  std::uint64_t magnitude = 0;
  bool is_negative = false;
  bool is_too_large = false;  // does not fit into 64 bits
};

template <typename Char>
void parse_digits(const Char* at, unsigned base, Parsed<Char>& parsed) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  for (; digit_of(*at) < base; ++at, parsed.end = at) {
    const unsigned digit = digit_of(*at);
    parsed.is_too_large |= parsed.magnitude > (kMost - digit) / base;
    parsed.magnitude = parsed.magnitude * base + digit;
  }
}

template <typename Char>
Parsed<Char> parse(const Char* at, int base) {
  Parsed<Char> parsed;
  while (is_space(*at)) ++at;
  parsed.is_negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  const bool is_hex = (base == 0 || base == 16) && has_hex_prefix(at);
  if (base == 0) base = is_hex ? 16 : *at == '0' ? 8 : 10;
  parse_digits(is_hex ? at + 2 : at, static_cast<unsigned>(base), parsed);
  return parsed;
}

// The number within the range of Number; sets ERANGE if it was outside.
template <std::signed_integral Number>
Number in_range(std::uint64_t magnitude, bool is_negative, bool is_too_large) {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  const std::uint64_t limit = is_negative ? kMost + 1 : kMost;
  if (is_too_large || magnitude > limit) {
    errno = ERANGE;
    magnitude = limit;
  }
  return static_cast<Number>(is_negative ? 0 - magnitude : magnitude);
}
template <std::unsigned_integral Number>
Number in_range(std::uint64_t magnitude, bool is_negative, bool is_too_large) {
  constexpr Number kMost = std::numeric_limits<Number>::max();
  if (is_too_large || magnitude > kMost) {
    errno = ERANGE;
    return kMost;
  }
  return static_cast<Number>(is_negative ? 0 - magnitude : magnitude);
}

template <typename Number, typename Char>
Number read_number(const Char* text, Char** end, int base) {
  const bool is_wrong = text == nullptr || base < 0 || base == 1 || base > 36;
  if (is_wrong) errno = EINVAL;
  const Parsed<Char> parsed = is_wrong ? Parsed<Char>() : parse(text, base);
  if (end != nullptr) *end = const_cast<Char*>(parsed.end != nullptr ? parsed.end : text);
  return in_range<Number>(parsed.magnitude, parsed.is_negative, parsed.is_too_large);
}

template <typename Number, typename Char>
Number read_decimal(const Char* text) {
  return read_number<Number, Char>(text, nullptr, 10);
}

// The characters at the beginning that may belong to a number: ASCII letters, digits and signs.
std::string narrow_number(const WCHAR* at) {
  std::string narrow;
  for (; *at > ' ' && *at < 127; ++at) narrow += static_cast<char>(*at);
  return narrow;
}

template <typename Number>
Number read_fraction(const WCHAR* text, WCHAR** end, Number (*read)(const char*, char**)) {
  if (text == nullptr) {
    errno = EINVAL;
    if (end != nullptr) *end = nullptr;
    return 0;
  }
  const WCHAR* at = text;
  while (is_space(*at)) ++at;
  const std::string narrow = narrow_number(at);
  char* narrow_end = nullptr;
  const Number number = read(narrow.c_str(), &narrow_end);
  const auto length = narrow_end - narrow.c_str();
  if (end != nullptr) *end = const_cast<WCHAR*>(length == 0 ? text : at + length);
  return number;
}

constexpr std::size_t kMostDigits = 65;  // 64 bits in base 2, and a minus sign

// The digits; empty if the base is not valid.
template <typename Number>
std::string digits_of(Number number, int radix) {
  if (radix < 2 || radix > 36) return {};
  std::array<char, kMostDigits> buffer;
  char* const begin = buffer.data();
  char* const end = begin + buffer.size();
  if (radix == 10) return {begin, std::to_chars(begin, end, number).ptr};
  return {begin, std::to_chars(begin, end, std::make_unsigned_t<Number>(number), radix).ptr};
}

template <typename Number, typename Char>
errno_t write_safely(Number number, Char* to, std::size_t room, int radix) {
  if (to == nullptr || room == 0) return EINVAL;
  *to = 0;
  const std::string digits = digits_of(number, radix);
  if (digits.empty()) return EINVAL;
  if (digits.size() >= room) return ERANGE;
  (void)copy_cut(Text<Char>(text_from<Char>(digits)), to, room);
  return 0;
}

template <typename Number, typename Char>
Char* write_number(Number number, Char* to, int radix) {
  const errno_t result = write_safely(number, to, kMostDigits + 1, radix);
  if (result != 0) errno = result;
  return result == 0 ? to : nullptr;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int _wtoi(LPCWSTR text) { return read_decimal<int>(text); }
LONG _wtol(LPCWSTR text) { return read_decimal<LONG>(text); }
LONGLONG _wtoi64(LPCWSTR text) { return read_decimal<LONGLONG>(text); }
LONGLONG _wtoll(LPCWSTR text) { return read_decimal<LONGLONG>(text); }
LONGLONG _atoi64(LPCSTR text) { return read_decimal<LONGLONG>(text); }
int openperflib_atoi(LPCSTR text) { return read_decimal<int>(text); }
LONG openperflib_atol(LPCSTR text) { return read_decimal<LONG>(text); }
double _wtof(LPCWSTR text) { return read_fraction<double>(text, nullptr, &std::strtod); }

LONGLONG _wcstoi64(LPCWSTR text, LPWSTR* end, int base) {
  return read_number<LONGLONG>(text, end, base);
}
ULONGLONG _wcstoui64(LPCWSTR text, LPWSTR* end, int base) {
  return read_number<ULONGLONG>(text, end, base);
}
LONGLONG _strtoi64(LPCSTR text, LPSTR* end, int base) {
  return read_number<LONGLONG>(text, end, base);
}
ULONGLONG _strtoui64(LPCSTR text, LPSTR* end, int base) {
  return read_number<ULONGLONG>(text, end, base);
}
LONG openperflib_wcstol(LPCWSTR text, LPWSTR* end, int base) {
  return read_number<LONG>(text, end, base);
}
ULONG openperflib_wcstoul(LPCWSTR text, LPWSTR* end, int base) {
  return read_number<ULONG>(text, end, base);
}
LONG openperflib_strtol(LPCSTR text, LPSTR* end, int base) {
  return read_number<LONG>(text, end, base);
}
ULONG openperflib_strtoul(LPCSTR text, LPSTR* end, int base) {
  return read_number<ULONG>(text, end, base);
}
double openperflib_wcstod(LPCWSTR text, LPWSTR* end) {
  return read_fraction<double>(text, end, &std::strtod);
}
float openperflib_wcstof(LPCWSTR text, LPWSTR* end) {
  return read_fraction<float>(text, end, &std::strtof);
}

LPSTR _itoa(int number, LPSTR to, int radix) { return write_number(number, to, radix); }
LPWSTR _itow(int number, LPWSTR to, int radix) { return write_number(number, to, radix); }
LPSTR _ltoa(LONG number, LPSTR to, int radix) { return write_number(number, to, radix); }
LPWSTR _ltow(LONG number, LPWSTR to, int radix) { return write_number(number, to, radix); }
LPSTR _ultoa(ULONG number, LPSTR to, int radix) { return write_number(number, to, radix); }
LPWSTR _ultow(ULONG number, LPWSTR to, int radix) { return write_number(number, to, radix); }
LPSTR _i64toa(LONGLONG number, LPSTR to, int radix) { return write_number(number, to, radix); }
LPWSTR _i64tow(LONGLONG number, LPWSTR to, int radix) { return write_number(number, to, radix); }
LPSTR _ui64toa(ULONGLONG number, LPSTR to, int radix) { return write_number(number, to, radix); }
LPWSTR _ui64tow(ULONGLONG number, LPWSTR to, int radix) { return write_number(number, to, radix); }

errno_t _itoa_s(int number, LPSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _itow_s(int number, LPWSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ltoa_s(LONG number, LPSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ltow_s(LONG number, LPWSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ultoa_s(ULONG number, LPSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ultow_s(ULONG number, LPWSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _i64toa_s(LONGLONG number, LPSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _i64tow_s(LONGLONG number, LPWSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ui64toa_s(ULONGLONG number, LPSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
errno_t _ui64tow_s(ULONGLONG number, LPWSTR to, size_t room, int radix) {
  return write_safely(number, to, room, radix);
}
