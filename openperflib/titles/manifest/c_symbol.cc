#include "openperflib/titles/manifest/c_symbol.h"

#include <algorithm>

#include "openperflib/titles/c_identifier_internal.h"

namespace openperflib {

bool is_c_symbol(std::string_view text) noexcept {
  if (text.empty()) return true;
  return is_letter(text.front()) && std::ranges::all_of(text, is_identifier_character);
}

}  // namespace openperflib
