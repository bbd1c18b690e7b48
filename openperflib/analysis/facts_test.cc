#include "openperflib/analysis/facts.h"

#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

Column constant(std::string object, std::optional<std::string> instance, std::string counter,
                double number) {
  return {std::move(object), std::move(instance), std::move(counter),
          [=](std::size_t) { return number; }};
}

Facts facts_of(std::vector<Column> columns) {
  return analysed({.columns = std::move(columns), .samples = 3}).facts.at(0);
}

const std::string& source_of_ram(const Facts& facts) {
  return facts.sources[static_cast<std::size_t>(Fact::ram)];
}

TEST(Facts, MemoryOfTheNodes_IsThatOfTheMachine) {
  const Facts facts = facts_of({constant("NUMA Node Memory", "_Total", "Total MBytes", 16384),
                                constant("Memory", std::nullopt, "Available MBytes", 9000),
                                constant("Memory", std::nullopt, "Commit Limit", 40e9)});
  EXPECT_EQ(facts.number(Fact::ram), 16384 * kMB);
  EXPECT_EQ(source_of_ram(facts), "NUMA Node Memory(_Total)\\Total MBytes");
}

// A virtual machine whose node has 13.1 GB while 21 GB are available.
TEST(Facts, MoreAvailableThanTheNodesHave_IsBelievedAndSaid) {
  const Facts facts =
      facts_of({constant("NUMA Node Memory", "_Total", "Total MBytes", 13414.4),
                constant("Memory", std::nullopt, "Available Bytes", 21 * 1024 * kMB)});
  EXPECT_EQ(facts.number(Fact::ram), 21 * 1024 * kMB);
  EXPECT_EQ(source_of_ram(facts),
            "at least: this much was available, although NUMA Node Memory says 13.1 GB");
}

TEST(Facts, MemTotalOfLinux_IsBelievedBeforeAllOthers) {
  const Facts facts =
      facts_of({constant("NUMA Node Memory", "_Total", "Total MBytes", 18739.2),
                constant("Memory", std::nullopt, "Available Bytes", 26e9),
                constant("Memory", std::nullopt, "Commit Limit", 40e9),
                constant("Linux Memory", std::nullopt, "MemTotal Bytes", 25215336448.0)});
  EXPECT_EQ(facts.number(Fact::ram), 25215336448.0);
  EXPECT_EQ(source_of_ram(facts), "Linux Memory\\MemTotal Bytes");
}

TEST(Facts, CommitLimit_IsAnUpperBoundWhereNothingBetterIsKnown) {
  const Facts facts = facts_of({constant("Memory", std::nullopt, "Commit Limit", 1000 * kMB),
                                constant("Memory", std::nullopt, "Available KBytes", 2000)});
  EXPECT_EQ(facts.number(Fact::ram), 1000 * kMB);
  EXPECT_EQ(source_of_ram(facts), "at most: Memory\\Commit Limit, which includes page files");
}

TEST(Facts, AvailableAlone_IsNotASizeOfMemory) {
  EXPECT_TRUE(std::isnan(
      facts_of({constant("Memory", std::nullopt, "Available Bytes", 5e9)}).number(Fact::ram)));
}

}  // namespace
}  // namespace openperflib
