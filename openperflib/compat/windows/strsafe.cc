// Each function and its twin of the other width are one template; Cb ones count in
// sizeof(character).
#include "openperflib/compat/windows/include/strsafe.h"

#include "openperflib/compat/windows/format_internal.h"
#include "openperflib/compat/windows/text_internal.h"

namespace openperflib::compat {
namespace {

bool is_room(std::size_t room) { return room > 0 && room <= STRSAFE_MAX_CCH; }

// The place of the NUL in the first `room` characters; `room` where there is none.
template <typename Char>
std::size_t length_within(const Char* text, std::size_t room) {
  std::size_t length = 0;
  while (length < room && text[length] != 0) ++length;
  return length;
}

template <typename Char>
HRESULT put(Char* to, std::size_t room, Text<Char> text) {
  return copy_cut(text, to, room) ? S_OK : STRSAFE_E_INSUFFICIENT_BUFFER;
}

template <typename Char>
HRESULT copy(Char* to, std::size_t room, const Char* from, std::size_t count) {
  if (!is_room(room) || to == nullptr || from == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  return put(to, room, Text<Char>(from, length_within(from, std::min(count, room))));
}

template <typename Char>
HRESULT concatenate(Char* to, std::size_t room, const Char* from) {
  if (!is_room(room) || to == nullptr || from == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  const std::size_t at = length_within(to, room);
  if (at == room) return STRSAFE_E_INVALID_PARAMETER;
  return put(to + at, room - at, Text<Char>(from, length_within(from, room)));
}

template <typename Char>
HRESULT print(Char* to, std::size_t room, const Char* format, va_list arguments) {
  if (!is_room(room) || to == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  const auto text = format_text(format, arguments);
  if (!text.has_value()) return STRSAFE_E_INVALID_PARAMETER;
  return put(to, room, Text<Char>(*text));
}

template <typename Char>
HRESULT length_of(const Char* text, std::size_t room, std::size_t unit, std::size_t* length) {
  const std::size_t found = text != nullptr && is_room(room) ? length_within(text, room) : room;
  const bool has_end = found < room;
  if (length != nullptr) *length = has_end ? found * unit : 0;
  return has_end ? S_OK : STRSAFE_E_INVALID_PARAMETER;
}

constexpr std::size_t kAll = static_cast<std::size_t>(-1);
constexpr std::size_t kWide = sizeof(WCHAR);

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HRESULT StringCchCopyA(LPSTR to, size_t room, LPCSTR from) { return copy(to, room, from, kAll); }
HRESULT StringCchCopyW(LPWSTR to, size_t room, LPCWSTR from) { return copy(to, room, from, kAll); }
HRESULT StringCbCopyA(LPSTR to, size_t room, LPCSTR from) { return copy(to, room, from, kAll); }
HRESULT StringCbCopyW(LPWSTR to, size_t room, LPCWSTR from) {
  return copy(to, room / kWide, from, kAll);
}
HRESULT StringCchCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count) {
  return copy(to, room, from, count);
}
HRESULT StringCchCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  return copy(to, room, from, count);
}
HRESULT StringCchCatA(LPSTR to, size_t room, LPCSTR from) { return concatenate(to, room, from); }
HRESULT StringCchCatW(LPWSTR to, size_t room, LPCWSTR from) { return concatenate(to, room, from); }
HRESULT StringCbCatA(LPSTR to, size_t room, LPCSTR from) { return concatenate(to, room, from); }
HRESULT StringCbCatW(LPWSTR to, size_t room, LPCWSTR from) {
  return concatenate(to, room / kWide, from);
}

HRESULT StringCchVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments) {
  return print(to, room, format, arguments);
}
HRESULT StringCchVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  return print(to, room, format, arguments);
}
HRESULT StringCchPrintfA(LPSTR to, size_t room, LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCchPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCbPrintfA(LPSTR to, size_t room, LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCbPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print(to, room / kWide, format, arguments);
  va_end(arguments);
  return result;
}

HRESULT StringCchLengthA(LPCSTR text, size_t room, size_t* length) {
  return length_of(text, room, 1, length);
}
HRESULT StringCchLengthW(LPCWSTR text, size_t room, size_t* length) {
  return length_of(text, room, 1, length);
}
HRESULT StringCbLengthA(LPCSTR text, size_t room, size_t* length) {
  return length_of(text, room, 1, length);
}
HRESULT StringCbLengthW(LPCWSTR text, size_t room, size_t* length) {
  return length_of(text, room / kWide, kWide, length);
}
