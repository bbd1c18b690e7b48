// Rewrites a format of Windows as one of the C library, which then reads. All arguments are
// pointers, so the list of arguments stays as it is.
#include "openperflib/compat/windows/text/input.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::compat {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Removes `prefix` from the beginning of `rest`. Whether it was there.
bool take(std::string_view& rest, std::string_view prefix) {
  if (!rest.starts_with(prefix)) return false;
  rest.remove_prefix(prefix.size());
  return true;
}

// A prefix of a conversion on Windows and for the C library, before a number, and whether it may
// be before a text.
struct ScanPrefix {
  std::string_view windows;
  std::string_view number;
  bool is_for_texts;
};
constexpr ScanPrefix kScanPrefixes[] = {
    {"I64", "ll", false}, {"I32", "", false}, {"I", "z", false}, {"ll", "ll", false},
    {"l", "", false},     {"hh", "hh", true}, {"h", "h", true},  {"L", "L", false},
    {"j", "j", false},    {"z", "z", false},  {"t", "t", false}, {"", "", true}};

const ScanPrefix& take_prefix(std::string_view& rest) {
  const ScanPrefix* prefix = kScanPrefixes;
  while (!take(rest, prefix->windows)) ++prefix;  // the last one is always there
  return *prefix;
}

// Appends the set of "%[...]" behind the bracket. Whether the set has an end.
bool append_set(std::string_view& rest, std::string& out) {
  const std::size_t first = rest.starts_with('^') ? 1 : 0;
  const std::size_t end = rest.find(']', first + 1);  // a bracket at `first` belongs to the set
  if (end == std::string_view::npos) return false;
  out += rest.substr(0, end + 1);
  rest.remove_prefix(end + 1);
  return true;
}

// Appends the conversion at the beginning of `rest`, which is behind the percent sign, and removes
// it from there. Whether it is valid.
bool append_conversion(std::string_view& rest, std::string& out) {
  out += '%';
  if (take(rest, "*")) out += '*';
  const std::size_t width = std::min(rest.find_first_not_of(kDigits), rest.size());
  out += rest.substr(0, width);
  rest.remove_prefix(width);
  const ScanPrefix& prefix = take_prefix(rest);
  if (rest.empty()) return false;
  const char letter = rest.front();
  rest.remove_prefix(1);
  if (std::string_view("diouxXn").contains(letter)) {
    out += prefix.number;
  } else if (std::string_view("eEfFgGaA").contains(letter)) {
    if (prefix.windows != "" && prefix.windows != "l" && prefix.windows != "L") return false;
    out += prefix.windows;
  } else if (!std::string_view("sc[p%").contains(letter) || !prefix.is_for_texts) {
    return false;
  }
  out += letter;
  return letter != '[' || append_set(rest, out);
}

// The format for the C library; nullopt for NULL and for a format that is not valid.
std::optional<std::string> format_of_c(const char* format) {
  if (format == nullptr) return std::nullopt;
  std::string out;
  for (std::string_view rest = format; !rest.empty();) {
    const std::size_t plain = std::min(rest.find('%'), rest.size());
    out += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (take(rest, "%") && !append_conversion(rest, out)) return std::nullopt;
  }
  return out;
}

int scan(std::FILE* file, const char* format, va_list arguments) {
  const auto known = format_of_c(format);
  if (file == nullptr || !known.has_value()) return errno = EINVAL, EOF;
  return std::vfscanf(file, known->c_str(), arguments);
}

int scan(const char* text, const char* format, va_list arguments) {
  const auto known = format_of_c(format);
  if (text == nullptr || !known.has_value()) return errno = EINVAL, EOF;
  return std::vsscanf(text, known->c_str(), arguments);
}

// For the functions with variable arguments.
#define OPENPERFLIB_SCAN(source)                     \
  va_list arguments;                                 \
  va_start(arguments, format);                       \
  const int count = scan(source, format, arguments); \
  va_end(arguments);                                 \
  return count

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int openperflib_vfscanf(FILE* file, LPCSTR format, va_list arguments) {
  return scan(file, format, arguments);
}
int openperflib_vscanf(LPCSTR format, va_list arguments) { return scan(stdin, format, arguments); }
int openperflib_vsscanf(LPCSTR text, LPCSTR format, va_list arguments) {
  return scan(text, format, arguments);
}
int openperflib_scanf(LPCSTR format, ...) { OPENPERFLIB_SCAN(stdin); }
int openperflib_fscanf(FILE* file, LPCSTR format, ...) { OPENPERFLIB_SCAN(file); }
int openperflib_sscanf(LPCSTR text, LPCSTR format, ...) { OPENPERFLIB_SCAN(text); }
