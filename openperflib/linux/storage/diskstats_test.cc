#include <gtest/gtest.h>

#include "openperflib/linux/storage/diskstats_internal.h"

namespace openperflib::linux_objects {
namespace {

std::vector<DiskLine> parsed(std::string_view text) {
  std::vector<DiskLine> lines;
  parse_diskstats(text, lines);
  return lines;
}

TEST(Diskstats, ElevenNumbers_AreTheFieldsInTheirOrder) {
  const auto lines =
      parsed("   8       0 sda 9748 3699 293170 4064 2850 7475 1861584 122608 0 6868 126660\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].device, (DeviceNumber{8, 0}));
  EXPECT_EQ(lines[0].name, "sda");
  EXPECT_EQ(lines[0].missing, 0U);
  EXPECT_EQ(lines[0].values, (std::array<std::uint64_t, 11>{9748, 3699, 293170, 4064, 2850, 7475,
                                                            1861584, 122608, 0, 6868, 126660}));
}

TEST(Diskstats, LongerLines_BeginWithTheSameElevenNumbers) {
  const auto lines = parsed(
      "8 0 a 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n"
      "8 1 b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"
      "8 2 c 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\n");
  ASSERT_EQ(lines.size(), 3U);
  for (const DiskLine& line : lines) {
    EXPECT_EQ(line.missing, 0U) << line.name;
    EXPECT_EQ(line.values, (std::array<std::uint64_t, 11>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  }
}

TEST(Diskstats, FourNumbers_AreThoseOfAnOldPartition) {
  const auto lines = parsed("   8    1 sda1 35486 38030 100 200\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0][DiskField::reads], 35486U);
  EXPECT_EQ(lines[0][DiskField::sectors_read], 38030U);
  EXPECT_EQ(lines[0][DiskField::writes], 100U);
  EXPECT_EQ(lines[0][DiskField::sectors_written], 200U);
  EXPECT_FALSE(lines[0].has(DiskField::ms_reading));
  EXPECT_FALSE(lines[0].has(DiskField::in_flight));
}

TEST(Diskstats, ShortLine_LacksItsLastNumbersAtItsEnd) {
  const auto lines = parsed("8 0 sda 1 2 3\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(lines[0].has(DiskField::sectors_read));
  ASSERT_FALSE(lines[0].has(DiskField::ms_reading));
  EXPECT_EQ(lines[0].faults[3].code, Errc::missing);
  EXPECT_EQ(lines[0].faults[3].offset, 13U);
}

TEST(Diskstats, BadWord_LosesItsOwnValueAndNamesItsByte) {
  const auto lines = parsed("8 0 sda 1 x2 18446744073709551616 4 5 6 7 8 -1 10 11\n");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].missing, 0b1'0000'0110U);
  EXPECT_EQ(lines[0].faults[1].code, Errc::not_a_number);
  EXPECT_EQ(lines[0].faults[1].offset, 10U);
  EXPECT_EQ(lines[0].faults[2].code, Errc::out_of_range);
  EXPECT_EQ(lines[0].faults[2].offset, 13U);
  EXPECT_EQ(lines[0].faults[8].code, Errc::not_a_number);
  EXPECT_EQ(lines[0][DiskField::ms_reading], 4U);
}

TEST(Diskstats, LineWithoutDeviceNameOrNumber_IsNone) {
  EXPECT_TRUE(parsed("").empty());
  EXPECT_TRUE(parsed("\n\n").empty());
  EXPECT_TRUE(parsed("8 0\n8 0 sda\nx 0 sda 1 2 3\n8 4294967296 sda 1 2 3\n").empty());
  EXPECT_EQ(parsed("garbage\n8 0 sda 1").size(), 1U);
}

TEST(Diskstats, MoreLinesThanDevicesCanBe_AreNotLookedAt) {
  std::string text;
  for (std::size_t i = 0; i < kMostDiskLines + 10; ++i) text += "8 0 a 1\n";
  EXPECT_EQ(parsed(text).size(), kMostDiskLines);
}

}  // namespace
}  // namespace openperflib::linux_objects
