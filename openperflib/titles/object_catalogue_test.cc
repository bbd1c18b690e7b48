#include "openperflib/titles/object_catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/formula.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

const CatalogueCounter& row_at(TitleIndex object, std::size_t order) {
  return find_catalogue_object(object)->counters[order];
}

TEST(ObjectCatalogue, Objects_AreFoundByTheirTitle) {
  EXPECT_EQ(find_catalogue_object(238)->name, "Processor");
  EXPECT_EQ(find_catalogue_object(100174)->name, "Collection Status");
  EXPECT_EQ(find_catalogue_object(239), nullptr);
}

TEST(ObjectCatalogue, TitleIndices_AreOneAnObject) {
  std::set<TitleIndex> met;
  for (const CatalogueObject& object : object_catalogue()) {
    EXPECT_TRUE(met.insert(object.name_index).second) << object.name;
    EXPECT_NE(object.name_index, 0U);
  }
}

// Programs look both up in the tables Counter and Help and print what they find.
TEST(ObjectCatalogue, EveryTitle_HasANameAndAHelpText) {
  const auto check = [](std::string_view name, TitleIndex name_index, TitleIndex help_index) {
    EXPECT_EQ(fixed_titles().name(name_index), name);
    EXPECT_FALSE(fixed_titles().help(help_index).value_or("").empty()) << name << ' ' << help_index;
  };
  for (const CatalogueObject& object : object_catalogue()) {
    check(object.name, object.name_index, object.help_index);
    for (const CatalogueCounter& counter : object.counters) {
      check(counter.name, counter.name_index, counter.help_index);
    }
  }
}

TEST(ObjectCatalogue, Rows_StandAtTheirOrder) {
  for (const CatalogueObject& object : object_catalogue()) {
    for (std::size_t i = 0; i < object.counters.size(); ++i) {
      EXPECT_EQ(object.counters[i].order, i) << object.name;
      EXPECT_NE(object.counters[i].name_index, 0U) << object.name;
    }
    EXPECT_LT(object.default_order, object.counters.size());
  }
}

TEST(ObjectCatalogue, DefaultCounterThatIsABase_IsItsCounter) {
  EXPECT_EQ(find_catalogue_object(234)->default_order, 1);  // % Disk Time; its base is ordinal 2
  EXPECT_EQ(find_catalogue_object(236)->default_order, 3);
  EXPECT_EQ(find_catalogue_object(4)->default_order, 8);
}

TEST(ObjectCatalogue, UnmeasuredCounters_AreConsecutiveAndAligned) {
  EXPECT_EQ(row_at(100174, 0).offset, 8);  // Collection Status: five of 4 bytes
  EXPECT_EQ(row_at(100174, 4).offset, 24);
  EXPECT_EQ(find_catalogue_object(100174)->counter_block_length, 32U);
  EXPECT_EQ(row_at(100000, 3).offset, 32);  // Processor Information: 8, 8, 8, 4, then 8
  EXPECT_EQ(row_at(100000, 4).offset, 40);
  EXPECT_EQ(row_at(700, 0).offset, 8);  // Paging File: a base follows its value
  EXPECT_EQ(row_at(700, 0).base_offset, 12);
  EXPECT_EQ(row_at(700, 1).offset, 16);
}

TEST(ObjectCatalogue, CounterOfLaterWindows_FollowsTheMeasuredOnes) {
  EXPECT_EQ(find_catalogue_object(510)->counter_block_length, 152U);
  EXPECT_EQ(row_at(510, 17).offset, 152);
  EXPECT_EQ(row_at(510, 21).offset, 184);
  EXPECT_EQ(row_at(4, 35).offset, 232);
}

TEST(ObjectCatalogue, Counters_OverlapOnlyInSharedBases) {
  for (const CatalogueObject& object : object_catalogue()) {
    std::set<std::uint32_t> taken;
    for (const CatalogueCounter& counter : object.counters) {
      for (std::uint32_t byte = 0; byte < counter.size; ++byte) {
        EXPECT_TRUE(taken.insert(counter.offset + byte).second) << object.name << counter.name;
      }
      EXPECT_EQ(counter.offset % counter.size, 0) << object.name << counter.name;
    }
  }
}

// Live queries lift every 4-byte number that fell by 2^32 (Policy::wrap): all of ours are running
// totals, of which the low half is stored.
TEST(ObjectCatalogue, FourByteDifferences_AreRunningTotals) {
  std::size_t totals = 0;
  for (const CatalogueObject& object : object_catalogue()) {
    for (const CatalogueCounter& counter : object.counters) {
      const auto base = counter.base_type == 0 ? BaseDefinition::absent : BaseDefinition::present;
      const Formula formula = formula_of(CounterType(counter.type), base);
      const bool may_be_lifted = counter.size == 4 && formula.first == FirstOperand::difference;
      const bool is_total = counter.size == 4 && (counter.type & PERF_DELTA_COUNTER) != 0;
      EXPECT_EQ(is_total, may_be_lifted) << object.name << ", " << counter.name;
      totals += may_be_lifted ? 1 : 0;
    }
  }
  EXPECT_GT(totals, 20U);
}

}  // namespace
}  // namespace openperflib
