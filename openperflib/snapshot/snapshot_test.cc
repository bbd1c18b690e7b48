#include "openperflib/snapshot/snapshot.h"

#include <gtest/gtest.h>

#include <array>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

TEST(Snapshot, Assign_KeepsACopyOfTheBlock) {
  std::vector<std::byte> block;
  {
    TestBlock written;
    const Bytes bytes = written.object(4, {{24}}, Instances::none).single({7}).bytes();
    block.assign(bytes.begin(), bytes.end());
  }
  Snapshot snapshot;
  EXPECT_TRUE(snapshot.empty());
  ASSERT_TRUE(snapshot.assign(block).has_value());
  block.assign(block.size(), std::byte{0xEE});
  EXPECT_FALSE(snapshot.empty());
  EXPECT_EQ(snapshot.view().object_count(), 1U);
  EXPECT_TRUE(snapshot.tolerated().empty());
}

TEST(Snapshot, Adopt_TakesTheBytesAndGivesBackItsOwn) {
  TestBlock written;
  const Bytes bytes = written.object(4, {{24}}, Instances::none).single({7}).bytes();
  std::vector<std::byte> block(bytes.begin(), bytes.end());
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.adopt(block).has_value());
  EXPECT_TRUE(block.empty());
  EXPECT_EQ(snapshot.view().object_count(), 1U);
}

TEST(Snapshot, MovedFrom_IsEmpty) {
  Snapshot snapshot = TestBlock().status().missing("gone", 230, 1, 0, 1).snapshot();
  Snapshot moved = std::move(snapshot);
  EXPECT_TRUE(snapshot.empty());
  EXPECT_EQ(moved.view().object_count(), 1U);
  EXPECT_EQ(moved.reason(moved.missing().at(0)), "gone");
  snapshot = std::move(moved);
  EXPECT_TRUE(moved.empty());
  EXPECT_EQ(snapshot.status(230, 1, 0), CStatus::no_data);
}

TEST(Snapshot, BadBlock_LeavesItEmpty) {
  Snapshot snapshot = TestBlock().status().missing("gone", 230, 1, 0, 1).snapshot();
  EXPECT_FALSE(snapshot.assign(Bytes{}).has_value());
  EXPECT_TRUE(snapshot.empty());
  EXPECT_TRUE(snapshot.missing().empty());
}

// A run of the block that is a part of an added one is dropped: the last run before an instance
// is the one that counts.
TEST(Snapshot, AddedRuns_CoverThoseOfTheBlock) {
  Snapshot snapshot = TestBlock().status().missing("gone", 230, 1, 3, 1).snapshot();
  EXPECT_EQ(snapshot.status(230, 1, 4), CStatus::valid_data);
  const std::array runs = {
      MissingRun{230, 1, 0, MissingRun::kLeftOut, CStatus::invalid_data, MissingReason::other, {}},
      MissingRun{230, 0, 2, 1, CStatus::invalid_data, MissingReason::other, {}}};
  snapshot.add_missing(runs);
  EXPECT_EQ(snapshot.status(230, 0, 1), CStatus::valid_data);
  EXPECT_EQ(snapshot.status(230, 0, 2), CStatus::invalid_data);
  EXPECT_EQ(snapshot.status(230, 1, 3), CStatus::invalid_data);
  EXPECT_EQ(snapshot.status(230, 1, 4), CStatus::invalid_data);
}

TEST(Snapshot, RunOfCollectionStatus_TellsStatusAndReason) {
  const Snapshot snapshot = TestBlock()
                                .status()
                                .missing("no permission: /proc/4711/io", title::kProcess, 19, 4, 3)
                                .snapshot();
  const MissingRun* why = nullptr;
  EXPECT_EQ(snapshot.status(title::kProcess, 19, 3), CStatus::valid_data);
  EXPECT_EQ(snapshot.status(title::kProcess, 19, 4, &why), CStatus::no_data);
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(snapshot.reason(*why), "no permission: /proc/4711/io");
  EXPECT_EQ(snapshot.status(title::kProcess, 19, 6), CStatus::no_data);
  EXPECT_EQ(snapshot.status(title::kProcess, 19, 7), CStatus::valid_data);
  EXPECT_EQ(snapshot.status(title::kProcess, 18, 4), CStatus::valid_data);
  EXPECT_EQ(snapshot.status(232, 19, 4), CStatus::valid_data);
}

TEST(Snapshot, CounterThatWasLeftOut_HasItsReason) {
  const Snapshot snapshot = TestBlock()
                                .status()
                                .left_out("no paged kernel memory on Linux", title::kProcess, 56)
                                .left_out("no count", title::kProcess, 1418)
                                .snapshot();
  const MissingRun* why = snapshot.left_out(title::kProcess, 56);
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->status, CStatus::no_counter);
  EXPECT_EQ(snapshot.reason(*why), "no paged kernel memory on Linux");
  EXPECT_NE(snapshot.left_out(title::kProcess, 1418), nullptr);
  EXPECT_EQ(snapshot.left_out(title::kProcess, 58), nullptr);
  EXPECT_EQ(snapshot.left_out(title::kProcess, 1420), nullptr);
  EXPECT_EQ(snapshot.left_out(4, 56), nullptr);
  EXPECT_EQ(snapshot.status(title::kProcess, MissingRun::kLeftOut, 56), CStatus::valid_data);
}

TEST(Snapshot, RunsOfOneCounter_AreFoundByBinarySearch) {
  TestBlock block;
  block.status();
  for (std::uint32_t first = 0; first < 1000; first += 4) {
    block.missing("odd", title::kProcess, 3, first, 2);
  }
  const Snapshot snapshot = block.snapshot();
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(snapshot.status(title::kProcess, 3, i) == CStatus::no_data, i % 4 < 2) << i;
  }
}

TEST(Snapshot, RowThatSaysWhatCannotBe_IsIgnored) {
  const Snapshot snapshot = TestBlock()
                                .status()
                                .missing("valid", title::kProcess, 1, 0, 1, CStatus::valid_data)
                                .missing("new", title::kProcess, 1, 0, 1, CStatus::new_data)
                                .missing("none", title::kProcess, 1, 0, 0)
                                .instance("no such status", {title::kProcess, 1, 0, 1, 0x12345678})
                                .snapshot();
  EXPECT_TRUE(snapshot.missing().empty());
}

TEST(Snapshot, RunsThatOverlap_HideNothing) {
  const Snapshot snapshot = TestBlock()
                                .status()
                                .missing("short", title::kProcess, 1, 50, 1)
                                .missing("long", title::kProcess, 1, 0, 100)
                                .missing("twice", title::kProcess, 1, 0, 10)
                                .missing("beyond", title::kProcess, 1, 90, 0xFFFFFFFF)
                                .snapshot();
  for (const std::uint32_t i : {0U, 49U, 50U, 51U, 60U, 99U, 100U, 0xFFFFFFFFU}) {
    EXPECT_EQ(snapshot.status(title::kProcess, 1, i), CStatus::no_data) << i;
  }
}

TEST(Snapshot, ReasonCode_IsThatOfTheRow) {
  const Snapshot snapshot =
      TestBlock()
          .status_with_codes()
          .missing_with_code("anything", title::kProcess, 0, 0, 1, 4)
          .missing_with_code("not requested", title::kProcess, 1, 0, 1, 2)
          .missing_with_code("of a later version", title::kProcess, 2, 0, 1, 13)
          .snapshot();
  ASSERT_EQ(snapshot.missing().size(), 3U);
  EXPECT_EQ(snapshot.missing()[0].code, MissingReason::no_permission);
  EXPECT_EQ(snapshot.missing()[1].code, MissingReason::not_requested);
  EXPECT_EQ(snapshot.missing()[2].code, MissingReason::other);
}

TEST(Snapshot, BlockWithoutReasonCodes_HasReasonsOfOtherKinds) {
  const Snapshot snapshot = TestBlock()
                                .status()
                                .missing("no permission: /proc/1/io", title::kProcess, 0, 0, 1)
                                .snapshot();
  ASSERT_EQ(snapshot.missing().size(), 1U);
  EXPECT_EQ(snapshot.missing().front().code, MissingReason::other);
}

TEST(Snapshot, CollectionStatusWithoutItsCounters_SaysNothing) {
  const Snapshot snapshot =
      TestBlock()
          .object(title::kCollectionStatus, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4}})
          .instance("x", {230})
          .snapshot();
  EXPECT_TRUE(snapshot.missing().empty());
}

TEST(Snapshot, StatusValueOfNoNumber_IsIgnored) {
  constexpr std::uint32_t kType = PERF_COUNTER_RAWCOUNT;
  const Snapshot snapshot =
      TestBlock()
          .object(title::kCollectionStatus, {{title::kObjectTitleIndex, kType, 4},
                                             {title::kCounterOrdinal, kType, 4},
                                             {title::kFirstInstance, kType, 4},
                                             {title::kInstanceCount, kType, 4},
                                             {title::kCStatus, PERF_COUNTER_TEXT, 16}})
          .instance("x", {230, 1, 0, 1})
          .snapshot();
  EXPECT_TRUE(snapshot.missing().empty());
}

TEST(Snapshot, InstanceKeys_AreSwappedInAndForgottenWithTheBlock) {
  Snapshot snapshot = TestBlock().snapshot();
  std::vector<InstanceKey> keys = {{234, 0, 77}};
  snapshot.set_instance_keys(keys);
  EXPECT_TRUE(keys.empty());
  ASSERT_EQ(snapshot.instance_keys().size(), 1U);
  TestBlock().into(snapshot);
  EXPECT_TRUE(snapshot.instance_keys().empty());
}

}  // namespace
}  // namespace openperflib
