#include "openperflib/query/catalog/listed_series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/set_with_a_clock.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// Memory, two instances of a set, of whose three counters the second is not listed, and no process.
TestBlock block_with_a_clock() {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({1});
  add_set_with_a_clock(block);
  block.object(title::kProcess, {{title::kThreadCount}});
  return block;
}

TEST(ListedSeries, AreThoseOfListedCountersAndInstancesThatExist) {
  const Catalog catalog = catalog_of(block_with_a_clock().snapshot(), fixed_titles());
  using Run = ListedRun;
  EXPECT_THAT(listed_runs(catalog), testing::ElementsAre(Run{0, 0, 1}, Run{1, 1, 1}, Run{1, 3, 1},
                                                         Run{1, 4, 1}, Run{1, 6, 1}));
}

TEST(ListedSeries, ObjectOfWhichAllAreListed_HasOneRun) {
  TestBlock block;
  block.object(title::kProcess, {{title::kThreadCount}, {title::kIdProcess}});
  block.instance("a", {1, 2}).instance("b", {3, 4});
  EXPECT_THAT(listed_runs(catalog_of(block.snapshot(), fixed_titles())),
              testing::ElementsAre(ListedRun{0, 0, 4}));
}

TEST(ListedSeries, EmptyCatalog_HasNone) { EXPECT_TRUE(listed_runs(Catalog()).empty()); }

}  // namespace
}  // namespace openperflib
