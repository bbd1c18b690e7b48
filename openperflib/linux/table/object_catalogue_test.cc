#include "openperflib/linux/table/object_catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "openperflib/counter/formula.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

const CatalogueCounter& counter_of(TitleIndex object, std::size_t order) {
  return find_catalogue_object(object)->counters[order];
}

TEST(ObjectCatalogue, Objects_AreFoundByTheirTitle) {
  EXPECT_EQ(find_catalogue_object(238)->name, "Processor");
  EXPECT_EQ(find_catalogue_object(100174)->name, "Collection Status");
  EXPECT_EQ(find_catalogue_object(239), nullptr);
}

TEST(ObjectCatalogue, CollectionStatus_IsAsSnapshotWritesIt) {
  DataBlockBuilder builder;
  builder.begin({});
  write_collection_status({}, builder);
  const auto block = builder.finish();
  ASSERT_TRUE(block.has_value());
  const auto view = DataBlockView::parse(*block);
  ASSERT_TRUE(view.has_value());
  const ObjectTypeView object = *view->find(title::kCollectionStatus);
  const CatalogueObject& row = *find_catalogue_object(title::kCollectionStatus);
  EXPECT_EQ(object.help_title_index(), row.help_index);
  EXPECT_EQ(object.detail_level(), row.detail_level);
  ASSERT_EQ(object.counter_count(), row.counters.size());
  auto listed = row.counters.begin();
  for (const CounterDefinitionView& counter : object.counters()) {
    EXPECT_EQ(counter.name_title_index(), listed->name_index);
    EXPECT_EQ(counter.help_title_index(), listed->help_index);
    EXPECT_EQ(counter.counter_offset(), listed->offset) << listed->name;
    EXPECT_EQ(counter.counter_type(), listed->type) << listed->name;
    EXPECT_EQ(counter.counter_size(), listed->size) << listed->name;
    ++listed;
  }
}

TEST(ObjectCatalogue, CounterThatLinuxLacks_HasItsTypeAllTheSame) {
  const auto write_copies = counter_in_catalogue(4, 32);
  ASSERT_TRUE(write_copies.has_value());
  EXPECT_EQ(write_copies->type, CounterType(PERF_COUNTER_COUNTER));
  EXPECT_EQ(write_copies->size, 4U);
  EXPECT_FALSE(counter_in_catalogue(4, 238).has_value());
  EXPECT_FALSE(counter_in_catalogue(239, 32).has_value());
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
  EXPECT_EQ(counter_of(100174, 0).offset, 8);  // Collection Status: five of 4 bytes
  EXPECT_EQ(counter_of(100174, 4).offset, 24);
  EXPECT_EQ(find_catalogue_object(100174)->counter_block_length, 32U);
  EXPECT_EQ(counter_of(100000, 3).offset, 32);  // Processor Information: 8, 8, 8, 4, then 8
  EXPECT_EQ(counter_of(100000, 4).offset, 40);
  EXPECT_EQ(counter_of(700, 0).offset, 8);  // Paging File: a base follows its value
  EXPECT_EQ(counter_of(700, 0).base_offset, 12);
  EXPECT_EQ(counter_of(700, 1).offset, 16);
}

TEST(ObjectCatalogue, CounterOfLaterWindows_FollowsTheMeasuredOnes) {
  EXPECT_EQ(find_catalogue_object(510)->counter_block_length, 152U);
  EXPECT_EQ(counter_of(510, 17).offset, 152);
  EXPECT_EQ(counter_of(510, 21).offset, 184);
  EXPECT_EQ(counter_of(4, 35).offset, 232);
}

TEST(ObjectCatalogue, ProcessPrivateState_IsDocumented) {
  EXPECT_EQ(counter_of(4, 19).name, "Cache Bytes Peak");
  EXPECT_EQ(counter_of(4, 19).process_private, "maximum so far");
  EXPECT_EQ(counter_of(4, 1).name, "Available Bytes");
  EXPECT_EQ(counter_of(4, 1).process_private, "");
}

TEST(ObjectCatalogue, OmittedObjects_HaveAReasonAndNoTitle) {
  EXPECT_EQ(omitted_objects().size(), 7U);
  for (const OmittedObject& omitted : omitted_objects()) {
    EXPECT_FALSE(omitted.reason.empty()) << omitted.name;
    EXPECT_EQ(std::ranges::count(object_catalogue(), omitted.name, &CatalogueObject::name), 0)
        << omitted.name;
  }
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

// Live queries lift every 4-byte number that fell by 2^32 (Policy::wrap): none of ours is anything
// but the low half of a wider count.
TEST(ObjectCatalogue, FourByteDifferences_HaveAWiderSource) {
  std::size_t cut = 0;
  for (const CatalogueObject& object : object_catalogue()) {
    for (const CatalogueCounter& counter : object.counters) {
      const auto base = counter.base_type == 0 ? BaseDefinition::absent : BaseDefinition::present;
      const Formula formula = formula_of(CounterType(counter.type), base);
      const bool may_be_lifted = counter.size == 4 && formula.first == FirstOperand::difference;
      EXPECT_EQ(counter.source_64_bit, may_be_lifted) << object.name << ", " << counter.name;
      cut += may_be_lifted ? 1 : 0;
    }
  }
  EXPECT_GT(cut, 20U);
}

TEST(ObjectCatalogue, CutTotals_AreTheFourByteDeltas) {
  EXPECT_TRUE(counter_of(2, 6).source_64_bit);    // Context Switches/sec
  EXPECT_FALSE(counter_of(2, 10).source_64_bit);  // Processor Queue Length: no total
  EXPECT_FALSE(counter_of(2, 3).source_64_bit);   // File Read Bytes/sec: all 64 bits stored
}

TEST(ObjectCatalogue, TotalRules_AreThoseOfTheTable) {
  EXPECT_EQ(counter_of(238, 0).total, TotalRule::mean);
  EXPECT_EQ(counter_of(238, 3).total, TotalRule::sum);
  EXPECT_EQ(counter_of(230, 13).total, TotalRule::now);
  EXPECT_EQ(counter_of(230, 14).total, TotalRule::zero);
  EXPECT_EQ(counter_of(2, 0).total, TotalRule::no_total);
  EXPECT_EQ(counter_of(100000, 27).total, TotalRule::flags_or);
  EXPECT_EQ(counter_of(100080, 0).total, TotalRule::source);
}

TEST(ObjectCatalogue, CountersThatLinuxNeverFeeds_SayWhy) {
  for (const CatalogueObject& object : object_catalogue()) {
    for (const CatalogueCounter& counter : object.counters) {
      const bool never = counter.status == LinuxStatus::none ||
                         counter.status == LinuxStatus::omit ||
                         counter.status == LinuxStatus::optional;
      EXPECT_EQ(never, !counter.left_out_reason.empty()) << object.name << counter.name;
      EXPECT_EQ(counter.left_out_reason.find("no definition"), std::string_view::npos);
    }
  }
  EXPECT_EQ(counter_of(2, 16).left_out_reason, "no registry on Linux");
  EXPECT_EQ(counter_of(2, 5).left_out_reason, "Linux has no such count");
  EXPECT_EQ(counter_of(2, 13).left_out_reason,
            "not collected: perf_event PERF_COUNT_SW_ALIGNMENT_FAULTS");
}

}  // namespace
}  // namespace openperflib
