#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <unordered_map>

#include "openperflib/analysis/subject_table_internal.h"

namespace openperflib {
namespace {

TEST(SubjectTable, KeyThatWasNeverSet_HasNoPlace) {
  SubjectTable table;
  EXPECT_EQ(table.find(7), SubjectTable::kNone);
  table.erase(7);
  table.set(8, 1);
  EXPECT_EQ(table.find(7), SubjectTable::kNone);
}

TEST(SubjectTable, KeyThatIsSetAgain_HasItsLastPlace) {
  SubjectTable table;
  table.set(7, 1);
  table.set(7, 2);
  EXPECT_EQ(table.find(7), 2U);
  table.erase(7);
  EXPECT_EQ(table.find(7), SubjectTable::kNone);
}

// Few keys in few slots, so that many keys stand after others that are removed before them.
TEST(SubjectTable, KeysThatComeAndGo_AreThoseOfAMap) {
  std::minstd_rand random(20261201);
  SubjectTable table;
  std::unordered_map<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t step = 0; step < 20'000; ++step) {
    const std::uint64_t key = random() % 64;
    if (random() % 2 == 0) {
      table.set(key, step);
      expected[key] = step;
    } else {
      table.erase(key);
      expected.erase(key);
    }
    const std::uint64_t looked_up = random() % 64;
    const auto known = expected.find(looked_up);
    ASSERT_EQ(table.find(looked_up), known == expected.end() ? SubjectTable::kNone : known->second);
  }
}

TEST(SubjectTable, KeysOfPlacesThatAreGone_AreRemoved) {
  SubjectTable table;
  for (std::uint32_t i = 0; i < 100; ++i) table.set(std::uint64_t{i} << 32U, i / 2);
  table.erase_if([](std::uint32_t place) { return place % 2 == 0; });
  for (std::uint32_t i = 0; i < 100; ++i) {
    const bool is_gone = i / 2 % 2 == 0;
    EXPECT_EQ(table.find(std::uint64_t{i} << 32U), is_gone ? SubjectTable::kNone : i / 2);
  }
}

}  // namespace
}  // namespace openperflib
