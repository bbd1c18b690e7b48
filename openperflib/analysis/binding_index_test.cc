// Which series of several paths have the same instance, in whatever order the paths have them.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

struct IndexedSeries {
  std::string_view object;
  std::string_view instance;
  std::string_view counter;
  std::uint32_t number = 0;
};

// Binds the query to these series, which become those of the catalog.
void bind_to(const std::vector<IndexedSeries>& all, Catalog& catalog, Query& query) {
  catalog.clear();
  for (const IndexedSeries& one : all) {
    Series series;
    series.machine = "M";
    series.object = one.object;
    series.instance = one.instance;
    series.instance_number = one.number;
    series.counter = one.counter;
    catalog.add(series);
  }
  query.bind(catalog);
}

// A query of paths over the series of a log.
Query query_over(const std::vector<std::string>& paths, const std::vector<IndexedSeries>& all) {
  Query query(fixed_titles());
  for (const std::string& path : paths) EXPECT_TRUE(query.add(path).has_value());
  Catalog catalog;
  bind_to(all, catalog, query);
  return query;
}

// The instance and the counter beside each series of path 0 in path 1.
std::vector<std::string> beside_first_path(const Query& query) {
  const BindingIndex index(query.binding());
  std::vector<std::string> found;
  for (const std::uint32_t i : index.of_path(0)) {
    const std::uint32_t other = index.beside(1, index.series()[i]);
    found.push_back(other == kNowhere ? "none"
                                      : shown_instance(index.series()[other]) + " " +
                                            std::string(index.series()[other].counter));
  }
  return found;
}

TEST(BindingIndex, InstancesInAnotherOrder_AreFoundByTheirNames) {
  const Query query = query_over({"\\A(*)\\x", "\\B(*)\\y"}, {{"A", "one", "x"},
                                                              {"A", "two", "x"},
                                                              {"A", "three", "x"},
                                                              {"B", "three", "y"},
                                                              {"B", "four", "y"},
                                                              {"B", "one", "y"}});
  EXPECT_EQ(beside_first_path(query), (std::vector<std::string>{"one y", "none", "three y"}));
}

TEST(BindingIndex, EqualNames_AreToldApartByTheirNumbers) {
  const Query query =
      query_over({"\\A(*)\\x", "\\A(*)\\y"},
                 {{"A", "sh", "x"}, {"A", "sh", "x", 1}, {"A", "sh", "y", 1}, {"A", "sh", "x", 2}});
  EXPECT_EQ(beside_first_path(query), (std::vector<std::string>{"none", "sh#1 y", "none"}));
}

// The text before a colon of an object says which server it is of.
TEST(BindingIndex, ObjectsOfSeveralServers_AreNotMixed) {
  const Query query =
      query_over({"\\*:Cache(*)\\x", "\\*:Locks(*)\\y"},
                 {{"A:Cache", "i", "x"}, {"B:Cache", "i", "x"}, {"B:Locks", "i", "y"}});
  EXPECT_EQ(beside_first_path(query), (std::vector<std::string>{"none", "i y"}));
}

TEST(BindingIndex, NamesOfProcessV2_AreThoseOfTheirPrograms) {
  const Query query = query_over(
      {"\\Process(*)\\x", "\\Process V2(*)\\x"},
      {{"Process", "Sh:12", "x"}, {"Process V2", "Sh:12", "x"}, {"Process V2", "Cat:7", "x"}});
  const BindingIndex index(query.binding());
  EXPECT_EQ(index.name(0), "sh:12");
  EXPECT_EQ(index.name(1), "sh");
  EXPECT_EQ(index.name(2), "cat");
  EXPECT_EQ(index.parent(2), "");
}

TEST(BindingIndex, SeriesThatStay_HaveTheirPositionsBefore) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\A(*)\\x").has_value());
  Catalog catalog;
  bind_to({{"A", "one", "x"}, {"A", "two", "x"}, {"A", "six", "x"}}, catalog, query);
  EXPECT_EQ(BindingIndex(query.binding()).before(2), kNowhere);
  bind_to({{"A", "six", "x"}, {"A", "new", "x"}, {"A", "one", "x"}, {"A", "two", "x"}}, catalog,
          query);
  const BindingIndex index(query.binding());
  EXPECT_EQ(index.before(0), 2U);
  EXPECT_EQ(index.before(1), kNowhere);
  EXPECT_EQ(index.before(2), 0U);
  EXPECT_EQ(index.before(3), 1U);
}

// The names stay: only what is new is told again.
TEST(BindingIndex, OtherProcessesWithTheNamesOfThoseBefore_HaveTheirNames) {
  const auto block = [](std::int64_t now, std::uint64_t first_id) {
    return TestBlock(now)
        .object(title::kProcess,
                {{title::kWorkingSet}, {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}})
        .instance("Sh", {1, 10})
        .instance("Sh", {2, first_id})
        .snapshot();
  };
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Process(*)\\Working Set").has_value());
  ASSERT_TRUE(query.add("\\Process(*)\\ID Process").has_value());
  BindingIndex index;
  query.take(block(1 * kTicksPerSecond, 11));
  index.assign(query.binding());
  query.take(block(2 * kTicksPerSecond, 12));
  ASSERT_TRUE(query.binding().keeps_names());
  index.assign(query.binding());
  EXPECT_EQ(index.before(0), 0U);
  EXPECT_EQ(index.before(1), kNowhere);
  EXPECT_EQ(index.name(1), "sh");
  EXPECT_EQ(index.shown(1), "Sh#1");
  EXPECT_EQ(index.beside(1, index.series()[1]), 3U);
  EXPECT_EQ(index.series()[1].process_id, 12U);
}

TEST(BindingIndex, PathThatNothingMatches_HasNothingBeside) {
  const Query query = query_over({"\\A(*)\\x", "\\B(*)\\y"}, {{"A", "one", "x"}});
  EXPECT_EQ(beside_first_path(query), std::vector<std::string>{"none"});
}

}  // namespace
}  // namespace openperflib
