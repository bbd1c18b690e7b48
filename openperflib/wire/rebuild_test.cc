#include "openperflib/wire/rebuild.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"

namespace openperflib {
namespace {

using example::Block;
using example::with;

std::expected<Block, Error> rebuilt(const Block& block) {
  DataBlockBuilder builder;
  const auto bytes = rebuild(DataBlockView::parse(block).value(), builder);
  if (!bytes.has_value()) return std::unexpected(bytes.error());
  return Block(bytes->begin(), bytes->end());
}

TEST(Rebuild, BlockOfTheBuilder_IsReproduced) {
  EXPECT_EQ(rebuilt(example::block()).value(), example::block());
}

TEST(Rebuild, GarbageInPadding_BecomesZero) {
  // The only padding in this block follows the name "a", which has four bytes.
  const std::size_t padding = example::kFirstInstance + layout::instance_definition::kSize + 4;
  EXPECT_EQ(rebuilt(with(padding, 0xDEAD'BEEF)).value(), example::block());
}

TEST(Rebuild, PointersInPlaceOfTitles_BecomeZero) {
  EXPECT_EQ(rebuilt(with(example::kProcess + 16, 0x0040'1000)).value(), example::block());
  EXPECT_EQ(rebuilt(with(example::kFirstDefinition + 8, 0x0040'1000)).value(), example::block());
}

TEST(Rebuild, BytesAfterTheBlock_AreLeftOut) {
  Block block = example::block();
  block.resize(block.size() + 16);
  EXPECT_EQ(rebuilt(block).value(), example::block());
}

TEST(Rebuild, CounterBlocksOfDifferentLengths_KeepThem) {
  Block block = example::block();
  block.insert(block.begin() + example::kSecondBlock + 16, 8, std::byte{0});
  block = with(block, example::kSecondBlock, 24);
  block = with(block, example::kProcess, 248);
  block = with(block, layout::data_block::kTotalByteLength, example::kSize + 8);
  EXPECT_EQ(rebuilt(block).value(), block);
}

// A definition of size 0 may point anywhere: it asks for no bytes.
TEST(Rebuild, OffsetOfValueOfSizeZero_TakesNoSpace) {
  Block block = with(example::kMemoryDefinition + layout::counter_definition::kCounterSize, 0);
  block = with(block, example::kMemoryDefinition + layout::counter_definition::kCounterOffset,
               0xFFFF'FFF0);
  EXPECT_EQ(rebuilt(block)->size(), block.size());
}

// What is missing would become 0.
TEST(Rebuild, TruncatedObject_IsRefused) {
  Block block = example::block();
  block.resize(example::kMemoryBlock + 16 + 88);  // Memory grows by a header's size ...
  block = with(block, example::kMemory, 120 + 88);
  block = with(block, example::kMemoryBlock, 16 + 88);
  block.insert(block.begin() + example::kProcess, 88, std::byte{0});
  block.resize(example::kSize + 88);  // ... by which the block is cut
  block = with(block, layout::data_block::kTotalByteLength, example::kSize + 88);
  EXPECT_EQ(describe(rebuilt(block).error()),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 432: is cut off by the end of the data");
}

TEST(Rebuild, ValueOverBlockLength_IsRefusedAtItsDefinition) {
  const Block block =
      with(example::kBaseDefinition + layout::counter_definition::kCounterOffset, 2);
  EXPECT_EQ(describe(rebuilt(block).error()),
            "PERF_COUNTER_DEFINITION.CounterOffset at byte 244: is out of range (2)");
}

}  // namespace
}  // namespace openperflib
