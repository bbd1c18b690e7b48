#include <gtest/gtest.h>

#include <string>

#include "openperflib/linux/cpu/cpu_columns_internal.h"

namespace openperflib::linux_objects {
namespace {

CpuColumns parsed_columns(std::string_view text) {
  CpuColumns table;
  parse_cpu_columns(text, table);
  return table;
}

// The sum of a column and, after a slash, that of its clock; or what is wrong with it; or that it
// does not exist.
std::string column(const CpuColumns& table, std::uint32_t cpu) {
  const CpuColumn* found = table.find(cpu);
  if (found == nullptr) return "no column";
  if (found->fault.has_value()) return describe(*found->fault);
  return std::to_string(found->sum) + "/" + std::to_string(found->clock);
}

TEST(CpuColumns, NumericAndNamedRowsCount_ErrAndMisDoNot) {
  const CpuColumns table = parsed_columns(
      "           CPU0       CPU1\n"
      " 24:          1         20  IO-APIC   5-edge      ACPI:Ged\n"
      "NMI:        300       4000   Non-maskable interrupts\n"
      "LOC:      50000     600000   Local timer interrupts\n"
      "ERR:          7          9\n"
      "MIS:          8          8\n");
  EXPECT_EQ(column(table, 0), "50301/50000");
  EXPECT_EQ(column(table, 1), "604020/600000");
  EXPECT_TRUE(table.has_clock_row);
}

TEST(CpuColumns, MachineWithOneCpu_OmitsErrAndMis) {
  EXPECT_EQ(column(parsed_columns("  CPU0\n 1: 5 timer\nERR: 100\nErr: 100\nMIS: 100\n"), 0),
            "5/0");
}

TEST(CpuColumns, ColumnsAreFoundByTheirHeading_NeverByPosition) {
  const CpuColumns table = parsed_columns("   CPU4 CPU0\n 1: 10 20 x\n 4: 3 4\n");
  EXPECT_EQ(column(table, 4), "13/0");
  EXPECT_EQ(column(table, 0), "24/0");
  EXPECT_EQ(column(table, 1), "no column");
}

TEST(CpuColumns, TwoColumnsOfOneCpu_TheFirstCounts) {
  EXPECT_EQ(column(parsed_columns(" CPU0 CPU0\n1: 1 2\n"), 0), "1/0");
}

TEST(CpuColumns, RowWithFewerNumbersThanCpus_DoesNotCount) {
  const CpuColumns table =
      parsed_columns(" CPU0 CPU1\n 1: 1 2\n 2: 5\n 3: q 5\n 4: 7 5-edge\n\nno row 9 9\n");
  EXPECT_EQ(column(table, 0), "1/0");
  EXPECT_EQ(column(table, 1), "2/0");
}

TEST(CpuColumns, ArchTimerOfArm_IsTheClock) {
  const CpuColumns table = parsed_columns(
      "           CPU0       CPU1\n"
      " 11:       1800       1900     GICv3  27 Level     arch_timer\n"
      " 12:          1          2     GICv3  28 Level     not_the_arch_timer\n"
      " 13:         10         20     GICv3  30 Level     arch_timer  \n");
  EXPECT_EQ(column(table, 0), "1811/1810");
  EXPECT_EQ(column(table, 1), "1922/1920");
}

TEST(CpuColumns, NoClockRow_SaysSo) {
  EXPECT_FALSE(parsed_columns(" CPU0\n 1: 5 timer\n").has_clock_row);
  EXPECT_FALSE(parsed_columns(" CPU0 CPU1\nLOC: 5\n").has_clock_row);
}

TEST(CpuColumns, NumberAbove64Bits_LosesOnlyItsColumn) {
  const CpuColumns table = parsed_columns(" CPU0 CPU1\n 1: 18446744073709551616 2\n 2: 1 1\n");
  EXPECT_EQ(column(table, 0), "row.CPUn at byte 15: is out of range (0)");
  EXPECT_EQ(column(table, 1), "3/0");
}

TEST(CpuColumns, SumAbove64Bits_CostsItsColumnAlone) {
  const CpuColumns table = parsed_columns(" CPU0 CPU1\n1: 18446744073709551615 2\n2: 1 1\n");
  EXPECT_EQ(column(table, 0), "row.CPUn at byte 37: is out of range (0)");
  EXPECT_EQ(column(table, 1), "3/0");
}

TEST(CpuColumns, NoHeadings_NoColumns) {
  for (const char* text : {"", "\n", "HI: 1 2\n", "CPU0 x\n1: 2 3\n", "CPU\n", "cpu0\n1: 2\n"}) {
    EXPECT_EQ(column(parsed_columns(text), 0), "no column") << text;
  }
}

TEST(CpuColumns, ReadAgain_ForgetsWhatWas) {
  CpuColumns table = parsed_columns(" CPU0\nLOC: 5\n");
  parse_cpu_columns(" CPU1\n1: 7\n", table);
  EXPECT_EQ(column(table, 0), "no column");
  EXPECT_EQ(column(table, 1), "7/0");
  EXPECT_FALSE(table.has_clock_row);
}

}  // namespace
}  // namespace openperflib::linux_objects
