#include "openperflib/base/guid.h"

#include <charconv>

namespace openperflib {
namespace {

constexpr std::string_view kShape = "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}";

// Where the two digits of each byte stand: the first three groups are numbers, written with their
// highest byte first, but stored with their lowest first.
constexpr auto kPlaces =
    std::to_array<std::size_t>({7, 5, 3, 1, 12, 10, 17, 15, 20, 22, 25, 27, 29, 31, 33, 35});

constexpr bool is_hex_digit(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool has_shape(std::string_view text) noexcept {
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == 'x' ? !is_hex_digit(text[i]) : text[i] != kShape[i]) return false;
  }
  return true;
}

}  // namespace

std::optional<Guid> guid_of(std::string_view text) noexcept {
  if (!has_shape(text)) return std::nullopt;
  Guid guid;
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    std::uint8_t byte = 0;
    const char* const digits = text.data() + kPlaces[i];
    (void)std::from_chars(digits, digits + 2, byte, 16);
    guid.bytes[i] = std::byte{byte};
  }
  return guid;
}

std::string guid_text(const Guid& guid) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(kShape);
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    const auto byte = std::to_integer<unsigned>(guid.bytes[i]);
    text[kPlaces[i]] = kDigits[byte >> 4U];
    text[kPlaces[i] + 1] = kDigits[byte & 0xFU];
  }
  return text;
}

}  // namespace openperflib
