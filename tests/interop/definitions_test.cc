// The definitions we write, against those that Windows wrote into tests/data/blg/SampleLog.blg.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "openperflib/titles/object_catalogue.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"
#include "tests/interop/blg_blocks.h"

namespace openperflib {
namespace {

// The first block's object of that title.
ObjectTypeView measured(TitleIndex title) {
  for (const auto& block : interop::sample_log()) {
    const auto view = DataBlockView::parse(block, {}, Conformance::strict);
    if (!view.has_value()) continue;
    if (const auto object = view->find(title)) return *object;
  }
  ADD_FAILURE() << "no block of " << title;
  return ObjectTypeView({}, {});
}

CounterDefinition value_definition(const CatalogueCounter& counter) {
  return {counter.name_index, counter.help_index, counter.default_scale, counter.detail_level,
          counter.type,       counter.size,       counter.offset};
}

CounterDefinition base_definition(const CatalogueCounter& counter) {
  return {counter.name_index, counter.help_index, 0, counter.base_detail_level, counter.base_type,
          counter.base_size,  counter.base_offset};
}

// The rows that were measured, as definitions, bases included.
std::vector<CounterDefinition> definitions_of(const CatalogueObject& object) {
  std::vector<CounterDefinition> definitions;
  for (const CatalogueCounter& counter : object.counters) {
    if (!counter.measured) continue;
    definitions.push_back(value_definition(counter));
    if (counter.base_type != 0) definitions.push_back(base_definition(counter));
  }
  return definitions;
}

class MeasuredObject : public testing::TestWithParam<TitleIndex> {};

TEST_P(MeasuredObject, EveryDefinition_EqualsThatOfWindows) {
  const CatalogueObject& ours = *find_catalogue_object(GetParam());
  const ObjectTypeView windows = measured(GetParam());
  const std::vector<CounterDefinition> definitions = definitions_of(ours);
  ASSERT_EQ(definitions.size(), windows.counter_count());
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({.name_title_index = ours.name_index}, definitions);
  builder.end_object();
  const auto block = builder.finish();
  const auto view = DataBlockView::parse(*block);
  const ObjectTypeView written = *view->find(ours.name_index);
  auto theirs = windows.counters().begin();
  for (const CounterDefinitionView counter : written.counters()) {
    EXPECT_TRUE(std::ranges::equal(counter.bytes(), (*theirs).bytes()))
        << ours.name << " " << counter.name_title_index();
    ++theirs;
  }
}

TEST_P(MeasuredObject, Header_EqualsThatOfWindows) {
  const CatalogueObject& ours = *find_catalogue_object(GetParam());
  const ObjectTypeView windows = measured(GetParam());
  EXPECT_EQ(ours.help_index, windows.help_title_index());
  EXPECT_EQ(ours.detail_level, windows.detail_level());
  EXPECT_EQ(ours.has_instances, windows.stored_instance_count() != -1);
  EXPECT_EQ(ours.has_own_clock, windows.perf_freq() != 0);
  const auto block = windows.single().has_value() ? windows.single()->bytes()
                                                  : (*windows.instances().begin()).counters.bytes();
  EXPECT_EQ(ours.counter_block_length, block.size());
}

TEST_P(MeasuredObject, DefaultCounter_IsTheCounterOfWindows) {
  const CatalogueObject& ours = *find_catalogue_object(GetParam());
  const ObjectTypeView windows = measured(GetParam());
  auto counter = windows.counters().begin();
  for (auto step = windows.default_counter_ordinal().value(); step > 0; --step) ++counter;
  EXPECT_EQ(ours.counters[ours.default_order].name_index, (*counter).name_title_index());
}

INSTANTIATE_TEST_SUITE_P(SampleLog, MeasuredObject,
                         testing::Values(2, 4, 230, 234, 236, 238, 510, 638));

}  // namespace
}  // namespace openperflib
