#include "openperflib/query/catalog/series_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/testing/set_with_a_clock.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

std::vector<std::string> paths_in(SeriesOrder& order, TestBlock& block) {
  const Snapshot snapshot = block.snapshot();
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  std::vector<std::string> paths;
  for (const std::uint32_t number : order.take(catalog)) {
    paths.push_back(path_of(series_of(catalog, number)));
  }
  return paths;
}

TEST(SeriesOrder, ObjectThatHadNoInstances_StandsWhereItAppeared) {
  SeriesOrder order;
  TestBlock first;
  first.object(title::kProcess, {{title::kThreadCount}});
  first.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({1});
  EXPECT_THAT(paths_in(order, first), ElementsAre("\\\\db-17\\Memory\\Available Bytes"));
  TestBlock second;
  second.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({1});
  second.object(title::kProcess, {{title::kThreadCount}}).instance("a", {1}).instance("b", {2});
  EXPECT_THAT(paths_in(order, second), ElementsAre("\\\\db-17\\Process(a)\\Thread Count",
                                                   "\\\\db-17\\Process(b)\\Thread Count",
                                                   "\\\\db-17\\Memory\\Available Bytes"));
  EXPECT_EQ(order.place_of(title::kProcess), 0U);
  EXPECT_EQ(order.place_of(title::kMemory), 1U);
}

TEST(SeriesOrder, CounterThatIsNotListed_IsLeftOut) {
  TestBlock block;
  add_set_with_a_clock(block);
  SeriesOrder order;
  EXPECT_EQ(paths_in(order, block).size(), 4U);
}

TEST(SeriesOrder, EntriesOfALog_StayInTheirOrder) {
  Catalog catalog;
  Series series;
  series.object = "Memory";
  for (const std::string_view counter : {"b", "a", "c"}) {
    series.counter = counter;
    catalog.add(series);
  }
  EXPECT_THAT(SeriesOrder().take(catalog), ElementsAre(0U, 1U, 2U));
  EXPECT_EQ(series_of(catalog, 1).counter, "a");
}

TEST(SeriesOrder, CatalogWithoutInstances_HasNoSeries) {
  TestBlock block;
  block.object(title::kProcess, {{title::kThreadCount}});
  const Snapshot snapshot = block.snapshot();
  EXPECT_FALSE(has_listed_series(catalog_of(snapshot, fixed_titles())));
  EXPECT_FALSE(has_listed_series(Catalog()));
  EXPECT_TRUE(SeriesOrder().take(Catalog()).empty());
}

}  // namespace
}  // namespace openperflib
