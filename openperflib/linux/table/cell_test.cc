#include <gtest/gtest.h>

#include "openperflib/linux/table/cell_internal.h"

namespace openperflib::linux_objects {
namespace {

TEST(Cell, Sum_IsThatOfTheNumbers) {
  Cell sum;
  add(sum, {7});
  add(sum, {~0ULL - 7});
  EXPECT_TRUE(sum.is_present());
  EXPECT_EQ(sum.value, ~0ULL);
}

TEST(Cell, SumBeyond64Bits_StaysMissing) {
  Cell sum{~0ULL};
  add(sum, {1});
  EXPECT_EQ(sum.reason, Reasons::kSumTooLarge);
  add(sum, {1});
  EXPECT_EQ(sum.reason, Reasons::kSumTooLarge);
}

TEST(Cell, SumWithMissingCell_HasTheFirstReason) {
  Cell sum{5};
  add(sum, missing(Reasons::kNotAskedFor));
  add(sum, missing(Reasons::kFirstCollection));
  add(sum, {1});
  EXPECT_EQ(sum.reason, Reasons::kNotAskedFor);
}

TEST(Cell, CounterOf4Bytes_HasItsLow32Bits) {
  constexpr TitleIndex kSystem = 2;
  constexpr std::size_t kFileReads = 0, kFileReadBytes = 3;  // 4 and 8 bytes
  ObjectTable table(*find_catalogue_object(kSystem));
  put(table, 0, kFileReads, {0x1'0000'0007});
  put(table, 0, kFileReadBytes, {0x1'0000'0007});
  EXPECT_EQ(table.value(0, kFileReads), 7U);
  EXPECT_EQ(table.value(0, kFileReadBytes), 0x1'0000'0007U);
  put(table, 0, kFileReads, missing(Reasons::kNotAskedFor));
  EXPECT_EQ(table.reason(0, kFileReads), Reasons::kNotAskedFor);
}

}  // namespace
}  // namespace openperflib::linux_objects
