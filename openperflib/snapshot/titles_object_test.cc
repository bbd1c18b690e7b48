// The object Titles, written and read. Facts: docs/perflib.md, section 6.
#include "openperflib/snapshot/titles_object.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "openperflib/snapshot/snapshot.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using Rows = std::vector<std::pair<TitleIndex, std::string>>;

Rows rows_of(std::span<const Title> titles) {
  Rows rows;
  for (const Title& one : titles) rows.emplace_back(one.index, one.text);
  return rows;
}

// A block with this object alone.
Snapshot snapshot_with(std::span<const Title> titles) {
  DataBlockBuilder builder;
  builder.begin({});
  write_titles(titles, builder);
  Snapshot snapshot;
  snapshot.assign(builder.finish().value(), {}, Conformance::strict).value();
  return snapshot;
}

TestBlock titles_object() {
  TestBlock block;
  block.object(title::kTitles, {{title::kTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  return block;
}

TEST(TitlesObject, WhatIsWritten_IsRead) {
  const std::vector<Title> titles = {
      {2000, "Web Shop"}, {2001, "Sells."}, {2002, "Z\xC3\xBCge/sec"}};
  const Snapshot snapshot = snapshot_with(titles);
  EXPECT_EQ(rows_of(snapshot.titles()),
            (Rows{{2000, "Web Shop"}, {2001, "Sells."}, {2002, "Z\xC3\xBCge/sec"}}));
  EXPECT_EQ(find_title(snapshot.titles(), 2001), "Sells.");
  EXPECT_EQ(find_title(snapshot.titles(), 2003), std::nullopt);
}

TEST(TitlesObject, BlockWithoutIt_HasNone) {
  EXPECT_TRUE(TestBlock().object(4, {{24}}).snapshot().titles().empty());
}

TEST(TitlesObject, RowsInAnyOrder_AreSortedAndTheFirstOfAnIndexCounts) {
  const Snapshot snapshot =
      titles_object().instance("c", {2004}).instance("a", {2000}).instance("b", {2004}).snapshot();
  EXPECT_EQ(rows_of(snapshot.titles()), (Rows{{2000, "a"}, {2004, "c"}}));
}

TEST(TitlesObject, EmptyAndTooLongTexts_AreIgnored) {
  const std::string longest(kLongestTitleText, 'x');
  const Snapshot snapshot = titles_object()
                                .instance("", {2000})
                                .instance(longest, {2002})
                                .instance(longest + "x", {2004})
                                .snapshot();
  EXPECT_EQ(rows_of(snapshot.titles()), (Rows{{2002, longest}}));
  EXPECT_EQ(
      rows_of(snapshot_with(std::vector<Title>{{2, ""}, {4, longest + "x"}, {6, "z"}}).titles()),
      (Rows{{6, "z"}}));
}

TEST(TitlesObject, ObjectWithoutTheCounter_IsIgnored) {
  TestBlock block;
  block.object(title::kTitles, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  block.instance("a", {2000});
  EXPECT_TRUE(block.snapshot().titles().empty());
}

TEST(TitlesObject, MovedSnapshot_KeepsItsTitles) {
  Snapshot snapshot = snapshot_with(std::vector<Title>{{2000, "Web Shop"}});
  const Snapshot moved = std::move(snapshot);
  EXPECT_EQ(find_title(moved.titles(), 2000), "Web Shop");
}

TEST(TitlesObject, SameTitlesAgain_AllocateNothing) {
  TestBlock block = titles_object();
  block.instance("A name that is longer than any small string", {2000});
  const Bytes bytes = block.bytes();
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(bytes).has_value());
  if (!bench::counts_allocations()) GTEST_SKIP() << "allocations are not counted here";
  const std::uint64_t before = bench::allocations;
  ASSERT_TRUE(snapshot.assign(bytes).has_value());
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_EQ(snapshot.titles().size(), 1U);
}

TEST(TitlesObject, OtherTitles_ReplaceThem) {
  Snapshot snapshot;
  titles_object().instance("a", {2000}).into(snapshot);
  titles_object().instance("b", {2000}).into(snapshot);
  EXPECT_EQ(find_title(snapshot.titles(), 2000), "b");
  TestBlock().object(4, {{24}}).into(snapshot);
  EXPECT_TRUE(snapshot.titles().empty());
}

TEST(TitlesObject, StatusAndTitles_DescribeTheBlock) {
  EXPECT_TRUE(describes_the_block(title::kCollectionStatus));
  EXPECT_TRUE(describes_the_block(title::kTitles));
  EXPECT_TRUE(describes_the_block(title::kCounterLinks));
  EXPECT_FALSE(describes_the_block(title::kProcess));
}

TEST(TitlesObject, TitlesAndLinks_ServeOtherObjects) {
  EXPECT_TRUE(serves_other_objects(title::kTitles));
  EXPECT_TRUE(serves_other_objects(title::kCounterLinks));
  EXPECT_FALSE(serves_other_objects(title::kCollectionStatus));
  EXPECT_FALSE(serves_other_objects(title::kProcess));
}

}  // namespace
}  // namespace openperflib
