#include <gtest/gtest.h>

#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr Field kField{"cpufreq", "base_frequency"};

std::expected<std::uint64_t, Error> error_at(Errc code, std::uint64_t offset) {
  return std::unexpected(Error{code, 0, &kField, offset});
}

TEST(CpuNumber, FileOfOneNumber_IsThatNumber) {
  EXPECT_EQ(parse_cpu_number_file("2700000\n", kField), 2'700'000U);
  EXPECT_EQ(parse_cpu_number_file("0", kField), 0U);
  EXPECT_EQ(parse_cpu_number_file("18446744073709551615\n", kField), 18'446'744'073'709'551'615U);
}

// A record of hwloc ends its one-line files with a NUL after the line end.
TEST(CpuNumber, BytesAfterTheFirstLine_DoNotCount) {
  EXPECT_EQ(parse_cpu_number_file(std::string_view("12\n\0", 4), kField), 12U);
}

TEST(CpuNumber, NumberAbove64Bits_IsOutOfRange) {
  EXPECT_EQ(parse_cpu_number_file("18446744073709551616\n", kField),
            error_at(Errc::out_of_range, 0));
}

TEST(CpuNumber, WordThatIsNotANumber_NamesItsByte) {
  EXPECT_EQ(parse_cpu_number_file(" <unsupported>\n", kField), error_at(Errc::not_a_number, 1));
  EXPECT_EQ(parse_cpu_number_file("-1\n", kField), error_at(Errc::not_a_number, 0));
  EXPECT_EQ(parse_cpu_number_file("12x\n", kField), error_at(Errc::not_a_number, 0));
  EXPECT_EQ(parse_cpu_number_file("12 13\n", kField), error_at(Errc::not_a_number, 3));
}

TEST(CpuNumber, EmptyFile_IsMissing) {
  EXPECT_EQ(parse_cpu_number_file("", kField), error_at(Errc::missing, 0));
  EXPECT_EQ(parse_cpu_number_file("\n", kField), error_at(Errc::missing, 0));
}

TEST(NumberedName, PrefixAndNumber_IsTheNumber) {
  EXPECT_EQ(numbered_name("cpu175", "cpu"), 175U);
  EXPECT_EQ(numbered_name("cpu4294967295", "cpu"), 4'294'967'295U);
}

TEST(NumberedName, AnythingElse_IsNone) {
  for (const char* name : {"cpu", "cpufreq", "cpu1x", "node1", "cpu4294967296", "cpu-1", ""}) {
    EXPECT_EQ(numbered_name(name, "cpu"), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace openperflib::linux_objects
