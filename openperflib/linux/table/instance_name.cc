#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/text/utf16.h"

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

// Works in place, so that a new process needs no temporary text.
void append_replaced(std::string& out, std::string_view name, char (*character)(char) noexcept) {
  const std::size_t begin = out.size();
  append_valid_utf8(out, name);
  for (std::size_t i = begin; i < out.size(); ++i) out[i] = character(out[i]);
}

}  // namespace

void append_instance_name(std::string& out, std::string_view name) {
  const std::size_t begin = out.size();
  append_replaced(out, name, device_character);
  if (equal_ignoring_case(std::string_view(out).substr(begin), "_Total")) out += '_';
}

void append_path_instance_name(std::string& out, std::string_view path) {
  append_replaced(out, path, path_character);
}

}  // namespace openperflib::linux_objects
