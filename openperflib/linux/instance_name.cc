#include "openperflib/base/utf16.h"
#include "openperflib/linux/instance_name_internal.h"

namespace openperflib::linux_objects {
namespace {

char device_character(char c) noexcept {
  switch (c) {
    case '(':
      return '[';
    case ')':
      return ']';
    case '#':
    case '/':
    case '\0':  // would end the name
    case '\\':
      return '_';
    default:
      return c;
  }
}

char path_character(char c) noexcept {
  if (c == '/') return '\\';
  return c == '\0' ? '_' : c;
}

}  // namespace

void append_instance_name(std::string& out, std::string_view name) {
  for (const char c : valid_utf8(name).text) out += device_character(c);
}

void append_path_instance_name(std::string& out, std::string_view path) {
  for (const char c : valid_utf8(path).text) out += path_character(c);
}

}  // namespace openperflib::linux_objects
