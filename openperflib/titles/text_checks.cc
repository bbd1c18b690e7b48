#include <algorithm>

#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostServiceCharacters = 256;

constexpr unsigned byte_of(char c) noexcept { return static_cast<unsigned char>(c); }

}  // namespace

bool has_control_character(std::string_view utf8) noexcept {
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const unsigned byte = byte_of(utf8[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    const bool is_c1 = byte == 0xC2 && i + 1 < utf8.size() && byte_of(utf8[i + 1]) < 0xA0;
    if (is_c1) return true;
  }
  return false;
}

std::size_t character_count(std::string_view utf8) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (byte_of(c) & 0xC0) != 0x80; }));
}

bool is_plain_name(std::string_view utf8) noexcept {
  if (utf8.empty() || utf8 == "." || utf8 == "..") return false;
  return utf8.find_first_of("\\/") == utf8.npos && !has_control_character(utf8);
}

bool is_service_name(std::string_view utf8) noexcept {
  return is_plain_name(utf8) && character_count(utf8) <= kMostServiceCharacters;
}

}  // namespace openperflib
