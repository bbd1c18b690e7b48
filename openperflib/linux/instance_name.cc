#include "openperflib/linux/instance_name_internal.h"

#include "openperflib/base/utf16.h"

namespace openperflib::linux_objects {
namespace {

bool is_control(char c) noexcept { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

char device_character(char c) noexcept {
  switch (c) {
    case '(': return '[';
    case ')': return ']';
    case '#':
    case '/':
    case '\\': return '_';
    default: return is_control(c) ? '_' : c;
  }
}

char path_character(char c) noexcept {
  if (c == '/') return '\\';
  return is_control(c) ? '_' : c;
}

}  // namespace

void append_instance_name(std::string& out, std::string_view name) {
  for (const char c : valid_utf8(name).text) out += device_character(c);
}

void append_path_instance_name(std::string& out, std::string_view path) {
  for (const char c : valid_utf8(path).text) out += path_character(c);
}

}  // namespace openperflib::linux_objects
