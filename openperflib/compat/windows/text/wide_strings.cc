#include "openperflib/compat/windows/text/wide_strings.h"

#include <algorithm>
#include <cerrno>
#include <optional>

#include "openperflib/compat/windows/text/strings.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

using Wide = Text<WCHAR>;

// The text up to the NUL, but at most `count` units.
Wide part_of(LPCWSTR text, size_t count) { return {text, openperflib_wcsnlen(text, count)}; }

LPWSTR found_at(LPCWSTR text, std::size_t position) {
  return position == Wide::npos ? nullptr : const_cast<LPWSTR>(text) + position;
}

// The character at the beginning of a text, in its own encoding and in the other one; nullopt if it
// is not valid.
template <typename From, typename To>
struct Character {
  Text<From> from;
  std::basic_string<To> to;
};
std::optional<Character<CHAR, WCHAR>> character_at(const CHAR* text) {
  const int first = static_cast<unsigned char>(*text);
  const Text<CHAR> from(text, length_within(text, utf8_length(first)));
  if (valid_utf8(from).replaced > 0) return std::nullopt;
  return Character<CHAR, WCHAR>{from, utf16_from_utf8(from)};
}
std::optional<Character<WCHAR, CHAR>> character_at(const WCHAR* text) {
  const bool is_pair = text[0] >= 0xD800 && text[0] < 0xDC00;
  const Text<WCHAR> from(text, length_within(text, is_pair ? 2 : 1));
  Character<WCHAR, CHAR> character{from, {}};
  if (append_utf8(character.to, from) > 0) return std::nullopt;
  return character;
}

// Converts character by character, because `from` needs no NUL behind what is converted.
template <typename From, typename To>
size_t convert(To* to, const From* from, size_t count) {
  constexpr auto kFailure = static_cast<size_t>(-1);
  if (from == nullptr) return errno = EINVAL, kFailure;
  size_t length = 0;
  while (to == nullptr || length < count) {
    if (*from == 0) {
      if (to != nullptr) to[length] = 0;
      break;
    }
    const auto character = character_at(from);
    if (!character.has_value()) return errno = EILSEQ, kFailure;
    if (to != nullptr) {
      if (character->to.size() > count - length) break;
      std::ranges::copy(character->to, to + length);
    }
    from += character->from.size();
    length += character->to.size();
  }
  return length;
}

// Converts a position to a length; npos means the whole text.
std::size_t span_of(Wide text, std::size_t position) { return std::min(position, text.size()); }

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

size_t openperflib_wcslen(LPCWSTR text) { return Wide(text).size(); }
size_t openperflib_wcsnlen(LPCWSTR text, size_t room) { return length_within(text, room); }

LPWSTR openperflib_wcscpy(LPWSTR to, LPCWSTR from) {
  return openperflib_wmemmove(to, from, openperflib_wcslen(from) + 1);
}
LPWSTR openperflib_wcsncpy(LPWSTR to, LPCWSTR from, size_t count) {
  const size_t length = openperflib_wcsnlen(from, count);
  (void)openperflib_wmemmove(to, from, length);
  (void)openperflib_wmemset(to + length, 0, count - length);
  return to;
}
LPWSTR openperflib_wcscat(LPWSTR to, LPCWSTR from) {
  (void)openperflib_wcscpy(to + openperflib_wcslen(to), from);
  return to;
}
LPWSTR openperflib_wcsncat(LPWSTR to, LPCWSTR from, size_t count) {
  const Wide part = part_of(from, count);
  LPWSTR end = to + openperflib_wcslen(to);
  (void)openperflib_wmemmove(end, part.data(), part.size());
  end[part.size()] = 0;
  return to;
}

int openperflib_wcscmp(LPCWSTR first, LPCWSTR second) { return sign(Wide(first).compare(second)); }
int openperflib_wcsncmp(LPCWSTR first, LPCWSTR second, size_t count) {
  return sign(part_of(first, count).compare(part_of(second, count)));
}
int openperflib_wcscoll(LPCWSTR first, LPCWSTR second) { return openperflib_wcscmp(first, second); }
int _wcsicmp(LPCWSTR first, LPCWSTR second) { return compare_folded(first, second); }
int _wcsicoll(LPCWSTR first, LPCWSTR second) { return compare_folded(first, second); }
int _wcsnicmp(LPCWSTR first, LPCWSTR second, size_t count) {
  return compare_folded(part_of(first, count), part_of(second, count));
}

LPWSTR openperflib_wcschr(LPCWSTR text, WCHAR wanted) {
  return found_at(text, Wide(text, Wide(text).size() + 1).find(wanted));
}
LPWSTR openperflib_wcsrchr(LPCWSTR text, WCHAR wanted) {
  return found_at(text, Wide(text, Wide(text).size() + 1).rfind(wanted));
}
LPWSTR openperflib_wcsstr(LPCWSTR text, LPCWSTR wanted) {
  return found_at(text, Wide(text).find(wanted));
}
LPWSTR openperflib_wcspbrk(LPCWSTR text, LPCWSTR wanted) {
  return found_at(text, Wide(text).find_first_of(wanted));
}
size_t openperflib_wcsspn(LPCWSTR text, LPCWSTR wanted) {
  return span_of(text, Wide(text).find_first_not_of(wanted));
}
size_t openperflib_wcscspn(LPCWSTR text, LPCWSTR wanted) {
  return span_of(text, Wide(text).find_first_of(wanted));
}
LPWSTR openperflib_wcstok(LPWSTR text, LPCWSTR delimiters, LPWSTR* context) {
  return wcstok_s(text, delimiters, context);
}

LPWSTR openperflib_wmemcpy(LPWSTR to, LPCWSTR from, size_t count) {
  return openperflib_wmemmove(to, from, count);
}
LPWSTR openperflib_wmemmove(LPWSTR to, LPCWSTR from, size_t count) {
  return std::char_traits<WCHAR>::move(to, from, count);
}
LPWSTR openperflib_wmemset(LPWSTR to, WCHAR fill, size_t count) {
  return std::char_traits<WCHAR>::assign(to, count, fill);
}
int openperflib_wmemcmp(LPCWSTR first, LPCWSTR second, size_t count) {
  return sign(std::char_traits<WCHAR>::compare(first, second, count));
}
LPWSTR openperflib_wmemchr(LPCWSTR text, WCHAR wanted, size_t count) {
  return found_at(text, Wide(text, count).find(wanted));
}

size_t openperflib_mbstowcs(LPWSTR to, LPCSTR from, size_t count) {
  return convert(to, from, count);
}
size_t openperflib_wcstombs(LPSTR to, LPCWSTR from, size_t count) {
  return convert(to, from, count);
}
