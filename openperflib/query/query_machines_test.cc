// Queries over several machines: which paths mean which, and what a record of theirs changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "openperflib/query/query.h"
#include "openperflib/query/record.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

constexpr MachineBlock kNoAnswer{
    .status = CStatus::no_data, .missing = MissingReason::too_late, .reason = "it is late"};

Snapshot memory(std::int64_t now, std::uint64_t available, std::string_view machine = "db-17") {
  return TestBlock(now, 0, machine)
      .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
      .single({available})
      .snapshot();
}

// A query over the machines a and b.
Query query_of_both(std::initializer_list<std::string_view> paths,
                    PathGrammar grammar = PathGrammar::full) {
  QueryOptions options = live_options();
  options.grammar = grammar;
  Query query(fixed_titles(), options);
  query.add_machine("a", title_set_of(fixed_titles()));
  query.add_machine("b", title_set_of(fixed_titles()));
  for (const std::string_view path : paths) EXPECT_TRUE(query.add(path).has_value()) << path;
  return query;
}

void take(Query& query, const MachineBlock& first, const MachineBlock& second) {
  const std::array blocks{first, second};
  query.take(Record(blocks));
}

TEST(QueryMachines, Row_HasTheSeriesAndTheTimeOfAll) {
  Query query = query_of_both({"\\\\*\\Memory\\Available Bytes"});
  const Snapshot a = memory(3 * kSecond, 1);
  const Snapshot b = memory(9 * kSecond, 2);
  take(query, {.block = &a}, {.block = &b});
  EXPECT_THAT(paths_of(query),
              ElementsAre("\\\\a\\Memory\\Available Bytes", "\\\\b\\Memory\\Available Bytes"));
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + 3 * kSecond);
  EXPECT_EQ(query.newer().time_utc, query.row().time_utc);
  EXPECT_EQ(query.row().values[1].number, 2);
  EXPECT_EQ(query.binding().generation(), 1U);
}

TEST(QueryMachines, PathsAddedBeforeTheMachines_AreTheirs) {
  Query query = query_of("\\\\b\\Memory\\Available Bytes");
  query.add_machine("a", title_set_of(fixed_titles()));
  query.add_machine("b", title_set_of(fixed_titles()));
  EXPECT_FALSE(query.request(0).wants_object(title::kMemory));
  EXPECT_TRUE(query.request(1).wants_object(title::kMemory));
}

TEST(QueryMachines, MachineWithoutAName_IsShownAsItsBlockIs) {
  Query query(fixed_titles());
  query.add_machine("", title_set_of(fixed_titles()));
  query.add_machine("b", title_set_of(fixed_titles()));
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  ASSERT_TRUE(query.add("\\\\db-17\\Memory\\Available Bytes").has_value());
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, {.block = &block});
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\db-17\\Memory\\Available Bytes"));
  EXPECT_EQ(query.match(1), Query::Match::no_machine);
}

// No machine is called * there.
TEST(QueryMachines, GrammarOfPdh_HasNoWildcardsForMachines) {
  Query query = query_of_both({"\\\\*\\Memory\\Available Bytes", "\\\\b\\Memory\\Available Bytes"},
                              PathGrammar::pdh);
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, {.block = &block});
  EXPECT_EQ(query.match(0), Query::Match::no_machine);
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\b\\Memory\\Available Bytes"));
}

TEST(QueryMachines, RecordWithoutAnyAnswer_IsPassedOver) {
  Query query = query_of_both({"\\\\*\\Memory\\Available Bytes"});
  take(query, kNoAnswer, kNoAnswer);
  EXPECT_EQ(query.binding().generation(), 0U);
  EXPECT_EQ(query.match(0), Query::Match::no_object);
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, {.block = &block});
  take(query, kNoAnswer, kNoAnswer);
  EXPECT_EQ(query.row().values[0].number, 1);
}

TEST(QueryMachines, OneWithoutAnAnswer_KeepsItsSeriesAndTheirIdentities) {
  Query query = query_of_both({"\\\\*\\Memory\\Available Bytes"});
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, {.block = &block});
  const std::uint64_t identity = query.binding().series()[1].identity;
  const char* const text = query.binding().series()[1].counter.data();
  const Snapshot empty{};
  take(query, {.block = &block}, {.block = &empty});
  take(query, {.block = &block}, kNoAnswer);
  EXPECT_EQ(query.binding().generation(), 1U);
  EXPECT_EQ(query.binding().series()[1].identity, identity);
  EXPECT_EQ(query.binding().series()[1].counter.data(), text);
  EXPECT_EQ(query.row().values[1].status, CStatus::no_data);
  EXPECT_EQ(query.reason(1), "it is late");
  EXPECT_EQ(query.missing_reason(1), MissingReason::too_late);
}

TEST(QueryMachines, ReadingWithoutAReason_HasTheExplanationOfItsStatus) {
  Query query = query_of_both({"\\\\*\\Memory\\Available Bytes"});
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, MachineBlock{});
  EXPECT_EQ(query.row().values[1].status, CStatus::no_machine);
  EXPECT_EQ(query.reason(1), explanation_of(CStatus::no_machine));
}

TEST(QueryMachines, PathOfOneMachine_LeavesTheSeriesOfTheOther) {
  Query query = query_of_both({"\\\\a\\Memory\\Available Bytes"});
  const Snapshot block = memory(kSecond, 1);
  take(query, {.block = &block}, {.block = &block});
  const std::uint64_t identity = query.binding().series()[0].identity;
  ASSERT_EQ(query.add("\\\\b\\Memory\\Available Bytes"), 1U);
  query.remove(0);
  ASSERT_TRUE(query.replace(0, "\\\\a\\4\\24").has_value());
  take(query, {.block = &block}, {.block = &block});
  EXPECT_EQ(query.binding().series().size(), 2U);
  EXPECT_EQ(query.binding().series()[0].identity, identity);
  EXPECT_EQ(query.binding().generation(), 2U);
  EXPECT_EQ(query.reserve(), 2U);
  take(query, {.block = &block}, {.block = &block});
  EXPECT_EQ(query.binding().generation(), 2U);
}

}  // namespace
}  // namespace openperflib
