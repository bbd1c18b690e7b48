#include "openperflib/wire/counter_block_view.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace openperflib {
namespace {

constexpr std::array kData = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5},
                              std::byte{6}, std::byte{7}, std::byte{8}, std::byte{9}};

// The bytes of a definition of that size and offset, in that byte order.
std::vector<std::byte> definition(std::uint32_t size, std::uint32_t offset,
                                  ByteOrder order = ByteOrder::little) {
  const auto stored = [order](std::uint32_t number) {
    return order == ByteOrder::little ? number : std::byteswap(number);
  };
  std::vector<std::byte> bytes(layout::counter_definition::kSize);
  store(MutableBytes(bytes), layout::counter_definition::kCounterSize, stored(size));
  store(MutableBytes(bytes), layout::counter_definition::kCounterOffset, stored(offset));
  return bytes;
}

std::optional<std::uint64_t> value(std::uint32_t size, std::uint32_t offset, ByteOrder order) {
  const auto bytes = definition(size, offset, order);
  return CounterBlockView(kData, order).value(CounterDefinitionView(bytes, order));
}

TEST(CounterBlockView, ValuesOfOneToEightBytes_AreZeroExtended) {
  EXPECT_EQ(value(1, 0, ByteOrder::little), 0x01U);
  EXPECT_EQ(value(2, 0, ByteOrder::little), 0x0201U);
  EXPECT_EQ(value(3, 1, ByteOrder::little), 0x040302U);
  EXPECT_EQ(value(4, 0, ByteOrder::little), 0x04030201U);
  EXPECT_EQ(value(5, 0, ByteOrder::little), 0x0504030201U);
  EXPECT_EQ(value(7, 2, ByteOrder::little), 0x09080706050403U);
  EXPECT_EQ(value(8, 1, ByteOrder::little), 0x0908070605040302U);
}

TEST(CounterBlockView, ValuesOfABigEndianBlock_AreReadInItsOrder) {
  EXPECT_EQ(value(1, 0, ByteOrder::big), 0x01U);
  EXPECT_EQ(value(2, 0, ByteOrder::big), 0x0102U);
  EXPECT_EQ(value(3, 1, ByteOrder::big), 0x020304U);
  EXPECT_EQ(value(4, 0, ByteOrder::big), 0x01020304U);
  EXPECT_EQ(value(8, 1, ByteOrder::big), 0x0203040506070809U);
}

TEST(CounterBlockView, ValuesOfOtherSizes_HaveNoNumber) {
  EXPECT_EQ(value(0, 0, ByteOrder::little), std::nullopt);
  EXPECT_EQ(value(9, 0, ByteOrder::little), std::nullopt);
  EXPECT_EQ(value(0xFFFF'FFFF, 0, ByteOrder::little), std::nullopt);
}

TEST(CounterBlockView, DefinitionOutsideTheBlock_HasNoValueAndNoBytes) {
  EXPECT_EQ(value(8, 2, ByteOrder::little), std::nullopt);
  const auto outside = definition(4, 0xFFFF'FFFE);
  const CounterBlockView block(kData, ByteOrder::little);
  EXPECT_TRUE(block.data(CounterDefinitionView(outside, ByteOrder::little)).empty());
}

TEST(CounterBlockView, Data_HasTheBytesOfADefinition) {
  const auto nine = definition(9, 0);
  const CounterBlockView block(kData, ByteOrder::little);
  EXPECT_EQ(block.data(CounterDefinitionView(nine, ByteOrder::little)).size(), 9U);
  EXPECT_EQ(block.byte_order(), ByteOrder::little);
}

}  // namespace
}  // namespace openperflib
