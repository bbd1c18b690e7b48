// A segment written and read in one thread: segment_writer.cc, segment_view.cc, segment_reading.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/provider/v2/segment_format.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

namespace header = segment::header;

// The error of a segment after `change`.
template <typename Change>
Error error_after(Change change) {
  SegmentExample example;
  change(example.memory());
  const auto view = SegmentView::parse(example.memory(), Limits{});
  EXPECT_FALSE(view.has_value());
  return view.has_value() ? Error{} : view.error();
}

Error error_with(std::size_t offset, std::uint32_t number) {
  return error_after([&](MutableBytes memory) { store(memory, offset, number); });
}

std::string text_with(std::size_t offset, std::uint32_t number) {
  return describe(error_with(offset, number));
}

TEST(Segment, SetIsWritten_IsReadAsItWas) {
  SegmentExample example;
  EXPECT_EQ(example.view().set(), example_set());
}

TEST(Segment, Instances_HaveNameIdLifeAndValues) {
  SegmentExample example;
  const std::uint32_t first = example.add(u"Laser", 3);
  const std::uint32_t second = example.add(u"", 4);
  example.writer().value(first, 0).store(0xFFFF'FFFF'FFFF, std::memory_order_relaxed);
  example.writer().value4(second, 1).fetch_sub(1, std::memory_order_relaxed);
  const SegmentReading reading = reading_of(example.view());
  ASSERT_EQ(reading.size(), 2U);
  EXPECT_EQ(reading[0].name, u"Laser");
  EXPECT_EQ(reading[0].id, 3U);
  EXPECT_EQ(reading[0].life, 1U);
  EXPECT_EQ(reading[0].values[0], 0xFFFF'FFFF'FFFFU);
  EXPECT_EQ(reading[1].name, u"");
  EXPECT_EQ(reading[1].values[1], 0xFFFF'FFFFU);
  EXPECT_EQ(reading.losses(), SegmentLosses{});
}

// A provider may write the upper half of a 4-byte counter's place by mistake.
TEST(Segment, UpperHalfOfFourByteValue_IsNotRead) {
  SegmentExample example;
  const std::uint32_t slot = example.add(u"Laser");
  example.writer().value(slot, 1).store(0xAAAA'AAAA'0000'0007);
  EXPECT_EQ(reading_of(example.view())[0].values[1], 7U);
}

// providers_v2: the 32-byte structure, a place per counter, the name with its NUL.
TEST(Segment, Block_IsAsPerflibDescribesIt) {
  SegmentExample example;
  const Bytes block = example.writer().block(example.add(u"Laser", 3));
  EXPECT_EQ(load_guid(block, 0), example_set().set);
  EXPECT_EQ(load<std::uint32_t>(block, 16), 80U);  // 32 + 4 * 8 + 12, in whole words
  EXPECT_EQ(load<std::uint32_t>(block, 20), 3U);
  EXPECT_EQ(load<std::uint32_t>(block, 24), 64U);
  EXPECT_EQ(load<std::uint32_t>(block, 28), 12U);
  EXPECT_EQ(load<char16_t>(block, 64), u'L');
  EXPECT_EQ(load<char16_t>(block, 74), u'\0');
}

TEST(Segment, DirectWriteToTheBlock_IsRead) {
  SegmentExample example;
  const MutableBytes block = example.writer().block(example.add(u"Laser"));
  store(block, 32, std::uint64_t{42});
  EXPECT_EQ(reading_of(example.view())[0].values[0], 42U);
}

// A set that is like the example, with rows of cells.
CounterSetTemplate set_with_cells(std::uint32_t rows) {
  CounterSetTemplate set = example_set();
  set.cell_rows = rows;
  return set;
}

TEST(Segment, Cells_AreAddedToTheValues) {
  SegmentExample example(set_with_cells(3));
  const std::uint32_t slot = example.add(u"Laser");
  example.add(u"Ink");
  const std::size_t cells = example.layout().slot_offset(slot) + example.layout().cells_offset(0);
  example.writer().value(slot, 0).store(1);
  example.writer().value(slot, 1).store(1);
  store(example.memory(), cells, std::uint64_t{20});
  store(example.memory(), cells + 64, std::uint64_t{300});
  store(example.memory(), cells + 128 + 8, std::uint64_t{0xFFFF'FFFF});  // of 4 bytes: less one
  store(example.memory(), cells + 128 + 16, std::uint64_t{60});          // an average
  store(example.memory(), cells + 128 + 24, std::uint64_t{3});
  const SegmentReading reading = reading_of(example.view());
  const auto values = reading[0].values;
  EXPECT_EQ(std::vector(values.begin(), values.end()), (std::vector<std::uint64_t>{321, 0, 60, 3}));
  EXPECT_EQ(reading[1].values[0], 0U);
}

TEST(Segment, SlotIsUsedAgain_ItsCellsAreZero) {
  SegmentExample example(set_with_cells(2));
  const std::uint32_t slot = example.add(u"Laser");
  const std::size_t cells = example.layout().slot_offset(slot) + example.layout().cells_offset(1);
  store(example.memory(), cells, std::uint64_t{20});
  example.writer().remove(slot);
  example.add(u"Ink");
  EXPECT_EQ(reading_of(example.view())[0].values[0], 0U);
}

// How a set stores its values is not a part of what it is.
TEST(Segment, SetWithCells_IsReadAsTheSameSet) {
  SegmentExample example(set_with_cells(2));
  EXPECT_EQ(example.view().set(), example_set());
  EXPECT_EQ(example.view().layout().counts().cell_rows, 2U);
}

TEST(Segment, CellRows_AreLimitedAndMustAgree) {
  EXPECT_EQ(error_with(header::kCellRows, 65).code, Errc::over_limit);
  EXPECT_EQ(error_with(header::kCellRows, 65).offset, header::kCellRows);
  EXPECT_EQ(error_with(header::kCellRows, 64).code, Errc::disagrees);
}

TEST(Segment, LongestName_FillsItsPlace) {
  SegmentExample example;
  const std::u16string longest(31, u'x');
  EXPECT_TRUE(example.writer().holds_name(longest));
  EXPECT_FALSE(example.writer().holds_name(longest + u"x"));
  example.add(longest);
  example.add(u"next");
  const SegmentReading reading = reading_of(example.view());
  EXPECT_EQ(reading[0].name, longest);
  EXPECT_EQ(reading[1].name, u"next");
}

TEST(Segment, AllSlotsInUse_GivesNoMore) {
  SegmentExample example(example_set(), {.slots = 2, .name_size = 64});
  example.add(u"a");
  const std::uint32_t second = example.add(u"b");
  EXPECT_EQ(example.writer().create({.name = u"c", .id = 0, .life = 9}), std::nullopt);
  example.writer().remove(second);
  EXPECT_EQ(example.writer().create({.name = u"c", .id = 0, .life = 9}), second);
}

TEST(Segment, SlotOfADeletedInstance_StartsAtZeroInANewLife) {
  SegmentExample example;
  const SegmentView view = example.view();
  SegmentReading reading;
  ReadBudget budget;
  const std::uint32_t slot = example.add(u"old");
  example.writer().value(slot, 0).store(5);
  view.read(reading, budget);
  ASSERT_EQ(reading.size(), 1U);
  example.writer().remove(slot);
  view.read(reading, budget);
  EXPECT_EQ(reading.size(), 0U);
  ASSERT_EQ(example.add(u"new"), slot);
  view.read(reading, budget);
  ASSERT_EQ(reading.size(), 1U);
  EXPECT_EQ(reading[0].name, u"new");
  EXPECT_EQ(reading[0].life, 2U);
  EXPECT_EQ(reading[0].values[0], 0U);
}

TEST(Segment, Generation_ChangesOnlyWhenAnInstanceComesOrGoes) {
  SegmentExample example;
  const SegmentView view = example.view();
  SegmentReading reading;
  const auto generation = [&] {
    ReadBudget budget;
    view.read(reading, budget);
    return reading.generation();
  };
  const std::uint32_t slot = example.add(u"first");
  (void)example.add(u"second");
  const std::uint64_t two = generation();
  const std::uint64_t* const values = reading[1].values.data();
  example.writer().value(slot, 0).store(5);
  EXPECT_EQ(generation(), two);
  EXPECT_EQ(reading[0].values[0], 5U);
  EXPECT_EQ(reading[1].values.data(), values);
  example.writer().remove(slot);
  const std::uint64_t one = generation();
  EXPECT_NE(one, two);
  EXPECT_EQ(reading.size(), 1U);
  EXPECT_EQ(generation(), one);
  ASSERT_EQ(example.add(u"third"), slot);  // another life in the same slot
  const std::uint64_t again = generation();
  EXPECT_NE(again, one);
  example.writer().remove(slot);
  ASSERT_EQ(example.add(u"fourth"), slot);
  EXPECT_NE(generation(), again);
  EXPECT_EQ(reading[0].name, u"fourth");
  const std::uint64_t lacking = generation();
  reading.lack_all(ValueLack::refused);
  EXPECT_NE(reading.generation(), lacking);
}

TEST(Segment, Withdrawn_IsSeen) {
  SegmentExample example;
  const SegmentView view = example.view();
  EXPECT_FALSE(view.withdrawn());
  example.writer().withdraw();
  EXPECT_TRUE(view.withdrawn());
}

TEST(Segment, AnotherVersion_IsReportedAndNothingElseIsRead) {
  const Error error = error_after([](MutableBytes memory) {
    std::ranges::fill(memory, std::byte{0xFF});
    store(memory, header::kMagic, segment::kMagic);
    store(memory, header::kVersion, 2U);
  });
  EXPECT_EQ(describe(error), "Segment.Version at byte 0: has an invalid value (2)");
}

TEST(Segment, EachFieldOfTheHeader_IsChecked) {
  EXPECT_EQ(error_with(header::kMagic, 0).code, Errc::wrong_value);
  EXPECT_EQ(error_with(header::kCounterCount, 64'001).code, Errc::over_limit);
  EXPECT_EQ(error_with(header::kSlotCount, 0xFFFF'FFFF).code, Errc::over_limit);
  EXPECT_EQ(error_with(header::kNameSize, 0xFFFF'FFF8).code, Errc::over_limit);
  EXPECT_EQ(error_with(header::kTotalSize, 2049).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kCounterCount, 3).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kSlotCount, 9).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kSlotsOffset, 0).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kSlotSize, 64).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kTextsOffset, 0).code, Errc::disagrees);
  EXPECT_EQ(error_with(header::kTextsSize, 65).code, Errc::outside);
  EXPECT_EQ(error_with(header::kInstanceType, 1).code, Errc::wrong_value);
}

TEST(Segment, Texts_AreChecked) {
  constexpr std::size_t kTexts = 384;
  EXPECT_EQ(text_with(kTexts, 0xFFFF'FFFF),
            "SegmentText.Offset at byte 384: extends past its parent (4294967295)");
  EXPECT_EQ(error_with(kTexts + 4, 8'193).code, Errc::over_limit);
  EXPECT_EQ(error_with(kTexts + 4, 8'192).code, Errc::outside);
}

TEST(Segment, RepeatedCounter_IsRefused) {
  EXPECT_EQ(error_with(header::kLength, 7).code, Errc::wrong_value);
}

TEST(Segment, ShorterOrLongerThanItSays_IsRefused) {
  SegmentExample example;
  const Bytes memory = example.memory();
  for (const std::size_t size : {std::size_t{0}, std::size_t{191}, memory.size() - 8}) {
    EXPECT_FALSE(SegmentView::parse(memory.first(size), Limits{}).has_value()) << size;
  }
  EXPECT_EQ(SegmentView::parse(memory, Limits{.bytes = 1'000}).error().code, Errc::over_limit);
}

// kill -9 between creating and naming an instance leaves such a slot.
TEST(Segment, SlotThatKeepsChanging_IsCountedAndTheOthersAreRead) {
  SegmentExample example;
  example.add(u"a");
  const std::uint32_t dead = example.add(u"b");
  example.add(u"c");
  store(example.memory(), example.layout().slot_offset(dead), 7U);
  const SegmentReading reading = reading_of(example.view());
  ASSERT_EQ(reading.size(), 2U);
  EXPECT_EQ(reading[1].name, u"c");
  EXPECT_EQ(reading.losses(), (SegmentLosses{.changing = 1}));
}

TEST(Segment, LengthOfNameThatCannotBe_IsMalformed) {
  for (const std::uint32_t size : {0U, 1U, 3U, 66U, 0xFFFF'FFFEU}) {
    SegmentExample example;
    const std::size_t slot = example.layout().slot_offset(example.add(u"a"));
    store(example.memory(), slot + segment::slot::kNameSize, size);
    const SegmentReading reading = reading_of(example.view());
    EXPECT_EQ(reading.size(), 0U) << size;
    EXPECT_EQ(reading.losses(), (SegmentLosses{.malformed = 1})) << size;
  }
}

TEST(Segment, LifeZero_IsMalformed) {
  SegmentExample example;
  const std::size_t slot = example.layout().slot_offset(example.add(u"a"));
  store(example.memory(), slot + segment::slot::kLife, std::uint64_t{0});
  EXPECT_EQ(reading_of(example.view()).losses(), (SegmentLosses{.malformed = 1}));
}

TEST(Segment, MoreUsedSlotsThanSlots_AreNotRead) {
  SegmentExample example;
  example.add(u"a");
  store(example.memory(), header::kUsedSlots, 0xFFFF'FFFFU);
  EXPECT_EQ(reading_of(example.view()).size(), 1U);
}

TEST(Segment, BudgetIsSpent_RestIsCounted) {
  SegmentExample example;
  for (int i = 0; i < 5; ++i) example.add(u"a");
  SegmentReading reading;
  ReadBudget budget{.bytes = 2 * std::uint64_t{example.layout().slot_size()} + 1};
  example.view().read(reading, budget);
  EXPECT_EQ(reading.size(), 2U);
  EXPECT_EQ(reading.losses(), (SegmentLosses{.over_budget = 3}));
  EXPECT_EQ(budget.bytes, 1U);
}

}  // namespace
}  // namespace openperflib
