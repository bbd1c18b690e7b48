// Sessions of several machines: their paths, rows, titles and catalogs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/session/counter_session.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/two_machines.h"
#include "openperflib/testing/query_example.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kShop = 2000;
constexpr std::uint32_t kSold = 2002;

// The object of a shop, whose names are not in the fixed tables.
void write_shop(TestBlock& block, std::uint64_t sold) {
  block.object(kShop, {{kSold}}).instance("North", {sold});
}

// "machine object", in the order of a catalog.
std::vector<std::string> objects_of(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const Catalog::Object& object : catalog.objects()) {
    names.push_back(std::string(object.machine) + " " + std::string(object.name));
  }
  return names;
}

TEST(SeveralMachines, PathsOfBoth_StandInOneQuery) {
  TwoMachines two;
  two.b.pass(1000);
  two.add({"\\\\a\\Memory\\Available Bytes", "\\\\B\\memory\\available bytes"});
  two.collect();
  EXPECT_THAT(paths_of(two.session.query()),
              ElementsAre("\\\\a\\Memory\\Available Bytes", "\\\\b\\Memory\\Available Bytes"));
  EXPECT_EQ(two.session.query().row().values[0].number, 1101);
  EXPECT_EQ(two.session.query().row().values[1].number, 2101);
  EXPECT_EQ(two.session.query().newer().counters[1].first, 2101U);
}

TEST(SeveralMachines, Series_StandInTheOrderOfThePathsThenOfTheMachines) {
  TwoMachines two;
  two.add({"\\\\*\\Processor(*)\\% User Time", "\\\\b\\Memory\\Available Bytes"});
  two.collect(2);
  EXPECT_THAT(paths_of(two.session.query()),
              ElementsAre("\\\\a\\Processor(0)\\% User Time", "\\\\a\\Processor(1)\\% User Time",
                          "\\\\b\\Processor(0)\\% User Time", "\\\\b\\Processor(1)\\% User Time",
                          "\\\\b\\Memory\\Available Bytes"));
  EXPECT_EQ(two.session.query().row().values[2].number, 25);
  EXPECT_EQ(two.session.query().binding().series()[4].path, 1U);
}

TEST(SeveralMachines, PathWithoutAMachine_IsForTheFirst) {
  TwoMachines two;
  two.add(
      {"\\Memory\\Available Bytes", "\\\\.\\Memory\\Available Bytes", "Memory/Available Bytes"});
  two.collect();
  const std::string first = "\\\\a\\Memory\\Available Bytes";
  EXPECT_THAT(paths_of(two.session.query()), ElementsAre(first, first, first));
}

TEST(SeveralMachines, MachineThatTheSessionLacks_IsNamedWithThoseThatItHas) {
  TwoMachines two;
  two.add({"\\\\c\\Memory\\Available Bytes", "\\\\b\\Memori\\Available Bytes"});
  two.collect();
  EXPECT_EQ(two.session.match(0), Query::Match::no_machine);
  EXPECT_EQ(two.session.unmatched_text(0), "machine c cannot be read, only a, b");
  EXPECT_EQ(two.session.unmatched_text(1), "no such object; did you mean \"Memory\"?");
  EXPECT_TRUE(two.session.nothing_can_match());
}

TEST(SeveralMachines, AllAreAsked_BeforeTheFirstIsRead) {
  TwoMachines two;
  std::vector<std::string> calls;
  two.a.script().calls = &calls;
  two.b.script().calls = &calls;
  two.add({"\\\\*\\Memory\\Available Bytes"});
  two.collect();
  EXPECT_THAT(calls, ElementsAre("ask a", "ask b", "read a", "read b"));
}

TEST(SeveralMachines, Machine_IsAskedForWhatItsPathsNeed) {
  TwoMachines two;
  two.add({"\\Memory\\Available Bytes", "\\\\b\\Processor(*)\\% User Time"});
  two.collect();
  EXPECT_TRUE(two.a.requested().wants_object(title::kMemory));
  EXPECT_FALSE(two.a.requested().wants_object(title::kProcessor));
  EXPECT_FALSE(two.b.requested().wants_object(title::kMemory));
  EXPECT_TRUE(two.b.requested().wants_object(title::kProcessor));
}

// The same index has another name on each of them.
TEST(SeveralMachines, EachMachine_HasTheTitlesOfItsOwn) {
  TwoMachines two;
  two.a.set_titles({{kShop, "Web Shop"}, {kSold, "Requests"}});
  two.b.set_titles({{kShop, "Bakery"}, {kSold, "Loaves"}});
  two.a.script().write = two.b.script().write = write_shop;
  two.add({"\\\\*\\Web Shop(*)\\Requests", "\\\\b\\Bakery(North)\\Loaves", "\\\\a\\Bakery(*)\\*"});
  two.collect();
  EXPECT_THAT(paths_of(two.session.query()),
              ElementsAre("\\\\a\\Web Shop(North)\\Requests", "\\\\b\\Bakery(North)\\Loaves"));
  EXPECT_EQ(two.session.match(2), Query::Match::no_object);
  EXPECT_TRUE(two.a.requested().wants_counter(kShop, kSold));
  EXPECT_THAT(objects_of(two.session.catalog()), ElementsAre("a Web Shop", "b Bakery"));
}

TEST(SeveralMachines, NewTitlesOfOne_AreFollowed) {
  TwoMachines two;
  two.b.script().write = write_shop;
  two.add({"\\\\*\\Bakery(*)\\Loaves", "\\Memory\\Available Bytes"});
  two.collect();
  EXPECT_THAT(paths_of(two.session.query()), ElementsAre("\\\\a\\Memory\\Available Bytes"));
  two.b.set_titles({{kShop, "Bakery"}, {kSold, "Loaves"}});
  two.collect();
  EXPECT_THAT(paths_of(two.session.query()),
              ElementsAre("\\\\b\\Bakery(North)\\Loaves", "\\\\a\\Memory\\Available Bytes"));
}

TEST(SeveralMachines, CatalogSnapshotsAndSources_AreThoseOfEach) {
  TwoMachines two;
  two.b.pass(1000);
  two.add({"\\\\*\\Memory\\Available Bytes"});
  two.collect();
  EXPECT_THAT(objects_of(two.session.catalog()),
              ElementsAre("a Memory", "a Processor", "b Memory", "b Processor"));
  EXPECT_EQ(two.session.snapshot().view().perf_time(), 101 * kSecond);
  EXPECT_EQ(two.session.snapshot("B").view().perf_time(), 1101 * kSecond);
  EXPECT_TRUE(two.session.snapshot("c").empty());
  const auto series = two.session.query().binding().series();
  EXPECT_EQ(two.session.source_of(series[0], ""), "the script of a");
  EXPECT_EQ(two.session.source_of(series[1], ""), "the script of b");
}

TEST(SeveralMachines, SameCounterOfTwoMachines_HasTwoIdentities) {
  TwoMachines two;
  two.add({"\\\\*\\Memory\\Available Bytes", "\\\\b\\Memory\\Available Bytes"});
  two.collect();
  const auto series = two.session.query().binding().series();
  EXPECT_NE(series[0].identity, series[1].identity);
  EXPECT_EQ(series[1].identity, series[2].identity);
}

TEST(SeveralMachines, OneThatHasAName_IsShownAndFoundByIt) {
  std::vector<NamedSource> sources;
  sources.push_back({.machine = "web", .source = std::make_unique<ScriptedSource>("a")});
  CounterSession session =
      CounterSession::of_sources(std::move(sources), fixed_titles(), std::chrono::hours(1));
  ASSERT_TRUE(session.add("\\\\web\\Memory\\Available Bytes").has_value());
  ASSERT_TRUE(session.add("\\\\a\\Memory\\Available Bytes").has_value());
  ASSERT_EQ(session.collect(), CounterSession::Collected::row);
  EXPECT_THAT(paths_of(session.query()), ElementsAre("\\\\web\\Memory\\Available Bytes"));
  EXPECT_EQ(session.unmatched_text(1), "machine a cannot be read, only this one (web)");
}

TEST(SeveralMachines, SteadyRows_AllocateNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  TwoMachines two;
  two.add({"\\\\*\\Processor(*)\\*", "\\\\*\\Memory\\*", "\\Memory\\Available Bytes"});
  two.a.prepare(10);
  two.b.prepare(10);
  two.collect(4);
  const std::uint64_t before = bench::allocations;
  const auto collected = two.session.collect();
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_EQ(collected, CounterSession::Collected::row);
  EXPECT_EQ(two.session.query().row().values.size(), 9U);
  EXPECT_TRUE(two.session.query().row().values[3].usable());
}

}  // namespace
}  // namespace openperflib
