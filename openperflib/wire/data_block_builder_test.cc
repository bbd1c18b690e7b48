#include "openperflib/wire/data_block_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/example_block.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/rebuild.h"

namespace openperflib {
namespace {

using example::Block;

Block copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

// A block in which everything varies with `instances`, for a builder that is used again and again.
Bytes build_with_instances(DataBlockBuilder& builder, std::uint32_t instances) {
  const CounterDefinition counters[] = {{.name_title_index = 6, .size = 8, .offset = 8},
                                        {.name_title_index = 8, .size = 4, .offset = 4}};
  builder.begin({.machine_name = "MACHINE"});
  builder.begin_object({.instances = Instances::multiple}, counters);
  for (std::uint32_t i = 0; i < instances; ++i) {
    builder.begin_instance("instance number");
    builder.set(8, 8, i);
  }
  builder.end_object();
  builder.begin_object({}, counters);
  builder.end_object();
  return builder.finish().value();
}

TEST(DataBlockBuilder, EmptyBlock_HasAHeaderOf88Bytes) {
  DataBlockBuilder builder;
  builder.begin({});
  const Bytes bytes = builder.finish().value();
  EXPECT_EQ(bytes.size(), 88U);
  EXPECT_TRUE(DataBlockView::parse(bytes, {}, Conformance::strict).has_value());
}

TEST(DataBlockBuilder, EverythingBuilt_IsStrictlyValid) {
  DataBlockBuilder builder;
  for (const std::uint32_t instances : {0U, 1U, 2U, 100U}) {
    const auto view =
        DataBlockView::parse(build_with_instances(builder, instances), {}, Conformance::strict);
    ASSERT_TRUE(view.has_value()) << describe(view.error());
    EXPECT_EQ((*view->objects().begin()).instance_count(), instances);
  }
}

TEST(DataBlockBuilder, NameOfAHundredThousandBytes_IsCutToWholeCharacters) {
  struct Case {
    std::string character;
    std::size_t stored;  // bytes, with the NUL
    std::size_t read;    // of the name in UTF-8
  };
  DataBlockBuilder builder;
  for (const Case& one : {Case{"x", 65'536, 32'767}, Case{"\xF0\x9D\x84\x9E", 65'534, 65'532}}) {
    std::string name;
    while (name.size() < 100'000) name += one.character;
    builder.begin({});
    builder.begin_object({.instances = Instances::multiple}, {});
    builder.begin_instance(name);
    builder.end_object();
    const auto view = DataBlockView::parse(builder.finish().value(), {}, Conformance::strict);
    ASSERT_TRUE(view.has_value()) << describe(view.error());
    const ObjectTypeView object = *view->objects().begin();
    const InstanceDefinitionView definition = (*object.instances().begin()).definition;
    EXPECT_EQ(definition.name().size(), one.stored);
    EXPECT_EQ(instance_name(object, definition).text, name.substr(0, one.read));
  }
}

TEST(DataBlockBuilder, EveryLength_IsAMultipleOfEight) {
  const CounterDefinition odd[] = {{.size = 5, .offset = 4}};
  DataBlockBuilder builder;
  builder.begin({.machine_name = "odd"});
  builder.begin_object({.instances = Instances::multiple, .counter_block_length = 13}, odd);
  builder.begin_instance_raw(std::as_bytes(std::span("seven!")));
  builder.end_object();
  const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
  const ObjectTypeView object = *view.objects().begin();
  const InstanceView instance = *object.instances().begin();
  EXPECT_EQ(view.header_length(), 96U);
  EXPECT_EQ(instance.definition.bytes().size(), 32U);
  EXPECT_EQ(instance.definition.name().size(), 7U);
  EXPECT_EQ(instance.counters.bytes().size(), 16U);
  EXPECT_EQ(object.bytes().size(), 64U + 40 + 32 + 16);
}

TEST(DataBlockBuilder, CounterBlock_HasTheRequestedLengthOrMore) {
  const CounterDefinition counters[] = {{.size = 8, .offset = 40}};
  for (const std::uint32_t wanted : {0U, 200U}) {
    DataBlockBuilder builder;
    builder.begin({});
    builder.begin_object({.counter_block_length = wanted}, counters);
    builder.end_object();
    const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
    EXPECT_EQ((*view.objects().begin()).single()->bytes().size(), wanted == 0 ? 48U : 200U);
  }
}

TEST(DataBlockBuilder, TheSameCalls_GiveTheSameBytes) {
  DataBlockBuilder first;
  DataBlockBuilder second;
  build_with_instances(second, 50);  // what was there before leaves nothing behind
  EXPECT_EQ(copy_of(build_with_instances(first, 7)), copy_of(build_with_instances(second, 7)));
}

TEST(DataBlockBuilder, Padding_IsZeroInAReusedBuffer) {
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple, .counter_block_length = 64}, {});
  builder.begin_instance("");
  for (std::uint32_t i = 4; i < 64; ++i) builder.set(i, 1, 0xFF);
  builder.end_object();
  EXPECT_TRUE(builder.finish().has_value());
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple, .counter_block_length = 64}, {});
  builder.begin_instance("x");
  builder.end_object();
  const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
  const InstanceView instance = *(*view.objects().begin()).instances().begin();
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  EXPECT_TRUE(std::ranges::all_of(instance.counters.bytes().subspan(4), is_zero));
  EXPECT_TRUE(std::ranges::all_of(instance.definition.bytes().subspan(26), is_zero));
}

TEST(DataBlockBuilder, BlockOfASizeSeenBefore_AllocatesNothing) {
  DataBlockBuilder builder;
  build_with_instances(builder, 100);
  const std::size_t before = bench::allocations;
  build_with_instances(builder, 100);
  build_with_instances(builder, 99);
  EXPECT_EQ(bench::allocations, before);
}

TEST(DataBlockView, ParseOfAnyBlock_AllocatesNothing) {
  DataBlockBuilder builder;
  const Bytes bytes = build_with_instances(builder, 100);
  ToleranceReport report;
  const std::size_t before = bench::allocations;
  EXPECT_TRUE(DataBlockView::parse(bytes, {}, Conformance::strict, &report).has_value());
  EXPECT_FALSE(DataBlockView::parse(bytes.first(100)).has_value());
  EXPECT_EQ(bench::allocations, before);
}

TEST(DataBlockBuilder, SharedOffsets_ShowTheValueWrittenLast) {
  const CounterDefinition shared[] = {{.size = 8, .offset = 8}, {.size = 4, .offset = 8}};
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({}, shared);
  builder.begin_single();
  builder.set(8, 8, ~0ULL);
  builder.set(8, 4, 1);
  builder.end_object();
  const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
  const CounterBlockView block = (*view.objects().begin()).single().value();
  EXPECT_EQ(block.value(*(*view.objects().begin()).counters().begin()), 0xFFFF'FFFF'0000'0001U);
}

// An object of 1,096 + 40 n bytes whose n values are the same 1,024 bytes.
std::vector<std::byte> block_of_shared_bytes(std::size_t n) {
  const std::vector<CounterDefinition> shared(n, {.size = 1024, .offset = 8});
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({}, shared);
  builder.begin_single();
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

TEST(DataBlockView, ValuesThatShareBytes_AreLimitedTo16TimesTheObject) {
  EXPECT_TRUE(DataBlockView::parse(block_of_shared_bytes(45)).has_value());
  const auto over = DataBlockView::parse(block_of_shared_bytes(46));
  ASSERT_FALSE(over.has_value());
  EXPECT_EQ(describe(over.error()),
            "PERF_OBJECT_TYPE.NumInstances at byte 128: exceeds the limit (4294967295)");
}

TEST(DataBlockBuilder, RawMachineName_IsWrittenUnchanged) {
  const std::u16string unpaired = {u'a', 0xD800};
  DataBlockBuilder builder;
  builder.begin(
      {.machine_name = "not this", .machine_name_raw = std::as_bytes(std::span(unpaired))});
  const DataBlockView view = DataBlockView::parse(builder.finish().value()).value();
  EXPECT_TRUE(std::ranges::equal(view.machine_name(), std::as_bytes(std::span(unpaired))));
}

// Only a definition can ask for so much without the memory being there.
TEST(DataBlockBuilder, BlockOverFourGigabytes_IsRefused) {
  const CounterDefinition far[] = {{.size = 8, .offset = 0xFFFF'FFF0}};
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.instances = Instances::multiple}, far);
  builder.begin_instance("a");
  builder.set(8, 8, 1);
  builder.begin_instance("b");
  builder.end_object();
  const auto bytes = builder.finish();
  ASSERT_FALSE(bytes.has_value());
  EXPECT_EQ(describe(bytes.error()),
            "PERF_DATA_BLOCK.TotalByteLength at byte 20: exceeds the limit (4294967295)");
  builder.begin({});
  EXPECT_TRUE(builder.finish().has_value());
}

#ifndef NDEBUG
TEST(DataBlockBuilderDeathTest, CallsInWrongOrder_Assert) {
  DataBlockBuilder builder;
  EXPECT_DEATH(builder.begin_object({}, {}), "begin_object");
  builder.begin({});
  EXPECT_DEATH(builder.begin_instance("a"), "begin_instance");
  EXPECT_DEATH(builder.begin_single(), "begin_single");
  builder.begin_object({}, {});
  EXPECT_DEATH(builder.set(4, 4, 0), "is_inside");
  builder.begin_single();
  EXPECT_DEATH(builder.set(8, 4, 0), "is_inside");
}
#endif

}  // namespace
}  // namespace openperflib
