#include "openperflib/base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace openperflib {
namespace {

constexpr std::uint64_t kMostSize = ~0ULL;

TEST(Contains, PartThatEndsWithItsParent_IsInside) {
  EXPECT_TRUE(contains(8, 0, 8));
  EXPECT_TRUE(contains(8, 8, 0));
  EXPECT_TRUE(contains(kMostSize, kMostSize, 0));
}

TEST(Contains, PartThatEndsOneByteLater_IsOutside) {
  EXPECT_FALSE(contains(8, 0, 9));
  EXPECT_FALSE(contains(8, 8, 1));
  EXPECT_FALSE(contains(8, 9, 0));
}

TEST(Contains, SumThatWouldWrapAround_IsOutside) {
  EXPECT_FALSE(contains(8, 4, kMostSize));
  EXPECT_FALSE(contains(8, kMostSize, 4));
  EXPECT_FALSE(contains(8, kMostSize, kMostSize));
}

constexpr std::array kBytes = {std::byte{0x00}, std::byte{0x01}, std::byte{0x02}, std::byte{0x03},
                               std::byte{0x04}, std::byte{0x05}, std::byte{0x06}, std::byte{0x07},
                               std::byte{0x08}, std::byte{0xFF}};

TEST(Load, AnyAlignment_ReadsLittleEndian) {
  EXPECT_EQ(load<std::uint16_t>(kBytes, 1), 0x0201U);
  EXPECT_EQ(load<std::uint32_t>(kBytes, 1), 0x0403'0201U);
  EXPECT_EQ(load<std::uint64_t>(kBytes, 1), 0x0807'0605'0403'0201U);
  EXPECT_EQ(load<std::int8_t>(kBytes, 9), -1);
}

TEST(Load, BigEndianBlock_SwapsTheBytes) {
  EXPECT_EQ(load<std::uint16_t>(kBytes, 1, ByteOrder::big), 0x0102U);
  EXPECT_EQ(load<std::uint32_t>(kBytes, 1, ByteOrder::big), 0x0102'0304U);
  EXPECT_EQ(load<std::int64_t>(kBytes, 1, ByteOrder::big), 0x0102'0304'0506'0708);
  EXPECT_EQ(load<std::uint32_t>(kBytes, 1, ByteOrder::little), 0x0403'0201U);
}

TEST(Store, StoredNumber_IsLoadedAndOtherBytesAreUnchanged) {
  std::array<std::byte, 10> bytes = {};
  store<std::uint64_t>(bytes, 1, 0x0807'0605'0403'0201U);
  EXPECT_EQ(load<std::uint64_t>(bytes, 1), 0x0807'0605'0403'0201U);
  EXPECT_EQ(bytes[0], std::byte{0});
  EXPECT_EQ(bytes[9], std::byte{0});
}

TEST(AppendBytes, AppendedBytes_FollowThoseBefore) {
  std::vector<std::byte> bytes;
  append_bytes(bytes, as_bytes("ab"));
  append_bytes(bytes, {});
  append_bytes(bytes, as_bytes("cd"));
  EXPECT_EQ(as_text(bytes), "abcd");
}

TEST(AsText, AndBack_GivesTheSameBytes) { EXPECT_EQ(as_text(as_bytes("b\xE4r")), "b\xE4r"); }

}  // namespace
}  // namespace openperflib
