// Each narrow function and its wide twin are one template.
#include "openperflib/compat/windows/text/output.h"

#include <cerrno>

#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/strings.h"
#include "openperflib/compat/windows/text/text_internal.h"

// The body of a function with variable arguments: calls the function that takes a list.
#define OPENPERFLIB_WITH_LIST(call) \
  va_list arguments;                \
  va_start(arguments, format);      \
  const int length = call;          \
  va_end(arguments);                \
  return length

namespace openperflib::compat {
namespace {

constexpr std::size_t kMostOfWsprintf = 1024;

bool write_bytes(std::string_view bytes, std::FILE* file) {
  return file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

template <typename Char>
int length_as_int(const std::basic_string<Char>& text) {
  return static_cast<int>(text.size());
}

template <typename Char>
int print_to_file(std::FILE* file, const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (!text.has_value()) return -1;
  if constexpr (sizeof(Char) == 1) {
    return write_bytes(*text, file) ? length_as_int(*text) : -1;
  } else {
    return write_bytes(utf8_from(Text<Char>(*text)), file) ? length_as_int(*text) : -1;
  }
}

template <typename Char>
int measure(const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  return text.has_value() ? length_as_int(*text) : -1;
}

// Writes the whole text; the caller guarantees that there is room.
template <typename Char>
int print_whole(Char* to, const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (to == nullptr || !text.has_value()) return -1;
  (void)copy_cut(Text<Char>(*text), to, text->size() + 1);
  return length_as_int(*text);
}

// Cuts the text to the room and writes a NUL.
template <typename Char>
int print_cut(Char* to, std::size_t room, const Char* format, va_list arguments) {
  if (to == nullptr || room == 0) return -1;
  const auto text = format_text(format, arguments);
  if (!text.has_value()) return -1;
  return copy_cut(Text<Char>(*text), to, room) ? length_as_int(*text) : -1;
}

// Writes at most `count` characters, and a NUL only if there is room for it.
template <typename Char>
int print_counted(Char* to, std::size_t count, const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (!text.has_value() || (to == nullptr && count != 0)) return -1;
  if (to == nullptr) return length_as_int(*text);  // to find out the room
  std::copy_n(text->data(), std::min(count, text->size()), to);
  if (text->size() < count) to[text->size()] = 0;
  return text->size() <= count ? length_as_int(*text) : -1;
}

template <typename Char>
int print_counted_safely(Char* to, std::size_t room, std::size_t count, const Char* format,
                         va_list arguments) {
  const auto text = format_text(format, arguments);
  const bool is_wrong = to == nullptr || room == 0 || !text.has_value();
  const bool is_too_long = !is_wrong && count != _TRUNCATE && std::min(count, text->size()) >= room;
  if (is_wrong || is_too_long) {
    if (to != nullptr && room > 0) *to = 0;
    errno = is_wrong ? EINVAL : ERANGE;
    return -1;
  }
  const Text<Char> kept = Text<Char>(*text).substr(0, count);
  const bool is_whole = copy_cut(kept, to, room) && kept.size() == text->size();
  return is_whole ? length_as_int(*text) : -1;
}

template <typename Char>
int print_for_user32(Char* to, const Char* format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (to == nullptr || !text.has_value()) return 0;
  const Text<Char> kept = Text<Char>(*text).substr(0, kMostOfWsprintf - 1);
  (void)copy_cut(kept, to, kept.size() + 1);
  return static_cast<int>(kept.size());
}

int put_character(WCHAR character, std::FILE* file) {
  return write_bytes(utf8_from(Text<WCHAR>(&character, 1)), file) ? character : -1;
}

// Reads one character and no byte of the next one. Empty at the end of the file.
std::string read_character(std::FILE* file) {
  std::string bytes;
  const int first = std::fgetc(file);
  if (first == EOF) return bytes;
  bytes += static_cast<char>(first);
  while (bytes.size() < utf8_length(first)) {
    const int next = std::fgetc(file);
    if (next == EOF) break;
    if ((next & 0xC0) != 0x80) {
      (void)std::ungetc(next, file);
      break;
    }
    bytes += static_cast<char>(next);
  }
  return bytes;
}

// Whether the next character may become two units of UTF-16.
bool may_be_pair(std::FILE* file) {
  const int first = std::fgetc(file);
  if (first != EOF) (void)std::ungetc(first, file);
  return first >= 0xF0;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int openperflib_vfprintf(FILE* file, LPCSTR format, va_list arguments) {
  return print_to_file(file, format, arguments);
}
int openperflib_vfwprintf(FILE* file, LPCWSTR format, va_list arguments) {
  return print_to_file(file, format, arguments);
}
int openperflib_vprintf(LPCSTR format, va_list arguments) {
  return print_to_file(stdout, format, arguments);
}
int openperflib_vwprintf(LPCWSTR format, va_list arguments) {
  return print_to_file(stdout, format, arguments);
}
int openperflib_printf(LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_to_file(stdout, format, arguments));
}
int openperflib_wprintf(LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_to_file(stdout, format, arguments));
}
int openperflib_fprintf(FILE* file, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_to_file(file, format, arguments));
}
int openperflib_fwprintf(FILE* file, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_to_file(file, format, arguments));
}

int openperflib_vsprintf(LPSTR to, LPCSTR format, va_list arguments) {
  return print_whole(to, format, arguments);
}
int openperflib_sprintf(LPSTR to, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_whole(to, format, arguments));
}
int _vswprintf(LPWSTR to, LPCWSTR format, va_list arguments) {
  return print_whole(to, format, arguments);
}
int _swprintf(LPWSTR to, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_whole(to, format, arguments));
}
int openperflib_vsnprintf(LPSTR to, size_t room, LPCSTR format, va_list arguments) {
  const auto text = format_text(format, arguments);
  if (!text.has_value() || (to == nullptr && room != 0)) return -1;
  if (room != 0) (void)copy_cut(Text<CHAR>(*text), to, room);
  return length_as_int(*text);
}
int openperflib_snprintf(LPSTR to, size_t room, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(openperflib_vsnprintf(to, room, format, arguments));
}
int openperflib_vswprintf(LPWSTR to, size_t room, LPCWSTR format, va_list arguments) {
  return print_cut(to, room, format, arguments);
}
int openperflib_swprintf(LPWSTR to, size_t room, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_cut(to, room, format, arguments));
}

int _vsnprintf(LPSTR to, size_t count, LPCSTR format, va_list arguments) {
  return print_counted(to, count, format, arguments);
}
int _vsnwprintf(LPWSTR to, size_t count, LPCWSTR format, va_list arguments) {
  return print_counted(to, count, format, arguments);
}
int _snprintf(LPSTR to, size_t count, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_counted(to, count, format, arguments));
}
int _snwprintf(LPWSTR to, size_t count, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_counted(to, count, format, arguments));
}
int _vsnprintf_s(LPSTR to, size_t room, size_t count, LPCSTR format, va_list arguments) {
  return print_counted_safely(to, room, count, format, arguments);
}
int _vsnwprintf_s(LPWSTR to, size_t room, size_t count, LPCWSTR format, va_list arguments) {
  return print_counted_safely(to, room, count, format, arguments);
}
int _snprintf_s(LPSTR to, size_t room, size_t count, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_counted_safely(to, room, count, format, arguments));
}
int _snwprintf_s(LPWSTR to, size_t room, size_t count, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_counted_safely(to, room, count, format, arguments));
}
int _vscprintf(LPCSTR format, va_list arguments) { return measure(format, arguments); }
int _vscwprintf(LPCWSTR format, va_list arguments) { return measure(format, arguments); }
int _scprintf(LPCSTR format, ...) { OPENPERFLIB_WITH_LIST(measure(format, arguments)); }
int _scwprintf(LPCWSTR format, ...) { OPENPERFLIB_WITH_LIST(measure(format, arguments)); }

int wvsprintfA(LPSTR to, LPCSTR format, va_list arguments) {
  return print_for_user32(to, format, arguments);
}
int wvsprintfW(LPWSTR to, LPCWSTR format, va_list arguments) {
  return print_for_user32(to, format, arguments);
}
int wsprintfA(LPSTR to, LPCSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_for_user32(to, format, arguments));
}
int wsprintfW(LPWSTR to, LPCWSTR format, ...) {
  OPENPERFLIB_WITH_LIST(print_for_user32(to, format, arguments));
}

int openperflib_fputws(LPCWSTR text, FILE* file) {
  return text != nullptr && write_bytes(utf8_from(text), file) ? 0 : -1;
}
int _putws(LPCWSTR text) {
  const bool is_written = text != nullptr && write_bytes(utf8_from(text) + '\n', stdout);
  return is_written ? 0 : -1;
}
wint_t openperflib_fputwc(WCHAR character, FILE* file) {
  return static_cast<wint_t>(put_character(character, file));
}
wint_t openperflib_putwchar(WCHAR character) {
  return static_cast<wint_t>(put_character(character, stdout));
}
LPWSTR openperflib_fgetws(LPWSTR to, int room, FILE* file) {
  if (to == nullptr || room <= 0 || file == nullptr) return nullptr;
  std::u16string line;
  const auto most = static_cast<std::size_t>(room) - 1;
  while (line.size() < most && !line.ends_with(u'\n')) {
    if (line.size() + 1 == most && !line.empty() && may_be_pair(file)) break;
    const std::string character = read_character(file);
    if (character.empty()) break;
    line += openperflib::utf16_from_utf8(character);
  }
  if (line.empty() && most > 0) return nullptr;
  if (line.size() > most && most > 0) line = u'\uFFFD';
  (void)copy_cut(Text<WCHAR>(line), to, static_cast<std::size_t>(room));
  return to;
}
