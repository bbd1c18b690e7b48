// Titles that change, and names that a block brings along.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kShop = 2000;
constexpr std::uint32_t kRequests = 2002;

// A block of a shop with two tills; with its names if `names` are given.
TestBlock shop(std::initializer_list<Title> names, std::uint64_t value = 10) {
  TestBlock block;
  block.object(kShop, {{kRequests}}).instance("till 1", {value}).instance("till 2", {value + 1});
  if (names.size() == 0) return block;
  block.object(title::kTitles, {{title::kTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  for (const Title& one : names) block.instance(one.text, {one.index});
  return block;
}

std::shared_ptr<const TitleSet> titles_with(std::vector<Title> more, std::uint64_t generation) {
  return std::make_shared<const TitleSet>(fixed_titles(), more, generation);
}

using Paths = std::vector<std::string>;

TEST(QueryTitles, NamesOfTheBlock_AreMatchedAndShown) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Web Shop(till 2)\\Requests/sec").has_value());
  query.take(shop({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}).snapshot());
  EXPECT_EQ(paths_of(query), (Paths{"\\\\db-17\\Web Shop(till 2)\\Requests/sec"}));
  EXPECT_EQ(query.newer().counters[0].first, 11U);
}

TEST(QueryTitles, BlockWithoutNames_ShowsNumbers) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\*(*)\\*").has_value());
  query.take(shop({}).snapshot());
  EXPECT_EQ(paths_of(query),
            (Paths{"\\\\db-17\\2000(till 1)\\2002", "\\\\db-17\\2000(till 2)\\2002"}));
}

TEST(QueryTitles, WildcardsDoNotMatchTheObjectTitles) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\*(*)\\*").has_value());
  query.take(shop({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}).snapshot());
  EXPECT_EQ(query.binding().series().size(), 2U);
}

TEST(QueryTitles, FixedNames_WinOverThoseOfTheBlock) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  TestBlock block;
  block.object(4, {{24}}, Instances::none).single({7});
  block.object(title::kTitles, {{title::kTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("Not Memory", {4});
  query.take(block.snapshot());
  EXPECT_EQ(paths_of(query), (Paths{"\\\\db-17\\Memory\\Available Bytes"}));
}

TEST(QueryTitles, OtherNamesInTheNextBlock_BindAgain) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Web Shop(*)\\Requests/sec").has_value());
  query.take(shop({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}).snapshot());
  EXPECT_EQ(query.binding().series().size(), 2U);
  query.take(shop({{kShop, "Webshop"}, {kRequests, "Requests/sec"}}).snapshot());
  EXPECT_TRUE(query.binding().series().empty());
  EXPECT_EQ(query.match(0), Query::Match::no_object);
}

TEST(QueryTitles, Request_NeedsTheTitlesOfTheSource) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Web Shop(*)\\Requests/sec").has_value());
  EXPECT_FALSE(query.request().wants_object(kShop));
  query.set_titles(titles_with({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}, 1));
  EXPECT_TRUE(query.request().wants_object(kShop));
  EXPECT_TRUE(query.request().wants_counter(kShop, kRequests));
}

TEST(QueryTitles, NewTitles_KeepIdentitiesAndReadings) {
  Query query(titles_with({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}, 1));
  ASSERT_TRUE(query.add("\\2000(*)\\2002").has_value());
  query.take(shop({}, 10).snapshot());
  const std::uint64_t identity = query.binding().series()[0].identity;
  query.set_titles(titles_with({{kShop, "Boutique"}, {kRequests, "Requests/sec"}}, 2));
  query.take(shop({}, 20).snapshot());
  EXPECT_EQ(paths_of(query).front(), "\\\\db-17\\Boutique(till 1)\\Requests/sec");
  EXPECT_EQ(query.binding().series()[0].identity, identity);
  EXPECT_EQ(query.older().counters[0].first, 10U);
}

TEST(QueryTitles, ObjectOfAFailedProvider_KeepsItsNamedSeriesAndSaysWhy) {
  const auto titles = titles_with({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}, 1);
  Query query(titles);
  ASSERT_TRUE(query.add("\\Web Shop(till 1)\\Requests/sec").has_value());
  query.take(shop({}).snapshot());
  ASSERT_EQ(query.binding().series().size(), 1U);
  TestBlock block;
  block.status().missing("shops: out of paper", kShop, MissingRun::kLeftOut, 0, 0,
                         CStatus::no_object);
  query.take(block.snapshot());
  EXPECT_EQ(paths_of(query), (Paths{"\\\\db-17\\Web Shop(till 1)\\Requests/sec"}));
  EXPECT_EQ(query.row().values[0].status, CStatus::no_object);
  EXPECT_EQ(query.reason(0), "shops: out of paper");
  EXPECT_EQ(query.match(0), Query::Match::left_out);
  EXPECT_EQ(query.left_out_reason(0), "shops: out of paper");
}

TEST(QueryTitles, SameGeneration_ChangesNothing) {
  const auto titles = titles_with({{kShop, "Web Shop"}, {kRequests, "Requests/sec"}}, 1);
  Query query(titles);
  ASSERT_TRUE(query.add("\\Web Shop(*)\\*").has_value());
  query.take(shop({}).snapshot());
  const std::uint64_t generation = query.binding().generation();
  query.set_titles(titles);
  query.take(shop({}).snapshot());
  EXPECT_EQ(query.binding().generation(), generation);
}

}  // namespace
}  // namespace openperflib
