#include "openperflib/linux/table/linux_counters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "openperflib/snapshot/collection_status.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

const CatalogueCounter& counter_of(TitleIndex object, std::size_t order) {
  return find_catalogue_object(object)->counters[order];
}

TEST(LinuxCounters, CollectionStatus_IsAsSnapshotWritesIt) {
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

TEST(LinuxCounters, ProcessPrivateState_IsDocumented) {
  EXPECT_EQ(counter_of(4, 19).name, "Cache Bytes Peak");
  EXPECT_EQ(on_linux(counter_of(4, 19)).process_private, "maximum so far");
  EXPECT_EQ(counter_of(4, 1).name, "Available Bytes");
  EXPECT_EQ(on_linux(counter_of(4, 1)).process_private, "");
}

TEST(LinuxCounters, OmittedObjects_HaveAReasonAndNoTitle) {
  EXPECT_EQ(omitted_objects().size(), 7U);
  for (const OmittedObject& omitted : omitted_objects()) {
    EXPECT_FALSE(omitted.reason.empty()) << omitted.name;
    EXPECT_EQ(std::ranges::count(object_catalogue(), omitted.name, &CatalogueObject::name), 0)
        << omitted.name;
  }
}

TEST(LinuxCounters, TotalRules_AreThoseOfTheTable) {
  EXPECT_EQ(on_linux(counter_of(238, 0)).total, TotalRule::mean);
  EXPECT_EQ(on_linux(counter_of(238, 3)).total, TotalRule::sum);
  EXPECT_EQ(on_linux(counter_of(230, 13)).total, TotalRule::now);
  EXPECT_EQ(on_linux(counter_of(230, 14)).total, TotalRule::zero);
  EXPECT_EQ(on_linux(counter_of(2, 0)).total, TotalRule::no_total);
  EXPECT_EQ(on_linux(counter_of(100000, 27)).total, TotalRule::flags_or);
  EXPECT_EQ(on_linux(counter_of(100080, 0)).total, TotalRule::source);
}

TEST(LinuxCounters, CountersThatLinuxNeverFeeds_SayWhy) {
  for (const CatalogueObject& object : object_catalogue()) {
    for (const CatalogueCounter& counter : object.counters) {
      const LinuxCounter& row = on_linux(counter);
      const bool never = row.status == LinuxStatus::none || row.status == LinuxStatus::omit ||
                         row.status == LinuxStatus::optional;
      EXPECT_EQ(never, !row.left_out_reason.empty()) << object.name << counter.name;
      EXPECT_EQ(row.left_out_reason.find("no definition"), std::string_view::npos);
    }
  }
  EXPECT_EQ(on_linux(counter_of(2, 16)).left_out_reason, "no registry on Linux");
  EXPECT_EQ(on_linux(counter_of(2, 5)).left_out_reason, "Linux has no such count");
  EXPECT_EQ(on_linux(counter_of(2, 13)).left_out_reason,
            "not collected: perf_event PERF_COUNT_SW_ALIGNMENT_FAULTS");
}

}  // namespace
}  // namespace openperflib
