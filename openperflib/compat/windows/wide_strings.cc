#include "openperflib/compat/windows/wide_strings.h"

#include <cerrno>
#include <limits>
#include <string_view>

#include "openperflib/compat/windows/format_internal.h"
#include "openperflib/compat/windows/text_internal.h"

namespace openperflib::compat {
namespace {

int print(const std::optional<std::u16string>& text, std::FILE* file) {
  if (!text.has_value() || file == nullptr) return -1;
  const std::string utf8 = utf8_from(*text);
  if (std::fwrite(utf8.data(), 1, utf8.size(), file) != utf8.size()) return -1;
  return static_cast<int>(text->size());
}

// The letter's or digit's worth in a number; 36 and more for what is none.
unsigned digit_of(WCHAR character) {
  if (character >= '0' && character <= '9') return character - U'0';
  if (character >= 'a' && character <= 'z') return character - U'a' + 10U;
  if (character >= 'A' && character <= 'Z') return character - U'A' + 10U;
  return 36;
}

bool is_space(WCHAR character) {
  return character == ' ' || (character >= '\t' && character <= '\r');
}

// A number at the beginning of a text.
struct ParsedLong {
  const WCHAR* end = nullptr;  // behind the last digit; NULL where there is none
  LONG value = 0;
  bool is_out_of_range = false;
};

bool has_hex_prefix(const WCHAR* at) {
  return at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16;
}

// Digits of `base` at `at`; the limit of 32 bits depends on the sign.
ParsedLong parse_digits(const WCHAR* at, unsigned base, bool is_negative) {
  constexpr std::int64_t kMost = std::numeric_limits<LONG>::max();
  const std::int64_t limit = is_negative ? kMost + 1 : kMost;
  std::int64_t value = 0;
  ParsedLong parsed;
  for (; digit_of(*at) < base; ++at, parsed.end = at) {
    value = value * base + digit_of(*at);
    if (value > limit) {
      parsed.is_out_of_range = true;
      value = limit;
    }
  }
  parsed.value = static_cast<LONG>(is_negative ? -value : value);
  return parsed;
}

ParsedLong parse_long(const WCHAR* at, int base) {
  while (is_space(*at)) ++at;
  const bool is_negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  const bool is_hex = (base == 0 || base == 16) && has_hex_prefix(at);
  if (base == 0) base = is_hex ? 16 : *at == '0' ? 8 : 10;
  return parse_digits(is_hex ? at + 2 : at, static_cast<unsigned>(base), is_negative);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

size_t openperflib_wcslen(LPCWSTR text) { return std::u16string_view(text).size(); }

LPWSTR openperflib_wcscpy(LPWSTR to, LPCWSTR from) {
  std::char_traits<WCHAR>::move(to, from, openperflib_wcslen(from) + 1);
  return to;
}
LPWSTR openperflib_wcscat(LPWSTR to, LPCWSTR from) {
  (void)openperflib_wcscpy(to + openperflib_wcslen(to), from);
  return to;
}

int openperflib_wcscmp(LPCWSTR first, LPCWSTR second) {
  const int order = std::u16string_view(first).compare(second);
  return (order > 0) - (order < 0);
}
int openperflib_wcsicmp(LPCWSTR first, LPCWSTR second) {
  const int order = folded(utf8_from(first)).compare(folded(utf8_from(second)));
  return (order > 0) - (order < 0);
}

LPWSTR openperflib_wcschr(LPCWSTR text, WCHAR wanted) {
  for (; *text != wanted; ++text) {
    if (*text == 0) return nullptr;
  }
  return const_cast<LPWSTR>(text);
}
LPWSTR openperflib_wcsstr(LPCWSTR text, LPCWSTR wanted) {
  const auto position = std::u16string_view(text).find(wanted);
  return position == std::u16string_view::npos ? nullptr : const_cast<LPWSTR>(text) + position;
}

LONG openperflib_wcstol(LPCWSTR text, LPWSTR* end, int base) {
  const bool is_wrong = text == nullptr || base < 0 || base == 1 || base > 36;
  const ParsedLong parsed = is_wrong ? ParsedLong() : parse_long(text, base);
  if (is_wrong) errno = EINVAL;
  if (parsed.is_out_of_range) errno = ERANGE;
  if (end != nullptr) *end = const_cast<LPWSTR>(parsed.end != nullptr ? parsed.end : text);
  return parsed.value;
}

int openperflib_vswprintf(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  if (to == nullptr || room == 0) return -1;
  const auto text = format_text(format, arguments);
  if (!text.has_value()) return -1;
  return copy_cut(Text<WCHAR>(*text), to, room) ? static_cast<int>(text->size()) : -1;
}
int openperflib_swprintf(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = openperflib_vswprintf(to, room, format, arguments);
  va_end(arguments);
  return length;
}
int openperflib_wprintf(LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print(format_text(format, arguments), stdout);
  va_end(arguments);
  return length;
}
int openperflib_fwprintf(FILE* file, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print(format_text(format, arguments), file);
  va_end(arguments);
  return length;
}
int openperflib_fputws(LPCWSTR text, FILE* file) {
  if (text == nullptr) return -1;
  return print(std::u16string(text), file) < 0 ? -1 : 0;
}
