#include "openperflib/titles/manifest/c_symbol.h"

#include <algorithm>

namespace openperflib {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

bool is_c_symbol(std::string_view text) noexcept {
  if (text.empty()) return true;
  return is_letter(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace openperflib
