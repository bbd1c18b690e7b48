#include <gtest/gtest.h>

#include <ostream>

#include "openperflib/linux/cpu/cpu_list_internal.h"

namespace openperflib::linux_objects {
namespace {

std::vector<CpuRange> ranges_of(std::string_view text) {
  std::vector<CpuRange> ranges;
  EXPECT_TRUE(parse_cpu_list(text, ranges).has_value()) << text;
  return ranges;
}

struct Refusal {
  const char* text;
  Errc code;
  std::uint64_t offset;
  friend void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.text; }
};

TEST(CpuList, RangesAndSingles_AreReadInOrder) {
  EXPECT_EQ(ranges_of("0-15,88-103\n"), (std::vector<CpuRange>{{0, 15, 0}, {88, 103, 16}}));
  EXPECT_EQ(ranges_of("0,2,4-5"), (std::vector<CpuRange>{{0, 0, 0}, {2, 2, 1}, {4, 5, 2}}));
}

TEST(CpuList, NodeWithoutCpus_IsEmpty) {
  EXPECT_TRUE(ranges_of("\n").empty());
  EXPECT_TRUE(ranges_of("").empty());
}

TEST(CpuList, PositionsCountAcrossRanges) {
  const auto ranges = ranges_of("0-15,88-103\n");
  EXPECT_EQ(cpu_count(ranges), 32U);
  EXPECT_EQ(cpu_position(ranges, 0), 0U);
  EXPECT_EQ(cpu_position(ranges, 15), 15U);
  EXPECT_EQ(cpu_position(ranges, 16), std::nullopt);
  EXPECT_EQ(cpu_position(ranges, 88), 16U);
  EXPECT_EQ(cpu_position(ranges, 103), 31U);
  EXPECT_EQ(cpu_position(ranges, 104), std::nullopt);
}

class CpuListRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(CpuListRefusals, NamesTheByteAndLeavesNothing) {
  std::vector<CpuRange> ranges = {{1, 1, 0}};
  const auto parsed = parse_cpu_list(GetParam().text, ranges);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().code, GetParam().code);
  EXPECT_EQ(parsed.error().offset, GetParam().offset);
  EXPECT_TRUE(ranges.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Texts, CpuListRefusals,
    testing::Values(Refusal{"x", Errc::not_a_number, 0}, Refusal{"0-", Errc::missing, 2},
                    Refusal{"0-3,,5", Errc::missing, 4}, Refusal{"3-1", Errc::disagrees, 0},
                    Refusal{"0-3,3", Errc::disagrees, 4}, Refusal{"8,1", Errc::disagrees, 2},
                    Refusal{"0-4294967295", Errc::over_limit, 2},
                    Refusal{"0-3-5", Errc::not_a_number, 2},
                    Refusal{"18446744073709551616", Errc::out_of_range, 0}));

}  // namespace
}  // namespace openperflib::linux_objects
