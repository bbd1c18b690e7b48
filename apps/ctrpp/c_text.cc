#include "apps/ctrpp/c_text.h"

#include <fmt/format.h>

#include <limits>
#include <span>

#include "openperflib/base/bytes.h"
#include "openperflib/text/utf16.h"

namespace openperflib::ctrpp {
namespace {

constexpr char32_t kFirstUniversal = 0xA0;  // C knows no universal names before it

constexpr bool is_high_surrogate(char16_t unit) noexcept { return (unit & 0xFC00U) == 0xD800U; }

char32_t joined(char16_t high, char16_t low) noexcept {
  return 0x1'0000U + ((char32_t{high} & 0x3FFU) << 10U) + (char32_t{low} & 0x3FFU);
}

// Octal escapes end after three digits, others only where no digit follows.
void append_c_character(std::string& out, char32_t character) {
  const bool may_be_trigraph = character == '?' && out.ends_with('?');
  if (character == '"' || character == '\\' || may_be_trigraph) out += '\\';
  const auto code = static_cast<std::uint32_t>(character);
  if (code >= 0x20 && code < 0x7F) {
    out += static_cast<char>(code);
  } else if (code < kFirstUniversal) {
    fmt::format_to(std::back_inserter(out), "\\{:03o}", code);
  } else if (code < 0x1'0000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04X}", code);
  } else {
    fmt::format_to(std::back_inserter(out), "\\U{:08X}", code);
  }
}

}  // namespace

std::string literal_text(std::string_view utf8) {
  const std::u16string units = utf16_from_utf8(utf8);
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (is_high_surrogate(units[i])) {  // valid UTF-8 has both halves
      append_c_character(text, joined(units[i], units[i + 1]));
      ++i;
    } else {
      append_c_character(text, units[i]);
    }
  }
  return text;
}

std::string guid_initializer(const Guid& guid) {
  const Bytes bytes(guid.bytes);
  const auto byte = [&](std::size_t i) { return load<std::uint8_t>(bytes, i); };
  return fmt::format(
      "{{0x{:08x}, 0x{:04x}, 0x{:04x}, "
      "{{0x{:02x}, 0x{:02x}, 0x{:02x}, 0x{:02x}, 0x{:02x}, 0x{:02x}, 0x{:02x}, 0x{:02x}}}}}",
      load<std::uint32_t>(bytes, 0), load<std::uint16_t>(bytes, 4), load<std::uint16_t>(bytes, 6),
      byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15));
}

std::string number_text(std::uint32_t number) {
  const bool is_int =
      number <= static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max());
  return fmt::format("{}{}", number, is_int ? "" : "u");
}

}  // namespace openperflib::ctrpp
