#include "openperflib/machine/v2/own_set.h"

#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

TEST(OwnSet, BaseOfACounterThatIsLeftOut_IsLeftOutToo) {
  TestBlock block;
  block.object(700, {{702, PERF_COUNTER_RAWCOUNT, 4},
                     {704, PERF_AVERAGE_BULK, 4},  // not the size of its type
                     {704, PERF_AVERAGE_BASE, 4},
                     {706, PERF_AVERAGE_BULK, 8},
                     {706, PERF_AVERAGE_BASE, 4}});
  block.instance("a", {1, 0, 2, 3, 4});
  const Snapshot snapshot = block.snapshot();
  OwnSet set;
  set.assign(snapshot, snapshot.view().find(700).value(), fixed_titles());
  const auto& counters = set.set().counters;
  ASSERT_EQ(counters.size(), 3U);
  EXPECT_EQ(counters[0].id, 702U);
  EXPECT_EQ(counters[0].base_id, kNoCounterId);
  EXPECT_EQ(counters[1].id, 706U);
  EXPECT_EQ(counters[1].base_id, 707U);
  EXPECT_EQ(counters[2].id, 707U);
}

}  // namespace
}  // namespace openperflib
