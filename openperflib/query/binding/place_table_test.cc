#include "openperflib/query/binding/place_table.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace openperflib {
namespace {

TEST(PlaceTable, NewKey_HasNoPlaceUntilItGetsOne) {
  PlaceTable table;
  table.restart(1);
  EXPECT_EQ(table.place_of(7), PlaceTable::kNone);
  EXPECT_EQ(table.place_of(8), PlaceTable::kNone);
  table.place_of(7) = 3;
  EXPECT_EQ(table.place_of(7), 3U);
  EXPECT_EQ(table.place_of(8), PlaceTable::kNone);
}

TEST(PlaceTable, KeyOfTwoPaths_HasAPlaceInEach) {
  PlaceTable table;
  table.restart(2);
  table.place_of(7, 1) = 3;
  EXPECT_EQ(table.place_of(7, 2), PlaceTable::kNone);
  table.place_of(7, 2) = 4;
  EXPECT_EQ(table.place_of(7, 1), 3U);
  EXPECT_EQ(table.place_of(7, 2), 4U);
}

// Multiples of 2^32 and small numbers: in both, most bits are the same.
TEST(PlaceTable, AsManyKeysAsItHasRoomFor_KeepTheirPlaces) {
  constexpr std::uint32_t kHalf = 500;
  PlaceTable table;
  table.restart(2 * kHalf);
  for (std::uint32_t i = 0; i < kHalf; ++i) {
    table.place_of(i) = i;
    table.place_of(std::uint64_t{i + 1} << 32U) = kHalf + i;
  }
  for (std::uint32_t i = 0; i < kHalf; ++i) {
    EXPECT_EQ(table.place_of(i), i);
    EXPECT_EQ(table.place_of(std::uint64_t{i + 1} << 32U), kHalf + i);
  }
}

TEST(PlaceTable, Restart_RemovesAllPlaces) {
  PlaceTable table;
  table.restart(4);
  table.place_of(7) = 3;
  table.restart(4);
  EXPECT_EQ(table.place_of(7), PlaceTable::kNone);
}

}  // namespace
}  // namespace openperflib
