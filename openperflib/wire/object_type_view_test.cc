#include "openperflib/wire/object_type_view.h"

#include <gtest/gtest.h>

#include <ranges>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using example::Block;
using example::with;
namespace object = layout::object_type;

// A block and the view of its first object.
struct Parsed {
  explicit Parsed(Block block)
      : bytes(std::move(block)), view(DataBlockView::parse(bytes).value()) {}
  [[nodiscard]] ObjectTypeView process() const { return *view.objects().begin(); }
  Block bytes;
  DataBlockView view;
};

TEST(ObjectTypeView, LegalObject_ShowsEveryMember) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.name_title_index = 2,
                        .help_title_index = 3,
                        .detail_level = 300,
                        .default_counter = -1,
                        .instances = Instances::multiple,
                        .code_page = 1252,
                        .perf_time = 128'315'940'386'606'361,
                        .perf_freq = 10'000'000},
                       {});
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const ObjectTypeView view = *DataBlockView::parse(bytes)->objects().begin();
  EXPECT_EQ(view.name_title_index(), 2U);
  EXPECT_EQ(view.help_title_index(), 3U);
  EXPECT_EQ(view.detail_level(), 300U);
  EXPECT_EQ(view.counter_count(), 0U);
  EXPECT_EQ(view.default_counter(), -1);
  EXPECT_EQ(view.stored_instance_count(), 0);
  EXPECT_EQ(view.code_page(), 1252U);
  EXPECT_EQ(view.perf_time(), 128'315'940'386'606'361);
  EXPECT_EQ(view.perf_freq(), 10'000'000);
  EXPECT_EQ(view.total_byte_length(), 64U);
  EXPECT_EQ(view.definition_length(), 64U);
  EXPECT_EQ(view.header_length(), 64U);
  EXPECT_EQ(view.bytes().size(), 64U);
  EXPECT_EQ(view.byte_order(), ByteOrder::little);
  EXPECT_EQ(view.text_order(), ByteOrder::little);
  EXPECT_FALSE(view.is_cut());
}

TEST(ObjectTypeView, ZeroInstances_HasCountZero) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple}, {});
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const ObjectTypeView view = *DataBlockView::parse(bytes)->objects().begin();
  EXPECT_EQ(view.instance_count(), 0U);
  EXPECT_FALSE(view.single().has_value());
  EXPECT_TRUE(view.instances().empty());
}

TEST(ObjectTypeView, ObjectWithoutInstances_HasOneCounterBlock) {
  const Parsed parsed(example::block());
  const ObjectTypeView memory = parsed.view.find(example::kMemoryTitle).value();
  EXPECT_EQ(memory.stored_instance_count(), -1);
  EXPECT_EQ(memory.instance_count(), std::nullopt);
  EXPECT_FALSE(memory.is_metadata());
  EXPECT_TRUE(memory.instances().empty());
  EXPECT_EQ(memory.single()->bytes().size(), 16U);
}

TEST(ObjectTypeView, Metadata_HasOnlyDefinitions) {
  for (const Instances kind : {Instances::metadata_multiple, Instances::metadata_none}) {
    DataBlockBuilder builder;
    builder.begin({});
    const CounterDefinition counters[] = {
        {.name_title_index = 6, .size = 8, .offset = 0xFFFF'0000}};
    builder.begin_object({.instances = kind}, counters);
    builder.end_object();
    const Bytes bytes = builder.finish().value();
    const auto view = DataBlockView::parse(bytes, {}, Conformance::strict);
    ASSERT_TRUE(view.has_value()) << describe(view.error());
    const ObjectTypeView only = *view->objects().begin();
    EXPECT_TRUE(only.is_metadata());
    EXPECT_EQ(only.stored_instance_count(), kind == Instances::metadata_multiple ? -2 : -3);
    EXPECT_EQ(only.instance_count(), std::nullopt);
    EXPECT_FALSE(only.single().has_value());
    EXPECT_TRUE(only.instances().empty());
    EXPECT_EQ((*only.counters().begin()).name_title_index(), 6U);
  }
}

TEST(ObjectTypeView, Instances_AreWalkedWithTheirNamesParentsAndValues) {
  const Parsed parsed(example::block());
  std::vector<std::uint64_t> values;
  std::vector<std::optional<ParentInstance>> parents;
  for (const InstanceView& instance : parsed.process().instances()) {
    parents.push_back(instance.definition.parent());
    EXPECT_EQ(instance.definition.unique_id(), PERF_NO_UNIQUE_ID);
    EXPECT_EQ(instance.definition.name().size(), 4U);
    for (const CounterDefinitionView& counter : parsed.process().counters()) {
      values.push_back(instance.counters.value(counter).value());
    }
  }
  EXPECT_EQ(values, (std::vector<std::uint64_t>{100, 10, 200, 20}));
  EXPECT_EQ(parents,
            (std::vector<std::optional<ParentInstance>>{std::nullopt, ParentInstance{230, 0}}));
}

TEST(ObjectTypeView, Ranges_AreSizedForwardRanges) {
  static_assert(std::ranges::forward_range<CounterRange> && std::ranges::sized_range<CounterRange>);
  static_assert(std::ranges::forward_range<InstanceRange> &&
                std::ranges::sized_range<InstanceRange>);
  static_assert(std::ranges::view<CounterRange> && std::ranges::view<InstanceRange>);
  const Parsed parsed(example::block());
  EXPECT_EQ(parsed.process().counters().size(), 2U);
  EXPECT_EQ(std::ranges::distance(parsed.process().instances()), 2);
  const auto second = std::ranges::next(parsed.process().counters().begin());
  EXPECT_EQ((*second).counter_type(), static_cast<std::uint32_t>(PERF_AVERAGE_BASE));
  auto walk = parsed.process().counters().begin();
  EXPECT_EQ((*walk++).counter_size(), 8U);
  EXPECT_EQ((*walk).counter_size(), 4U);
}

TEST(DefaultCounterOrdinal, IsTheStoredOrdinal) {
  EXPECT_EQ(Parsed(example::block()).process().default_counter_ordinal(), 0U);
}

// As Vista's LogicalDisk has it: the ordinal of a base means its numerator.
TEST(DefaultCounterOrdinal, OfABase_StepsBackToItsNumerator) {
  EXPECT_EQ(Parsed(with(example::kProcess + object::kDefaultCounter, 1))
                .process()
                .default_counter_ordinal(),
            0U);
}

TEST(DefaultCounterOrdinal, OfATitle_IsTheOrdinalOfItsDefinition) {
  const Parsed parsed(with(example::kMemory + object::kDefaultCounter, 24));
  EXPECT_EQ(parsed.view.find(4)->default_counter(), 24);
  EXPECT_EQ(parsed.view.find(4)->default_counter_ordinal(), 0U);
}

TEST(DefaultCounterOrdinal, OfMinusOneOrAnotherNumber_IsNone) {
  for (const std::uint32_t stored : {0xFFFF'FFFFU, 0xFFFF'FFFEU, 999U}) {
    EXPECT_EQ(Parsed(with(example::kProcess + object::kDefaultCounter, stored))
                  .process()
                  .default_counter_ordinal(),
              std::nullopt);
  }
}

// Instances whose bytes were cut off (Tolerance::last_object_cut) are not walked, and what is left
// of the last counter block is shown.
TEST(ObjectTypeView, TruncatedObject_HasItsRemainingInstances) {
  const Block block = example::block();
  const Bytes whole = Bytes(block).subspan(example::kProcess, 240);
  const auto count_in = [&](std::size_t size) {
    const ObjectTypeView cut(whole.first(size), {});
    EXPECT_TRUE(cut.is_cut());
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::distance(cut.instances())),
              cut.instance_count());
    return cut.instance_count().value();
  };
  const std::size_t second = example::kSecondInstance - example::kProcess;
  EXPECT_EQ(count_in(144), 0U);
  EXPECT_EQ(count_in(second), 1U);
  EXPECT_EQ(count_in(second + 24), 1U);
  EXPECT_EQ(count_in(second + 32), 1U);
  EXPECT_EQ(count_in(second + 36), 2U);
  const ObjectTypeView cut(whole.first(second + 40), {});
  const InstanceView last = *std::ranges::next(cut.instances().begin());
  EXPECT_EQ(last.counters.bytes().size(), 8U);
  EXPECT_EQ(last.counters.value(*cut.counters().begin()), std::nullopt);
  EXPECT_EQ(last.counters.value(*std::ranges::next(cut.counters().begin())), 20U);
}

TEST(ObjectTypeView, TruncatedObjectWithoutLength_HasNoCounterBlock) {
  const Block block = example::block();
  const Bytes whole = Bytes(block).subspan(example::kMemory, 120);
  EXPECT_EQ(ObjectTypeView(whole.first(108), {}).single()->bytes().size(), 4U);
  EXPECT_FALSE(ObjectTypeView(whole.first(107), {}).single().has_value());
}

}  // namespace
}  // namespace openperflib
