#include "openperflib/provider/v2/segment_layout.h"

#include <gtest/gtest.h>

#include "openperflib/provider/v2/segment_format.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

constexpr SegmentCapacity kEightSlots{.slots = 8, .name_size = 64};

// The example of docs/formats/segment.md.
TEST(SegmentLayout, ExampleOfTheDocument) {
  CounterSetTemplate set = example_set();
  const SegmentLayout layout = SegmentLayout::of(set, kEightSlots).value();
  EXPECT_EQ(layout.counter_offset(1), 240U);
  EXPECT_EQ(layout.texts_offset(), 384U);
  EXPECT_EQ(layout.counts().texts_size, 88U + 35U);
  EXPECT_EQ(layout.slots_offset(), 512U);
  EXPECT_EQ(layout.value_offset(0), 48U);
  EXPECT_EQ(layout.name_offset(), 80U);
  EXPECT_EQ(layout.slot_size(), 192U);
  EXPECT_EQ(layout.slot_offset(1), 704U);
  EXPECT_EQ(layout.size(), 2048U);
}

TEST(SegmentLayout, NoTexts_TakeNoBytes) {
  CounterSetTemplate set = example_set();
  set.name.clear();
  for (CounterTemplate& counter : set.counters) counter.name = counter.help = "";
  EXPECT_EQ(SegmentLayout::of(set, kEightSlots).value().counts().texts_size, 0U);
}

TEST(SegmentLayout, ForeignNumbers_NeverOverflow) {
  constexpr std::uint32_t kMost = 0xFFFF'FFFF;
  constexpr std::uint32_t kMostAligned = 0xFFFF'FFF8;
  EXPECT_FALSE(SegmentLayout::of({kMost, 0, kEightSlots}).has_value());
  EXPECT_FALSE(SegmentLayout::of({4, kMost, kEightSlots}).has_value());
  EXPECT_FALSE(SegmentLayout::of({4, 0, {kMost, 64}}).has_value());
  EXPECT_FALSE(SegmentLayout::of({4, 0, {8, kMostAligned}}).has_value());
  EXPECT_FALSE(SegmentLayout::of({4, 0, {8, 63}}).has_value());
  EXPECT_FALSE(SegmentLayout::of({kMost, kMost, {kMost, kMostAligned}}).has_value());
  const auto largest = SegmentLayout::of({64'000, 0, {100, 2048}});
  ASSERT_TRUE(largest.has_value());
  EXPECT_LE(largest->size(), SegmentLayout::kMaxBytes);
}

TEST(NextCapacity, SmallNames_StartWithAPage) {
  const SegmentCapacity first = next_capacity(example_set(), 31, 0);
  EXPECT_EQ(first, (SegmentCapacity{.slots = 21, .name_size = 64}));
  EXPECT_EQ(next_capacity(example_set(), 31, 1).slots, 85U);
  EXPECT_EQ(next_capacity(example_set(), 31, 100).slots, 65'536U);
}

TEST(NextCapacity, LongNames_HaveSegmentsOfTheirOwn) {
  EXPECT_EQ(next_capacity(example_set(), 32, 0).name_size, 256U);
  EXPECT_EQ(next_capacity(example_set(), 127, 0).name_size, 256U);
  EXPECT_EQ(next_capacity(example_set(), 128, 0).name_size, 2048U);
  EXPECT_EQ(next_capacity(example_set(), kMaxNameUnits, 0),
            (SegmentCapacity{.slots = 1, .name_size = 2048}));
}

TEST(NextCapacity, SetOfOneInstance_HasOneSlot) {
  CounterSetTemplate set = example_set();
  set.instance_type = PERF_COUNTERSET_SINGLE_INSTANCE;
  EXPECT_EQ(next_capacity(set, 0, 0).slots, 1U);
}

TEST(NextCapacity, LargestSet_HasALayout) {
  CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES};
  for (std::uint32_t i = 0; i < kMaxCounters; ++i) set.counters.push_back({.id = i});
  for (const unsigned earlier : {0U, 3U, 50U}) {
    const SegmentCapacity capacity = next_capacity(set, kMaxNameUnits, earlier);
    EXPECT_TRUE(SegmentLayout::of(set, capacity).has_value()) << earlier;
  }
}

}  // namespace
}  // namespace openperflib
