// Laws of the format, tried on blocks that nobody thought of.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/testing/traversal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/rebuild.h"

namespace openperflib {
namespace {

using example::Block;

struct Instance {
  std::string name;
  std::int32_t unique_id;
  std::vector<std::uint64_t> values;
};

struct Object {
  std::uint32_t title;
  std::vector<CounterDefinition> counters;
  std::vector<Instance> instances;
};

std::vector<CounterDefinition> any_counters() {
  std::vector<CounterDefinition> counters;
  std::uint32_t offset = 4;
  for (std::uint32_t size : *rc::gen::resize(8, rc::gen::container<std::vector<std::uint32_t>>(
                                                    rc::gen::inRange<std::uint32_t>(1, 9)))) {
    CounterDefinition counter;
    counter.name_title_index = *rc::gen::inRange<std::uint32_t>(1, 5'000);
    counter.help_title_index = *rc::gen::arbitrary<std::uint32_t>();
    counter.default_scale = *rc::gen::inRange(-7, 8);
    counter.type = PERF_COUNTER_LARGE_RAWCOUNT;
    counter.size = size;
    counter.offset = offset;
    offset += size + *rc::gen::inRange<std::uint32_t>(0, 4);
    counters.push_back(counter);
  }
  return counters;
}

Object any_object() {
  Object object;
  object.title = *rc::gen::inRange<std::uint32_t>(2, 5'000);
  object.counters = any_counters();
  const int instances = *rc::gen::inRange(0, 6);
  for (int i = 0; i < instances; ++i) {
    Instance instance;
    instance.name = *rc::gen::container<std::string>(rc::gen::inRange('!', '~'));
    instance.unique_id = *rc::gen::arbitrary<std::int32_t>();
    for (const CounterDefinition& counter : object.counters) {
      const auto value = *rc::gen::arbitrary<std::uint64_t>();
      instance.values.push_back(counter.size == 8 ? value
                                                  : value & ((1ULL << (8 * counter.size)) - 1));
    }
    object.instances.push_back(instance);
  }
  return object;
}

Block build(const std::vector<Object>& objects) {
  DataBlockBuilder builder;
  builder.begin({.machine_name = "PROPERTY"});
  for (const Object& object : objects) {
    builder.begin_object({.name_title_index = object.title, .instances = Instances::multiple},
                         object.counters);
    for (const Instance& instance : object.instances) {
      builder.begin_instance(instance.name, {.unique_id = instance.unique_id});
      for (std::size_t i = 0; i < object.counters.size(); ++i) {
        builder.set(object.counters[i].offset, object.counters[i].size, instance.values[i]);
      }
    }
    builder.end_object();
  }
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

void expect_same(const Object& object, const ObjectTypeView& view) {
  RC_ASSERT(view.name_title_index() == object.title);
  RC_ASSERT(view.instance_count() == object.instances.size());
  auto instance = object.instances.begin();
  for (const InstanceView read : view.instances()) {
    RC_ASSERT(utf8_from_utf16(read.definition.name()).text == instance->name);
    RC_ASSERT(read.definition.unique_id() == instance->unique_id);
    std::size_t i = 0;
    for (const CounterDefinitionView counter : view.counters()) {
      RC_ASSERT(counter.name_title_index() == object.counters[i].name_title_index);
      RC_ASSERT(counter.help_title_index() == object.counters[i].help_title_index);
      RC_ASSERT(counter.default_scale() == object.counters[i].default_scale);
      RC_ASSERT(read.counters.value(counter) == instance->values[i]);
      ++i;
    }
    ++instance;
  }
}

RC_GTEST_PROP(DataBlock, BuildThenParse_GivesTheSameObjects, ()) {
  std::vector<Object> objects;
  const int count = *rc::gen::inRange(0, 4);
  for (int i = 0; i < count; ++i) objects.push_back(any_object());
  const Block block = build(objects);
  const auto view = DataBlockView::parse(block, {}, Conformance::strict);
  RC_ASSERT(view.has_value());
  RC_ASSERT(view->object_count() == objects.size());
  auto object = objects.begin();
  for (const ObjectTypeView read : view->objects()) expect_same(*object++, read);
}

RC_GTEST_PROP(DataBlock, ParseThenRebuild_GivesTheSameBytes, ()) {
  const Block block = build({any_object(), any_object()});
  DataBlockBuilder builder;
  const auto rebuilt = rebuild(DataBlockView::parse(block).value(), builder);
  RC_ASSERT(rebuilt.has_value());
  RC_ASSERT(std::ranges::equal(*rebuilt, block));
}

// A block that is let pass is read without leaving it; one that is refused, at a field inside it.
void expect_safe(const Block& block) {
  const auto view = DataBlockView::parse(block, {.values = 100'000});
  if (view.has_value()) {
    RC_ASSERT(Traversal(*view).stayed_inside());
  } else {
    RC_ASSERT(view.error().offset < block.size());
  }
}

RC_GTEST_PROP(DataBlock, AnyByteChanged_IsRefusedOrReadInside, ()) {
  Block block = build({any_object(), any_object()});
  const auto changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, block.size());
    block[at] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
  }
  expect_safe(block);
}

// Every number of a block, set to every edge value, is refused or read without leaving the block.
TEST(DataBlock, EveryEdgeValue_IsRefusedOrReadInside) {
  constexpr std::uint32_t kEdges[] = {
      0,  1,  2,           4,           7,           8,           24,          40,
      64, 88, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFF8, 0xFFFF'FFFD, 0xFFFF'FFFE, 0xFFFF'FFFF};
  const Block block = example::block();
  for (std::size_t offset = 0; offset + 4 <= block.size(); offset += 4) {
    for (const std::uint32_t edge : kEdges) {
      const Block changed = example::with(block, offset, edge);
      const auto view = DataBlockView::parse(changed);
      if (view.has_value()) {
        EXPECT_TRUE(Traversal(*view).stayed_inside()) << offset << " " << edge;
      } else {
        EXPECT_LT(view.error().offset, block.size()) << offset << " " << edge;
      }
    }
  }
}

}  // namespace
}  // namespace openperflib
