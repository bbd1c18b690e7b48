#include "openperflib/base/checked.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace openperflib {
namespace {

constexpr std::uint32_t kMostNumber = std::numeric_limits<std::uint32_t>::max();

TEST(CheckedAdd, SumThatFits_IsReturned) {
  EXPECT_EQ(checked_add<std::uint32_t>(kMostNumber - 1, 1), kMostNumber);
  EXPECT_EQ(checked_add<std::int32_t>(-5, 3), -2);
}

TEST(CheckedAdd, SumThatDoesNotFit_IsNone) {
  EXPECT_EQ(checked_add<std::uint32_t>(kMostNumber, 1), std::nullopt);
  EXPECT_EQ(checked_add<std::int32_t>(std::numeric_limits<std::int32_t>::max(), 1), std::nullopt);
}

TEST(CheckedSub, DifferenceThatFits_IsReturned) {
  EXPECT_EQ(checked_sub<std::uint32_t>(kMostNumber, 1), kMostNumber - 1);
  EXPECT_EQ(checked_sub<std::int32_t>(-5, 3), -8);
}

TEST(CheckedSub, DifferenceThatDoesNotFit_IsNone) {
  EXPECT_EQ(checked_sub<std::uint32_t>(0, 1), std::nullopt);
  EXPECT_EQ(checked_sub<std::int32_t>(std::numeric_limits<std::int32_t>::min(), 1), std::nullopt);
}

TEST(SaturatingAdd, SumThatDoesNotFit_IsTheMaximum) {
  EXPECT_EQ(saturating_add<std::uint32_t>(kMostNumber - 1, 1), kMostNumber);
  EXPECT_EQ(saturating_add<std::uint32_t>(kMostNumber - 1, 2), kMostNumber);
  EXPECT_EQ(saturating_add<std::uint32_t>(kMostNumber, kMostNumber), kMostNumber);
  EXPECT_EQ(saturating_add<std::uint32_t>(3, 4), 7U);
}

TEST(CheckedMul, ProductThatDoesNotFit_IsNone) {
  EXPECT_EQ(checked_mul<std::uint32_t>(0x10000, 0xFFFF), 0xFFFF'0000U);
  EXPECT_EQ(checked_mul<std::uint32_t>(0x10000, 0x10000), std::nullopt);
}

TEST(WrappingSub, CounterThatWrapped_GivesItsTrueDifference) {
  EXPECT_EQ(wrapping_sub<std::uint32_t>(5, kMostNumber), 6U);
  EXPECT_EQ(wrapping_sub<std::uint32_t>(7, 5), 2U);
}

TEST(CheckedRoundUp, GivesTheNextMultipleOrNoneAtTheEnd) {
  EXPECT_EQ(checked_round_up<std::uint32_t>(0, 8), 0U);
  EXPECT_EQ(checked_round_up<std::uint32_t>(1, 8), 8U);
  EXPECT_EQ(checked_round_up<std::uint32_t>(16, 8), 16U);
  EXPECT_EQ(checked_round_up<std::uint32_t>(kMostNumber - 7, 8), kMostNumber - 7);
  EXPECT_EQ(checked_round_up<std::uint32_t>(kMostNumber - 6, 8), std::nullopt);
}

}  // namespace
}  // namespace openperflib
