// Each narrow function and its wide twin are one template. Cb functions divide the room by the size
// of a character.
#include <cstring>

#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/safe_strings.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

constexpr std::size_t kWholeText = static_cast<std::size_t>(-1);
constexpr std::size_t kWide = sizeof(WCHAR);

bool is_room(std::size_t room) { return room > 0 && room <= STRSAFE_MAX_CCH; }

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
HRESULT concatenate(Char* to, std::size_t room, const Char* from, std::size_t count) {
  if (!is_room(room) || to == nullptr || from == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  const std::size_t at = length_within(to, room);
  if (at == room) return STRSAFE_E_INVALID_PARAMETER;
  return put(to + at, room - at, Text<Char>(from, length_within(from, std::min(count, room))));
}

template <typename Char>
HRESULT print_to_buffer(Char* to, std::size_t room, const Char* format, va_list arguments) {
  if (!is_room(room) || to == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  const auto text = format_text(format, arguments);
  if (!text.has_value()) return STRSAFE_E_INVALID_PARAMETER;
  return put(to, room, Text<Char>(*text));
}

// The extra outputs of the Ex functions; both pointers may be null.
template <typename Char>
struct End {
  Char** at;
  std::size_t* left;
};

template <typename Char>
void fill(Char* to, std::size_t room, DWORD flags) {
  std::memset(to, static_cast<int>(flags & 0xFF), room * sizeof(Char));
}

// Does what the flags say about a failure; `kept` is the length of the text before the call, which
// STRSAFE_NO_TRUNCATION keeps.
template <typename Char>
void handle_failure(Char* to, std::size_t room, DWORD flags, std::size_t kept) {
  if ((flags & STRSAFE_NO_TRUNCATION) != 0 && kept < room) to[kept] = 0;
  if ((flags & STRSAFE_FILL_ON_FAILURE) != 0) {
    fill(to, room, flags);
    to[(flags & 0xFF) == 0 ? 0 : room - 1] = 0;
  }
  if ((flags & STRSAFE_NULL_ON_FAILURE) != 0) to[0] = 0;
}

// `write` calls the function without Ex; `kept` is the length of the text that it appends to.
template <typename Char, typename Write>
HRESULT extended(Char* to, std::size_t room, End<Char> end, DWORD flags, std::size_t kept,
                 Write write) {
  if (!is_room(room) || to == nullptr) return STRSAFE_E_INVALID_PARAMETER;
  const HRESULT result = write();
  if (FAILED(result)) handle_failure(to, room, flags, kept);
  // After any other failure the buffer need not have a text.
  if (FAILED(result) && result != STRSAFE_E_INSUFFICIENT_BUFFER) return result;
  const std::size_t length = length_within(to, room);
  if (SUCCEEDED(result) && (flags & STRSAFE_FILL_BEHIND_NULL) != 0) {
    fill(to + length + 1, room - length - 1, flags);
  }
  if (end.at != nullptr) *end.at = to + length;
  if (end.left != nullptr) *end.left = room - length;
  return result;
}

template <typename Char>
const Char* text_or_empty(const Char* text, DWORD flags) {
  static constexpr Char kEmpty = 0;
  return text == nullptr && (flags & STRSAFE_IGNORE_NULLS) != 0 ? &kEmpty : text;
}

template <typename Char>
HRESULT copy_extended(Char* to, std::size_t room, const Char* from, End<Char> end, DWORD flags) {
  from = text_or_empty(from, flags);
  return extended(to, room, end, flags, 0, [&] { return copy(to, room, from, kWholeText); });
}

template <typename Char>
HRESULT concatenate_extended(Char* to, std::size_t room, const Char* from, End<Char> end,
                             DWORD flags) {
  from = text_or_empty(from, flags);
  const std::size_t kept = is_room(room) && to != nullptr ? length_within(to, room) : 0;
  return extended(to, room, end, flags, kept,
                  [&] { return concatenate(to, room, from, kWholeText); });
}

template <typename Char>
HRESULT print_extended(Char* to, std::size_t room, End<Char> end, DWORD flags, const Char* format,
                       va_list arguments) {
  format = text_or_empty(format, flags);
  const auto text = format_text(format, arguments);
  return extended(to, room, end, flags, 0, [&] {
    return text.has_value() ? put(to, room, Text<Char>(*text)) : STRSAFE_E_INVALID_PARAMETER;
  });
}

template <typename Char>
HRESULT give_length(const Char* text, std::size_t room, std::size_t unit, std::size_t* length) {
  const std::size_t found = text != nullptr && is_room(room) ? length_within(text, room) : room;
  const bool has_end = found < room;
  if (length != nullptr) *length = has_end ? found * unit : 0;
  return has_end ? S_OK : STRSAFE_E_INVALID_PARAMETER;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HRESULT StringCchCopyA(LPSTR to, size_t room, LPCSTR from) {
  return copy(to, room, from, kWholeText);
}
HRESULT StringCchCopyW(LPWSTR to, size_t room, LPCWSTR from) {
  return copy(to, room, from, kWholeText);
}
HRESULT StringCbCopyA(LPSTR to, size_t room, LPCSTR from) {
  return copy(to, room, from, kWholeText);
}
HRESULT StringCbCopyW(LPWSTR to, size_t room, LPCWSTR from) {
  return copy(to, room / kWide, from, kWholeText);
}
HRESULT StringCchCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count) {
  return copy(to, room, from, count);
}
HRESULT StringCchCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  return copy(to, room, from, count);
}
HRESULT StringCchCatA(LPSTR to, size_t room, LPCSTR from) {
  return concatenate(to, room, from, kWholeText);
}
HRESULT StringCchCatW(LPWSTR to, size_t room, LPCWSTR from) {
  return concatenate(to, room, from, kWholeText);
}
HRESULT StringCbCatA(LPSTR to, size_t room, LPCSTR from) {
  return concatenate(to, room, from, kWholeText);
}
HRESULT StringCbCatW(LPWSTR to, size_t room, LPCWSTR from) {
  return concatenate(to, room / kWide, from, kWholeText);
}

HRESULT StringCchVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments) {
  return print_to_buffer(to, room, format, arguments);
}
HRESULT StringCchVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  return print_to_buffer(to, room, format, arguments);
}
HRESULT StringCchPrintfA(LPSTR to, size_t room, LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_to_buffer(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCchPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_to_buffer(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCbPrintfA(LPSTR to, size_t room, LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_to_buffer(to, room, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCbPrintfW(LPWSTR to, size_t room, LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_to_buffer(to, room / kWide, format, arguments);
  va_end(arguments);
  return result;
}

HRESULT StringCchLengthA(LPCSTR text, size_t room, size_t* length) {
  return give_length(text, room, 1, length);
}
HRESULT StringCchLengthW(LPCWSTR text, size_t room, size_t* length) {
  return give_length(text, room, 1, length);
}
HRESULT StringCbLengthA(LPCSTR text, size_t room, size_t* length) {
  return give_length(text, room, 1, length);
}
HRESULT StringCbLengthW(LPCWSTR text, size_t room, size_t* length) {
  return give_length(text, room / kWide, kWide, length);
}

HRESULT StringCbCopyNA(LPSTR to, size_t room, LPCSTR from, size_t count) {
  return copy(to, room, from, count);
}
HRESULT StringCbCopyNW(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  return copy(to, room / kWide, from, count / kWide);
}
HRESULT StringCchCatNA(LPSTR to, size_t room, LPCSTR from, size_t count) {
  return concatenate(to, room, from, count);
}
HRESULT StringCchCatNW(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  return concatenate(to, room, from, count);
}
HRESULT StringCbCatNA(LPSTR to, size_t room, LPCSTR from, size_t count) {
  return concatenate(to, room, from, count);
}
HRESULT StringCbCatNW(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  return concatenate(to, room / kWide, from, count / kWide);
}
HRESULT StringCbVPrintfA(LPSTR to, size_t room, LPCSTR format, va_list arguments) {
  return print_to_buffer(to, room, format, arguments);
}
HRESULT StringCbVPrintfW(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  return print_to_buffer(to, room / kWide, format, arguments);
}

HRESULT StringCchCopyExA(LPSTR to, size_t room, LPCSTR from, LPSTR* end, size_t* left,
                         DWORD flags) {
  return copy_extended<CHAR>(to, room, from, {end, left}, flags);
}
HRESULT StringCchCopyExW(LPWSTR to, size_t room, LPCWSTR from, LPWSTR* end, size_t* left,
                         DWORD flags) {
  return copy_extended<WCHAR>(to, room, from, {end, left}, flags);
}
HRESULT StringCchCatExA(LPSTR to, size_t room, LPCSTR from, LPSTR* end, size_t* left, DWORD flags) {
  return concatenate_extended<CHAR>(to, room, from, {end, left}, flags);
}
HRESULT StringCchCatExW(LPWSTR to, size_t room, LPCWSTR from, LPWSTR* end, size_t* left,
                        DWORD flags) {
  return concatenate_extended<WCHAR>(to, room, from, {end, left}, flags);
}
HRESULT StringCchPrintfExA(LPSTR to, size_t room, LPSTR* end, size_t* left, DWORD flags,
                           LPCSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_extended<CHAR>(to, room, {end, left}, flags, format, arguments);
  va_end(arguments);
  return result;
}
HRESULT StringCchPrintfExW(LPWSTR to, size_t room, LPWSTR* end, size_t* left, DWORD flags,
                           LPCWSTR format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const HRESULT result = print_extended<WCHAR>(to, room, {end, left}, flags, format, arguments);
  va_end(arguments);
  return result;
}
