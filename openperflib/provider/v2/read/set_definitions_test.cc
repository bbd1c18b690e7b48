#include "openperflib/provider/v2/read/set_definitions.h"

#include <gtest/gtest.h>

#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

constexpr TitleIndex kObject = 1'000'000;

std::vector<std::uint32_t> types_of(const SetDefinitions& made) {
  std::vector<std::uint32_t> types;
  for (const CounterDefinition& one : made.definitions) types.push_back(one.type);
  return types;
}

TEST(SetDefinitions, Base_FollowsItsCounter) {
  CounterSetTemplate set = example_set();
  std::swap(set.counters[0], set.counters[3]);  // the base is described first
  const SetDefinitions made = definitions_of(set, kObject);
  EXPECT_EQ(types_of(made),
            (std::vector<std::uint32_t>{PERF_COUNTER_RAWCOUNT, PERF_AVERAGE_BULK, PERF_AVERAGE_BASE,
                                        PERF_COUNTER_BULK_COUNT}));
  EXPECT_EQ(made.positions, (std::vector<std::uint32_t>{1, 2, 0, 3}));
  EXPECT_EQ(made.definitions[2].name_title_index, counter_title(kObject, 2));  // as its counter
  EXPECT_TRUE(made.left_out.empty());
}

// Templates of perflib.h do not name it.
TEST(SetDefinitions, BaseIsNotNamed_IsTheNextCounter) {
  CounterSetTemplate set = example_set();
  set.counters[2].base_id = kNoCounterId;
  EXPECT_EQ(definitions_of(set, kObject).positions, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(SetDefinitions, NoBase_IsLeftOut) {
  CounterSetTemplate set = example_set();
  set.counters.pop_back();
  const SetDefinitions made = definitions_of(set, kObject);
  EXPECT_EQ(made.definitions.size(), 2U);
  ASSERT_EQ(made.left_out.size(), 1U);
  EXPECT_EQ(made.left_out[0].position, 2U);
  EXPECT_EQ(made.left_out[0].reason, "it has no base");
}

TEST(SetDefinitions, Text_IsLeftOut) {
  CounterSetTemplate set = example_set();
  set.counters[0].type = PERF_COUNTER_TEXT;
  set.counters[1].attributes = PERF_ATTRIB_BY_REFERENCE;
  const SetDefinitions made = definitions_of(set, kObject);
  EXPECT_EQ(made.left_out.size(), 1U);
  EXPECT_EQ(made.positions, (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(SetDefinitions, DefaultCounter_IsTheFirstThatIsShown) {
  CounterSetTemplate set = example_set();
  set.counters[0].attributes = PERF_ATTRIB_NO_DISPLAYABLE;
  EXPECT_EQ(definitions_of(set, kObject).default_counter, 1);
}

TEST(SetDefinitions, Multiplier_FollowsItsCounter) {
  CounterSetTemplate set = example_set();
  set.counters[0].type = PERF_COUNTER_MULTI_TIMER;
  set.counters[0].multi_id = set.counters[1].id;
  const SetDefinitions made = definitions_of(set, kObject);
  EXPECT_EQ(made.definitions[1].type, PERF_COUNTER_MULTI_BASE);
  EXPECT_EQ(made.positions[1], 1U);
}

}  // namespace
}  // namespace openperflib
