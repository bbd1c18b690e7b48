#include <algorithm>

#include "openperflib/state/stored_text_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kLongestName = 256;  // UTF-16 code units

bool is_ascii_text(std::string_view text) {
  return std::ranges::all_of(text, [](char one) { return one > 0; });
}

// Whether it is UTF-8 without NUL. Most texts are ASCII, which needs no decoder.
bool is_text(std::string_view text) {
  if (is_ascii_text(text)) return true;
  return text.find('\0') == std::string_view::npos && valid_utf8(text).replaced == 0;
}

bool is_name(std::string_view name) {
  constexpr std::size_t kMostBytes = 3 * kLongestName;
  return name.size() <= kMostBytes && is_text(name) && utf16_from_utf8(name).size() <= kLongestName;
}

bool may_be_in_service_name(char one) {
  constexpr char kDelete = 0x7F;
  const bool is_control = (one >= 0 && one < ' ') || one == kDelete;
  return !is_control && one != '\\' && one != '/';
}

}  // namespace

bool is_title(std::string_view text) { return text.size() <= kLongestTitle && is_text(text); }

bool is_service_name(std::string_view name) {
  return !name.empty() && is_name(name) && std::ranges::all_of(name, may_be_in_service_name);
}

bool is_value_name(std::string_view name) { return is_name(name); }

}  // namespace openperflib
