// DataBlockBuilder::append_object: good objects are copied, and every fault of others is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using example::Block;

std::vector<Block> objects_of(Bytes block) {
  std::vector<Block> objects;
  const auto view = DataBlockView::parse(block, {}, Conformance::strict);
  for (const ObjectTypeView object : view.value().objects()) {
    objects.emplace_back(object.bytes().begin(), object.bytes().end());
  }
  return objects;
}

// The objects of the example: Process, whose second instance has the first one as its parent, and
// Memory, which has no instances.
class Appended : public testing::Test {
 protected:
  Appended() {
    builder.begin({.default_object = 230, .perf_freq = 10'000'000, .machine_name = "EXAMPLE"});
  }

  // "" or the fault, after which the block is what it was before.
  std::string append(Bytes object, const Limits& limits = {}) {
    const auto appended = builder.append_object(object, limits);
    return appended.has_value() ? "" : describe(appended.error());
  }
  // The finished block, which is strictly valid.
  Block finished() {
    const Bytes bytes = builder.finish().value();
    const auto view = DataBlockView::parse(bytes, {}, Conformance::strict);
    EXPECT_TRUE(view.has_value()) << describe(view.error());
    return {bytes.begin(), bytes.end()};
  }
  const std::vector<Block> objects = objects_of(example::block());
  const Block& process = objects[0];
  const Block& memory = objects[1];
  DataBlockBuilder builder;
};

TEST_F(Appended, EveryObjectOfABlock_GivesThatBlock) {
  EXPECT_EQ(append(process), "");
  EXPECT_EQ(append(memory), "");
  EXPECT_EQ(finished(), example::block());
}

TEST_F(Appended, ObjectWithoutAnInstance_IsCopied) {
  DataBlockBuilder other;
  other.begin({});
  other.begin_object({.name_title_index = 510, .instances = Instances::multiple}, {});
  other.end_object();
  const Block block = objects_of(other.finish().value()).front();
  EXPECT_EQ(append(block), "");
  EXPECT_EQ(objects_of(finished()).at(0), block);
}

TEST_F(Appended, ParentInAnObjectBeforeIt_IsFound) {
  DataBlockBuilder other;
  other.begin({});
  other.begin_object({.name_title_index = 230, .instances = Instances::multiple}, {});
  other.begin_instance("a");
  other.end_object();
  other.begin_object({.name_title_index = 232, .instances = Instances::multiple}, {});
  other.begin_instance("0", {.parent = ParentInstance{230, 0}});
  other.end_object();
  const std::vector<Block> both = objects_of(other.finish().value());
  EXPECT_EQ(append(both[1]),
            "PERF_INSTANCE_DEFINITION.ParentObjectTitleIndex at byte 68: "
            "is out of range (230)");
  EXPECT_EQ(append(both[0]), "");
  EXPECT_EQ(append(both[1]), "");
  EXPECT_EQ(objects_of(finished()), both);
}

TEST_F(Appended, EveryTruncation_IsRefusedAndLeavesTheBlock) {
  for (const Block& object : objects) {
    for (std::size_t size = 0; size < object.size(); ++size) {
      EXPECT_NE(append(Bytes(object).first(size)), "") << size;
    }
  }
  EXPECT_EQ(append(process), "");
  EXPECT_EQ(append(memory), "");
  EXPECT_EQ(finished(), example::block());
}

// Whatever is accepted is valid in the block.
TEST_F(Appended, EveryChangedNumber_IsRefusedOrValid) {
  for (const Block& object : objects) {
    for (std::size_t at = 0; at < object.size(); at += sizeof(std::uint32_t)) {
      for (const std::uint32_t number : {0U, 1U, 7U, 8U, 0x7FFF'FFF8U, 0xFFFF'FFF8U, ~0U}) {
        builder.begin({});
        const std::string fault = append(example::with(object, at, number));
        const Block block = finished();
        EXPECT_EQ(objects_of(block).size(), fault.empty() ? 1U : 0U) << at << ' ' << fault;
      }
    }
  }
}

TEST_F(Appended, BytesAfterTheObject_AreRefused) {
  Block two = memory;
  two.insert(two.end(), process.begin(), process.end());
  EXPECT_EQ(
      append(two),
      "PERF_OBJECT_TYPE.TotalByteLength at byte 0: does not match the rest of the data (120)");
}

TEST_F(Appended, TitleIndex_IsNeither0NorThatOfAnotherObject) {
  namespace object = layout::object_type;
  EXPECT_EQ(append(example::with(memory, object::kObjectNameTitleIndex, 0)),
            "PERF_OBJECT_TYPE.ObjectNameTitleIndex at byte 12: has an invalid value (0)");
  EXPECT_EQ(append(memory), "");
  EXPECT_EQ(
      append(memory),
      "PERF_OBJECT_TYPE.ObjectNameTitleIndex at byte 12: does not match the rest of the data (4)");
}

TEST_F(Appended, Limits_AreThoseOfTheWholeBlock) {
  EXPECT_EQ(append(process, {.values = 3}),
            "PERF_OBJECT_TYPE.NumInstances at byte 40: exceeds the limit (2)");
  EXPECT_EQ(append(process, {.values = 4}), "");
  EXPECT_EQ(append(memory, {.objects = 1}),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 0: exceeds the limit (120)");
  EXPECT_EQ(append(memory, {.bytes = example::kSize - 1}),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 0: exceeds the limit (120)");
  EXPECT_EQ(append(memory, {.bytes = example::kSize}), "");
}

// A parse of the block looks up a limited number of parents: one object may not use them up.
TEST_F(Appended, TooManyParents_AreRefusedBeforeTheBlockIs) {
  DataBlockBuilder other;
  other.begin({});
  for (std::uint32_t title = 1; title <= 600; ++title) {
    other.begin_object({.name_title_index = title, .instances = Instances::multiple}, {});
    other.begin_instance("a");
    other.end_object();
  }
  other.begin_object({.name_title_index = 1000, .instances = Instances::multiple}, {});
  for (std::uint32_t title = 1; title <= 600; ++title) {
    other.begin_instance("a", {.parent = ParentInstance{title, 0}});
  }
  other.end_object();
  std::vector<Block> all = objects_of(other.finish().value());
  const Block last = all.back();
  all.pop_back();
  for (const Block& one : all) EXPECT_EQ(append(one), "");
  EXPECT_NE(append(last), "");
  EXPECT_EQ(objects_of(finished()), all);
}

}  // namespace
}  // namespace openperflib
