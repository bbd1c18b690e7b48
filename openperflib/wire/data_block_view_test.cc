#include "openperflib/wire/data_block_view.h"

#include <gtest/gtest.h>

#include <ranges>
#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using example::Block;

TEST(DataBlockView, LegalBlock_ShowsEveryMemberOfItsHeader) {
  DataBlockBuilder builder;
  const SystemTime time = {2026, 11, 5, 20, 21, 14, 55, 647};
  builder.begin({.default_object = -1,
                 .system_time = time,
                 .perf_time = -5,
                 .perf_freq = 10'000'000,
                 .perf_time_100ns = 134'081'684'956'470'000,
                 .machine_name = "b\u00E4r"});
  const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
  EXPECT_EQ(view.byte_order(), ByteOrder::little);
  EXPECT_EQ(view.text_order(), ByteOrder::little);
  EXPECT_EQ(view.version(), 1U);
  EXPECT_EQ(view.revision(), 1U);
  EXPECT_EQ(view.total_byte_length(), 96U);
  EXPECT_EQ(view.header_length(), 96U);
  EXPECT_EQ(view.default_object(), -1);
  EXPECT_EQ(view.system_time(), time);
  EXPECT_EQ(view.perf_time(), -5);
  EXPECT_EQ(view.perf_freq(), 10'000'000);
  EXPECT_EQ(view.perf_time_100ns(), 134'081'684'956'470'000);
  EXPECT_EQ(utf8_from_utf16(view.machine_name()).text, "b\u00E4r");
  EXPECT_EQ(view.machine_name().size(), 6U);
  EXPECT_EQ(view.object_count(), 0U);
  EXPECT_TRUE(view.objects().empty());
}

TEST(DataBlockView, MachineNameWithoutNul_IsComplete) {
  const Block block = example::with(layout::data_block::kSystemNameLength, 6);
  const DataBlockView view = DataBlockView::parse(block).value();
  EXPECT_EQ(utf8_from_utf16(view.machine_name()).text, "EXA");
}

TEST(DataBlockView, Objects_AreWalkedByRangeForAndByRanges) {
  const Block block = example::block();
  const DataBlockView view = DataBlockView::parse(block).value();
  std::vector<std::uint32_t> titles;
  for (const ObjectTypeView& object : view.objects()) titles.push_back(object.name_title_index());
  EXPECT_EQ(titles, (std::vector<std::uint32_t>{230, 4}));
  const auto single = std::ranges::find_if(
      view.objects(), [](const ObjectTypeView& object) { return object.single().has_value(); });
  EXPECT_EQ((*single).name_title_index(), 4U);
  static_assert(std::ranges::forward_range<ObjectRange> && std::ranges::sized_range<ObjectRange>);
  static_assert(std::ranges::view<ObjectRange> && std::ranges::borrowed_range<ObjectRange>);
}

TEST(DataBlockView, Find_ReturnsTheFirstObjectOfATitle) {
  const Block block =
      example::with(example::kMemory + layout::object_type::kObjectNameTitleIndex, 230);
  const DataBlockView view = DataBlockView::parse(block).value();
  EXPECT_EQ(view.find(230)->instance_count(), 2U);
  EXPECT_FALSE(view.find(4).has_value());
}

TEST(DataBlockView, Has_IsTrueForParentsInThisBlock) {
  const Block block = example::block();
  const DataBlockView view = DataBlockView::parse(block).value();
  EXPECT_TRUE(view.has({230, 1}));
  EXPECT_FALSE(view.has({230, 2}));
  EXPECT_FALSE(view.has({4, 0}));
  EXPECT_FALSE(view.has({999, 0}));
}

TEST(DataBlockView, Bytes_EndWithTheBlock) {
  Block block = example::block();
  block.resize(block.size() + 24);
  EXPECT_EQ(DataBlockView::parse(block).value().bytes().size(), example::kSize);
}

TEST(DataBlockView, TruncatedAtAnyLength_NamesAFieldInside) {
  const Block block = example::block();
  for (std::size_t size = 0; size < block.size(); ++size) {
    // A copy of its own, so that a read beyond the end is seen by the sanitizers.
    const Block cut(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    const auto view = DataBlockView::parse(cut);
    ASSERT_FALSE(view.has_value()) << size;
    EXPECT_LE(view.error().offset, size);
  }
}

TEST(DataBlockView, BlockInTheMiddleOfMemory_MayStartAtAnyAddress) {
  const Block block = example::block();
  for (std::size_t shift = 1; shift < 8; ++shift) {
    Block moved(shift);
    moved.insert(moved.end(), block.begin(), block.end());
    const DataBlockView view = DataBlockView::parse(Bytes(moved).subspan(shift)).value();
    EXPECT_EQ(view.find(4)->single()->value(*view.find(4)->counters().begin()), 4'096U);
  }
}

TEST(DataBlockView, Report_IsClearedByEveryParse) {
  ToleranceReport report;
  report.note(Tolerance::last_object_cut, 1);
  const Block block = example::block();
  EXPECT_TRUE(
      DataBlockView::parse(block, {}, Conformance::as_seen_in_the_wild, &report).has_value());
  EXPECT_TRUE(report.empty());
}

}  // namespace
}  // namespace openperflib
