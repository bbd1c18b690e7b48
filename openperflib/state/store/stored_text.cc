#include <algorithm>

#include "openperflib/base/bytes.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/ini_file.h"

namespace openperflib {
namespace {

constexpr std::size_t kLongestName = 256;  // UTF-16 code units

// Whether none of the eight bytes is 0 or above 127.
constexpr bool is_ascii_word(std::uint64_t word) noexcept {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
  constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;
  return (word & kHighBits) == 0 && ((word - kOnes) & kHighBits) == 0;
}

bool is_ascii_text(std::string_view text) {
  const Bytes all = as_bytes(text);
  std::size_t at = 0;
  for (; contains(all.size(), at, sizeof(std::uint64_t)); at += sizeof(std::uint64_t)) {
    if (!is_ascii_word(load<std::uint64_t>(all, at))) return false;
  }
  return std::ranges::all_of(text.substr(at), [](char one) { return one > 0; });
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

}  // namespace

bool is_title(std::string_view text) { return text.size() <= kLongestTitle && is_text(text); }

bool may_name_service(std::string_view name) { return is_name(name) && is_service_name(name); }

bool is_value_name(std::string_view name) { return is_name(name); }

}  // namespace openperflib
