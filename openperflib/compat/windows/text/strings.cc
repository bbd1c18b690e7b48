// Each narrow function and its wide twin are one template.
#include "openperflib/compat/windows/text/strings.h"

#include <cerrno>

#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

template <typename Char>
std::size_t length_of(const Char* text) {
  return text == nullptr ? 0 : Text<Char>(text).size();
}

template <typename Char>
Char* copy_unbounded(Char* to, const Char* from) {
  if (to == nullptr || from == nullptr) return nullptr;
  std::char_traits<Char>::move(to, from, length_of(from) + 1);
  return to;
}

template <typename Char>
Char* copy_within(Char* to, const Char* from, int room) {
  if (to == nullptr || from == nullptr || room <= 0) return nullptr;
  (void)copy_cut(Text<Char>(from), to, static_cast<std::size_t>(room));
  return to;
}

template <typename Char>
Char* concatenate_unbounded(Char* to, const Char* from) {
  if (to == nullptr || from == nullptr) return nullptr;
  (void)copy_unbounded(to + length_of(to), from);
  return to;
}

template <typename Char>
int compare(const Char* first, const Char* second) {
  return sign(utf8_from(first).compare(utf8_from(second)));
}

// A failing _s function leaves an empty text, if there is room for a NUL.
template <typename Char>
errno_t refuse(Char* to, std::size_t room, errno_t code) {
  if (to != nullptr && room > 0) *to = 0;
  return code;
}

// Copies at most `count` characters of `from` to position `at`.
template <typename Char>
errno_t put_safely(Char* to, std::size_t room, std::size_t at, const Char* from,
                   std::size_t count) {
  const bool may_cut = count == _TRUNCATE;
  const Text<Char> text(from, length_within(from, count));
  if (text.size() < room - at) return copy_cut(text, to + at, room - at) ? 0 : ERANGE;
  if (!may_cut) return refuse(to, room, ERANGE);
  (void)copy_cut(text, to + at, room - at);
  return STRUNCATE;
}

constexpr std::size_t kAllOrNothing = static_cast<std::size_t>(-2);  // any count but _TRUNCATE

template <typename Char>
errno_t copy_safely(Char* to, std::size_t room, const Char* from, std::size_t count) {
  if (to == nullptr) return EINVAL;
  if (from == nullptr) return refuse(to, room, EINVAL);
  if (room == 0) return ERANGE;
  return put_safely(to, room, 0, from, count);
}

template <typename Char>
errno_t concatenate_safely(Char* to, std::size_t room, const Char* from, std::size_t count) {
  if (to == nullptr || room == 0) return EINVAL;
  if (from == nullptr) return refuse(to, room, EINVAL);
  const std::size_t at = length_within(to, room);
  if (at == room) return refuse(to, room, EINVAL);
  return put_safely(to, room, at, from, count);
}

template <typename Char>
Char* next_token(Char* text, const Char* delimiters, Char** context) {
  if (delimiters == nullptr || context == nullptr || (text == nullptr && *context == nullptr)) {
    errno = EINVAL;
    return nullptr;
  }
  const Text<Char> wanted(delimiters);
  Char* at = text != nullptr ? text : *context;
  while (*at != 0 && wanted.contains(*at)) ++at;
  Char* token = at;
  while (*at != 0 && !wanted.contains(*at)) ++at;
  *context = *at == 0 ? at : at + 1;
  *at = 0;
  return *token == 0 ? nullptr : token;
}

template <typename Char>
std::size_t length_at_most(const Char* text, std::size_t room) {
  return text == nullptr ? 0 : length_within(text, room);
}

template <typename Char>
int print_safely(Char* to, std::size_t room, const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (to == nullptr || room == 0 || !text.has_value() || text->size() >= room) {
    errno = text.has_value() && to != nullptr && room > 0 ? ERANGE : EINVAL;
    return refuse(to, room, -1);
  }
  (void)copy_cut(Text<Char>(*text), to, room);
  return static_cast<int>(text->size());
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int lstrlenA(LPCSTR text) { return static_cast<int>(length_of(text)); }
int lstrlenW(LPCWSTR text) { return static_cast<int>(length_of(text)); }
LPSTR lstrcpyA(LPSTR to, LPCSTR from) { return copy_unbounded(to, from); }
LPWSTR lstrcpyW(LPWSTR to, LPCWSTR from) { return copy_unbounded(to, from); }
LPSTR lstrcpynA(LPSTR to, LPCSTR from, int room) { return copy_within(to, from, room); }
LPWSTR lstrcpynW(LPWSTR to, LPCWSTR from, int room) { return copy_within(to, from, room); }
LPSTR lstrcatA(LPSTR to, LPCSTR from) { return concatenate_unbounded(to, from); }
LPWSTR lstrcatW(LPWSTR to, LPCWSTR from) { return concatenate_unbounded(to, from); }
int lstrcmpA(LPCSTR first, LPCSTR second) { return compare(first, second); }
int lstrcmpW(LPCWSTR first, LPCWSTR second) { return compare(first, second); }
int lstrcmpiA(LPCSTR first, LPCSTR second) { return compare_folded(first, second); }
int lstrcmpiW(LPCWSTR first, LPCWSTR second) { return compare_folded(first, second); }

errno_t strcpy_s(LPSTR to, rsize_t room, LPCSTR from) {
  return copy_safely(to, room, from, kAllOrNothing);
}
errno_t wcscpy_s(LPWSTR to, rsize_t room, LPCWSTR from) {
  return copy_safely(to, room, from, kAllOrNothing);
}
errno_t strcat_s(LPSTR to, rsize_t room, LPCSTR from) {
  return concatenate_safely(to, room, from, kAllOrNothing);
}
errno_t wcscat_s(LPWSTR to, rsize_t room, LPCWSTR from) {
  return concatenate_safely(to, room, from, kAllOrNothing);
}
errno_t strncpy_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count) {
  return copy_safely(to, room, from, count);
}
errno_t wcsncpy_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count) {
  return copy_safely(to, room, from, count);
}
errno_t strncat_s(LPSTR to, rsize_t room, LPCSTR from, rsize_t count) {
  return concatenate_safely(to, room, from, count);
}
errno_t wcsncat_s(LPWSTR to, rsize_t room, LPCWSTR from, rsize_t count) {
  return concatenate_safely(to, room, from, count);
}
LPSTR strtok_s(LPSTR text, LPCSTR delimiters, LPSTR* context) {
  return next_token(text, delimiters, context);
}
LPWSTR wcstok_s(LPWSTR text, LPCWSTR delimiters, LPWSTR* context) {
  return next_token(text, delimiters, context);
}
int _memicmp(const void* first, const void* second, size_t count) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto* const a = static_cast<const char*>(first);
  const auto* const b = static_cast<const char*>(second);
  for (size_t i = 0; i < count; ++i) {
    const int order =
        static_cast<unsigned char>(small(a[i])) - static_cast<unsigned char>(small(b[i]));
    if (order != 0) return sign(order);
  }
  return 0;
}

size_t strnlen_s(LPCSTR text, size_t room) { return length_at_most(text, room); }
size_t wcsnlen_s(LPCWSTR text, size_t room) { return length_at_most(text, room); }

int vsprintf_s(LPSTR to, size_t room, LPCSTR format, va_list arguments) {
  return print_safely(to, room, format, arguments);
}
int vswprintf_s(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  return print_safely(to, room, format, arguments);
}
int sprintf_s(LPSTR to, size_t room, LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_safely(to, room, format, arguments);
  va_end(arguments);
  return length;
}
int swprintf_s(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_safely(to, room, format, arguments);
  va_end(arguments);
  return length;
}
