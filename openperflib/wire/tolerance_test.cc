// Every tolerance: met in the wild it is noted with its place, strict rules refuse it.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/wire/conformance.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {
namespace {

using example::Block;
using example::with;
namespace header = layout::data_block;
namespace object = layout::object_type;
namespace counter = layout::counter_definition;
namespace instance = layout::instance_definition;

// What was let pass, as "name at byte"; or the fault.
std::string notes_on(const Block& block) {
  ToleranceReport report;
  const auto view = DataBlockView::parse(block, {}, Conformance::as_seen_in_the_wild, &report);
  if (!view.has_value()) return describe(view.error());
  std::string notes;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Tolerance::count); ++i) {
    const auto tolerance = static_cast<Tolerance>(i);
    if (!report.used(tolerance)) continue;
    notes += std::string(name_of(tolerance)) + " at " +
             std::to_string(report.first_offset(tolerance)) + ";";
  }
  return notes;
}

std::string strict_fault(const Block& block) {
  const auto view = DataBlockView::parse(block, {}, Conformance::strict);
  return view.has_value() ? "none" : describe(view.error());
}

TEST(Tolerances, AllHaveDistinctNamesAndAnExplanation) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Tolerance::count); ++i) {
    const auto tolerance = static_cast<Tolerance>(i);
    const std::string name = name_of(tolerance);
    names.insert(name);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos);
    EXPECT_GT(std::string(explanation_of(tolerance)).size(), 20U);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Tolerance::count));
}

TEST(ToleranceReport, KeepsTheFirstPlaceOfEachKind) {
  ToleranceReport report;
  EXPECT_TRUE(report.empty());
  report.note(Tolerance::undecodable_name, 40);
  report.note(Tolerance::undecodable_name, 80);
  EXPECT_TRUE(report.used(Tolerance::undecodable_name));
  EXPECT_FALSE(report.used(Tolerance::unaligned_length));
  EXPECT_EQ(report.first_offset(Tolerance::undecodable_name), 40U);
  report.clear();
  EXPECT_TRUE(report.empty());
}

TEST(Tolerances, LegalBlock_NeedsNone) {
  EXPECT_EQ(notes_on(example::block()), "");
  EXPECT_EQ(strict_fault(example::block()), "none");
}

TEST(Tolerances, BytesAfterTheBlock) {
  Block block = example::block();
  block.resize(block.size() + 8);
  EXPECT_EQ(notes_on(block), "bytes-after-the-block at 20;");
  EXPECT_EQ(
      strict_fault(block),
      "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (464)");
}

TEST(Tolerances, TotalLengthWithoutHeader) {
  const Block block = with(header::kTotalByteLength, example::kSize - example::kProcess);
  EXPECT_EQ(notes_on(block), "total-length-without-header at 20;");
  EXPECT_EQ(DataBlockView::parse(block)->bytes().size(), example::kSize);
  EXPECT_EQ(
      strict_fault(block),
      "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (360)");
}

TEST(Tolerances, TotalLengthWithoutHeader_AndBytesAfterTheBlock) {
  Block block = with(header::kTotalByteLength, example::kSize - example::kProcess);
  block.resize(block.size() + 8);
  EXPECT_EQ(notes_on(block), "total-length-without-header at 20;bytes-after-the-block at 20;");
}

// As Wine 8 writes: 88 bytes of nothing before the first object, and as many missing at the end.
// The last object has 40 bytes of definitions and a counter block of 96, of which 8 are left.
Block with_objects_late() {
  DataBlockBuilder builder;
  builder.begin({.machine_name = "EXAMPLE"});
  const CounterDefinition memory[] = {{.name_title_index = 24, .size = 8, .offset = 8},
                                      {.name_title_index = 26, .size = 4, .offset = 4}};
  builder.begin_object({.name_title_index = 2}, {});
  builder.end_object();
  builder.begin_object({.name_title_index = 4, .counter_block_length = 96}, memory);
  builder.begin_single();
  builder.set(4, 4, 7);
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  Block block(bytes.begin(), bytes.end());
  block.insert(block.begin() + example::kProcess, 88, std::byte{0});
  block.resize(bytes.size());
  return block;
}

constexpr std::size_t kLateMemory = example::kProcess + 88 + 72;

TEST(Tolerances, ObjectsAfterHeaderTwice_AndLastObjectCut) {
  EXPECT_EQ(notes_on(with_objects_late()),
            "objects-after-header-twice at 24;last-object-cut at 264;");
  EXPECT_EQ(strict_fault(with_objects_late()),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 104: is out of range (0)");
}

TEST(Tolerances, LastObjectCut_ShowsTheRemainingValues) {
  const Block block = with_objects_late();
  const DataBlockView view = DataBlockView::parse(block).value();
  const ObjectTypeView memory = view.find(4).value();
  EXPECT_TRUE(memory.is_cut());
  auto counter = memory.counters().begin();
  EXPECT_EQ(memory.single()->value(*counter), std::nullopt);
  EXPECT_TRUE(memory.single()->data(*counter).empty());
  EXPECT_EQ(memory.single()->value(*++counter), 7U);
}

// As above with a last object of `count` instances, each 24 bytes and a counter block of 16.
Block with_instances_late(std::uint32_t count) {
  const CounterDefinition counters[] = {{.name_title_index = 6, .size = 4, .offset = 8}};
  DataBlockBuilder builder;
  builder.begin({.machine_name = "EXAMPLE"});
  builder.begin_object({.name_title_index = 230, .instances = Instances::multiple}, counters);
  for (std::uint32_t i = 0; i < count; ++i) {
    builder.begin_instance("");
    builder.set(8, 4, i);
  }
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  Block block(bytes.begin(), bytes.end());
  block.insert(block.begin() + example::kProcess, 88, std::byte{0});
  block.resize(bytes.size());
  return block;
}

std::optional<std::uint32_t> instances_of(const Block& block) {
  const auto view = DataBlockView::parse(block);
  return view.has_value() ? (*view->objects().begin()).instance_count() : std::nullopt;
}

TEST(Tolerances, LastObjectCut_HasTheRemainingInstances) {
  // 88 bytes are missing: two instances of 40, and the last 8 bytes of a counter block.
  EXPECT_EQ(instances_of(with_instances_late(5)), 3U);
  const Block block = with_instances_late(5);
  const DataBlockView view = DataBlockView::parse(block).value();
  const ObjectTypeView object = *view.objects().begin();
  std::vector<std::optional<std::uint64_t>> values;
  for (const InstanceView instance : object.instances()) {
    values.push_back(instance.counters.value(*object.counters().begin()));
  }
  EXPECT_EQ(values, (std::vector<std::optional<std::uint64_t>>{0, 1, std::nullopt}));
}

TEST(Tolerances, LastObjectCutInAnInstance_EndsBeforeIt) {
  // The third instance's definition takes the 32 bytes that are left, its counter block has none.
  const std::size_t third = example::kProcess + 88 + 104 + 80;
  EXPECT_EQ(instances_of(with(with_instances_late(5), third, 32)), 2U);
  // A definition within the last 28 bytes is not an instance either.
  EXPECT_EQ(instances_of(with(with_instances_late(5), third - 40 + 24, 24)), 2U);
}

TEST(Tolerances, LastObjectCutWithTwoToThe31Instances_IsOverLimit) {
  const std::size_t count = example::kProcess + 88 + object::kNumInstances;
  EXPECT_EQ(notes_on(with(with_instances_late(5), count, 0x7FFF'FFFF)),
            "PERF_OBJECT_TYPE.NumInstances at byte 232: exceeds the limit (2147483647)");
}

TEST(Tolerances, LastObjectCutWithinItsDefinitions_IsAFault) {
  EXPECT_EQ(notes_on(with(with_objects_late(), kLateMemory + object::kDefinitionLength, 160)),
            "PERF_OBJECT_TYPE.DefinitionLength at byte 268: extends past its parent (160)");
}

TEST(Tolerances, LastObjectCutByMoreThanAHeader_IsAFault) {
  EXPECT_EQ(notes_on(with(with_objects_late(), kLateMemory + object::kTotalByteLength, 248)),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 264: extends past its parent (248)");
}

TEST(Tolerances, BaseWithoutTitle) {
  const Block block = with(example::kBaseDefinition + counter::kCounterNameTitleIndex, 0);
  EXPECT_EQ(notes_on(block), "base-without-title at 212;");
  EXPECT_EQ(strict_fault(block),
            "PERF_COUNTER_DEFINITION.CounterNameTitleIndex at byte 212: has an invalid value (0)");
}

TEST(Tolerances, DefaultCounterIsTitle) {
  const Block block = with(example::kProcess + object::kDefaultCounter, 6);
  EXPECT_EQ(notes_on(block), "default-counter-is-title at 140;");
  EXPECT_EQ(strict_fault(block),
            "PERF_OBJECT_TYPE.DefaultCounter at byte 140: is out of range (6)");
}

TEST(Tolerances, DefaultCounterUnknown) {
  const Block block = with(example::kProcess + object::kDefaultCounter, 2);
  EXPECT_EQ(notes_on(block), "default-counter-unknown at 140;");
  EXPECT_EQ(strict_fault(block),
            "PERF_OBJECT_TYPE.DefaultCounter at byte 140: is out of range (2)");
}

TEST(Tolerances, ValueOverBlockLength) {
  const Block block = with(example::kBaseDefinition + counter::kCounterOffset, 0);
  EXPECT_EQ(notes_on(block), "value-over-block-length at 244;");
  EXPECT_EQ(strict_fault(block),
            "PERF_COUNTER_DEFINITION.CounterOffset at byte 244: is out of range (0)");
}

TEST(Tolerances, UndecodableName_OfAnInstance) {
  const Block block = with(example::kFirstInstance + instance::kSize, 0x0000'D800);
  EXPECT_EQ(notes_on(block), "undecodable-name at 264;");
  EXPECT_EQ(strict_fault(block),
            "PERF_INSTANCE_DEFINITION.NameOffset at byte 264: has an invalid value (24)");
  const DataBlockView view = DataBlockView::parse(block).value();
  const ObjectTypeView process = view.find(230).value();
  EXPECT_EQ(instance_name(process, (*process.instances().begin()).definition),
            (Utf8Text{"\uFFFD", 1}));
}

TEST(Tolerances, UndecodableName_OfTheMachine) {
  const Block block = with(header::kSize, 0x0041'DC00);
  EXPECT_EQ(notes_on(block), "undecodable-name at 84;");
  EXPECT_EQ(strict_fault(block),
            "PERF_DATA_BLOCK.SystemNameOffset at byte 84: has an invalid value (88)");
}

TEST(Tolerances, UndecodableName_SurrogateAfterTheNulIsIgnored) {
  EXPECT_EQ(notes_on(with(example::kFirstInstance + instance::kSize, 0xD800'0000)), "");
}

TEST(Tolerances, UndecodableName_SurrogatePairIsDecodable) {
  EXPECT_EQ(notes_on(with(example::kFirstInstance + instance::kSize, 0xDC3B'D83D)), "");
}

TEST(Tolerances, ParentOutOfRange) {
  const std::size_t parent = example::kSecondInstance + instance::kParentObjectTitleIndex;
  EXPECT_EQ(notes_on(with(parent, 232)), "parent-out-of-range at 300;");
  EXPECT_EQ(notes_on(with(parent, example::kMemoryTitle)), "parent-out-of-range at 300;");
  EXPECT_EQ(notes_on(with(example::kSecondInstance + instance::kParentObjectInstance, 2)),
            "parent-out-of-range at 304;");
  EXPECT_EQ(strict_fault(with(parent, 232)),
            "PERF_INSTANCE_DEFINITION.ParentObjectTitleIndex at byte 300: is out of range (232)");
}

TEST(Tolerances, ParentInALaterBrokenObject_IsNotBlamed) {
  Block block = with(example::kSecondInstance + instance::kParentObjectTitleIndex, 999);
  block = with(block, example::kMemory + object::kTotalByteLength, 8);
  EXPECT_EQ(strict_fault(block),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 344: is out of range (8)");
}

TEST(Tolerances, UnalignedLength) {
  Block block = example::block();
  block.resize(example::kSize + 4);
  block = with(block, header::kTotalByteLength, example::kSize + 4);
  block = with(block, example::kMemory + object::kTotalByteLength, 124);
  block = with(block, example::kMemoryBlock, 20);
  EXPECT_EQ(notes_on(block), "unaligned-length at 344;");
  EXPECT_EQ(strict_fault(block),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 344: is misaligned (124)");
}

// `count` objects of one instance each, after an object of which each instance has another of them
// as its parent: another walk over the objects for each.
Block with_many_parents(std::uint32_t count) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.name_title_index = 2, .instances = Instances::multiple}, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    builder.begin_instance("", {.parent = ParentInstance{1'000 + i, 0}});
  }
  builder.end_object();
  for (std::uint32_t i = 0; i < count; ++i) {
    builder.begin_object({.name_title_index = 1'000 + i, .instances = Instances::multiple}, {});
    builder.begin_instance("");
    builder.end_object();
  }
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

TEST(Tolerances, ThousandParentObjects_AreLookedUp) {
  EXPECT_EQ(notes_on(with_many_parents(1'024)), "");
  EXPECT_EQ(strict_fault(with_many_parents(1'024)), "none");
}

TEST(Tolerances, TooManyParentObjects_AreRefusedByStrictRules) {
  EXPECT_EQ(notes_on(with_many_parents(1'025)), "");
  EXPECT_EQ(strict_fault(with_many_parents(1'025)),
            "PERF_INSTANCE_DEFINITION.ParentObjectTitleIndex at byte 32924: exceeds the limit "
            "(2024)");
}

}  // namespace
}  // namespace openperflib
