#include "openperflib/wire/counter_block_view.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "openperflib/wire/column_reader.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

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

// An object of one instance with the given definitions, whose counter block holds 1, 2, 3, ...
std::vector<std::byte> block_with(std::span<const CounterDefinition> definitions) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({}, definitions);
  builder.begin_single();
  for (std::uint32_t i = 4; i < 32; ++i) builder.set(i, 1, i);
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

// What ColumnReader gives, and what value() gives, which is the law for it.
void expect_columns_to_equal_values(const std::vector<std::byte>& bytes) {
  const DataBlockView view = DataBlockView::parse(bytes).value();
  const ObjectTypeView object = *view.objects().begin();
  ColumnReader columns;
  columns.prepare(object);
  std::vector<std::uint64_t> values(columns.size(), 99);
  ASSERT_TRUE(columns.read(object.single().value(), values));
  std::size_t i = 0;
  for (const CounterDefinitionView counter : object.counters()) {
    const auto expected = object.single()->value(counter);
    EXPECT_EQ(columns.is_number(i), expected.has_value()) << i;
    EXPECT_EQ(values[i], expected.value_or(0)) << i;
    ++i;
  }
}

TEST(ColumnReader, PlainColumns_AreReadWithTheirSizes) {
  const CounterDefinition definitions[] = {{.size = 8, .offset = 8},  {.size = 4, .offset = 4},
                                           {.size = 4, .offset = 28}, {.size = 8, .offset = 24},
                                           {.size = 1, .offset = 31}, {.size = 3, .offset = 9}};
  expect_columns_to_equal_values(block_with(definitions));
}

TEST(ColumnReader, OtherColumns_AreReadOneByOne) {
  const CounterDefinition definitions[] = {{.size = 1, .offset = 4},
                                           {.size = 0, .offset = 0},
                                           {.size = 12, .offset = 8},
                                           {.size = 8, .offset = 24}};
  expect_columns_to_equal_values(block_with(definitions));
}

TEST(ColumnReader, ShortBufferOrBlock_ReadsNothing) {
  const CounterDefinition definitions[] = {{.size = 8, .offset = 8}, {.size = 8, .offset = 24}};
  const auto bytes = block_with(definitions);
  const ObjectTypeView object = *DataBlockView::parse(bytes)->objects().begin();
  ColumnReader columns;
  columns.prepare(object);
  std::vector<std::uint64_t> values(2, 99);
  EXPECT_FALSE(columns.read(*object.single(), std::span(values).first(1)));
  const CounterBlockView cut(object.single()->bytes().first(31), ByteOrder::little);
  EXPECT_FALSE(columns.read(cut, values));
  EXPECT_EQ(values, (std::vector<std::uint64_t>{99, 99}));
}

}  // namespace
}  // namespace openperflib
