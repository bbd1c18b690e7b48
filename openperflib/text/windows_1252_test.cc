#include "openperflib/text/windows_1252.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace openperflib {
namespace {

TEST(Windows1252, BytesOfLatin1_AreTheirOwnCharacters) {
  for (const std::uint8_t byte :
       std::to_array<std::uint8_t>({0x00, 0x41, 0x7F, 0xA0, 0xE4, 0xFF})) {
    EXPECT_EQ(windows_1252_character(byte), char32_t{byte});
  }
}

TEST(Windows1252, BytesBetween_HaveOtherCharacters) {
  EXPECT_EQ(windows_1252_character(0x80), U'\u20AC');
  EXPECT_EQ(windows_1252_character(0x85), U'\u2026');
  EXPECT_EQ(windows_1252_character(0x99), U'\u2122');
  EXPECT_EQ(windows_1252_character(0x9F), U'\u0178');
}

TEST(Windows1252, FiveBytes_HaveNone) {
  for (const std::uint8_t byte : std::to_array<std::uint8_t>({0x81, 0x8D, 0x8F, 0x90, 0x9D})) {
    EXPECT_FALSE(windows_1252_character(byte).has_value()) << int{byte};
  }
}

}  // namespace
}  // namespace openperflib
