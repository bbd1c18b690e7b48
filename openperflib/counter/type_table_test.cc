#include "openperflib/counter/type_table.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

// Row number and name of the 28 that System.Diagnostics.PerformanceCounterType has.
struct DotnetName {
  int row;
  std::string_view name;
};
constexpr auto kDotnetNames = std::to_array<DotnetName>({
    {1, "RateOfCountsPerSecond32"},
    {2, "RateOfCountsPerSecond64"},
    {3, "SampleCounter"},
    {4, "CounterTimer"},
    {5, "CounterTimerInverse"},
    {6, "Timer100Ns"},
    {7, "Timer100NsInverse"},
    {9, "CountPerTimeInterval32"},
    {10, "CountPerTimeInterval64"},
    {13, "CounterMultiTimer"},
    {14, "CounterMultiTimerInverse"},
    {15, "CounterMultiTimer100Ns"},
    {16, "CounterMultiTimer100NsInverse"},
    {17, "NumberOfItems32"},
    {18, "NumberOfItems64"},
    {19, "NumberOfItemsHEX32"},
    {20, "NumberOfItemsHEX64"},
    {21, "CounterDelta32"},
    {22, "CounterDelta64"},
    {23, "SampleFraction"},
    {24, "SampleBase"},
    {25, "RawFraction"},
    {27, "RawBase"},
    {29, "AverageTimer32"},
    {30, "AverageCount64"},
    {31, "AverageBase"},
    {32, "CounterMultiBase"},
    {33, "ElapsedTime"},
});

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

TEST(TypeTable, HasThe39TypesInOrder) {
  ASSERT_EQ(type_table().size(), 39u);
  std::set<std::uint32_t> values;
  for (std::size_t i = 0; i < type_table().size(); ++i) {
    EXPECT_EQ(type_table()[i].row, static_cast<int>(i + 1));
    values.insert(type_table()[i].type.bits());
  }
  EXPECT_EQ(values.size(), 39u);
}

TEST(TypeTable, WinperfNames_RoundTrip) {
  for (const TypeRow& row : type_table()) {
    EXPECT_EQ(type_from_name(row.winperf), row.type);
    EXPECT_EQ(winperf_name(row.type), row.winperf);
  }
}

TEST(TypeTable, ManifestNames_AreLowerCaseAndRoundTrip) {
  int named = 0;
  for (const TypeRow& row : type_table()) {
    if (row.manifest.empty()) continue;
    ++named;
    EXPECT_EQ(upper(row.manifest), row.winperf);
    EXPECT_EQ(type_from_name(row.manifest), row.type);
    EXPECT_EQ(manifest_name(row.type), row.manifest);
  }
  EXPECT_EQ(named, 37);
  EXPECT_EQ(manifest_name(CounterType(PERF_COUNTER_NODATA)), "");
  EXPECT_EQ(manifest_name(CounterType(PERF_COUNTER_HISTOGRAM_TYPE)), "");
  EXPECT_EQ(manifest_name(CounterType(PERF_PRECISION_TIMESTAMP)), "perf_large_raw_base");
}

TEST(TypeTable, DotnetNames_AreThe28AndRoundTrip) {
  const auto named =
      std::ranges::count_if(type_table(), [](const TypeRow& r) { return !r.dotnet.empty(); });
  EXPECT_EQ(named, 28);
  for (const DotnetName& expected : kDotnetNames) {
    const TypeRow& row = type_table()[static_cast<std::size_t>(expected.row - 1)];
    EXPECT_EQ(row.dotnet, expected.name);
    EXPECT_EQ(dotnet_name(row.type), expected.name);
    EXPECT_EQ(type_from_name(expected.name), row.type);
  }
}

TEST(TypeTable, WmiNumbers_RoundTripInDecimalAndHexadecimal) {
  for (const TypeRow& row : type_table()) {
    EXPECT_EQ(type_from_name(wmi_name(row.type)), row.type);
    EXPECT_EQ(type_from_name(fmt::format("0x{:08X}", row.type.bits())), row.type);
    EXPECT_EQ(type_from_name(fmt::format("0X{:x}", row.type.bits())), row.type);
  }
  EXPECT_EQ(wmi_name(CounterType(PERF_AVERAGE_TIMER)), "805438464");
  EXPECT_EQ(wmi_name(CounterType(PERF_LARGE_RAW_BASE)), "1073939712");
}

TEST(TypeTable, Names_AreFoundInAnyCase) {
  EXPECT_EQ(type_from_name("Perf_Counter_Counter"), CounterType(PERF_COUNTER_COUNTER));
  EXPECT_EQ(type_from_name("RATEOFCOUNTSPERSECOND32"), CounterType(PERF_COUNTER_COUNTER));
}

TEST(TypeTable, PrecisionTimestamp_IsLargeRawBase) {
  EXPECT_EQ(type_from_name("PERF_PRECISION_TIMESTAMP"), CounterType(PERF_LARGE_RAW_BASE));
  EXPECT_EQ(winperf_name(CounterType(PERF_PRECISION_TIMESTAMP)), "PERF_LARGE_RAW_BASE");
}

TEST(TypeTable, MisprintedLargeRawBase_IsRecognised) {
  EXPECT_EQ(type_from_name("0x40030503"), CounterType(PERF_LARGE_RAW_BASE));
  EXPECT_EQ(type_from_name("1073939715"), CounterType(PERF_LARGE_RAW_BASE));
  ASSERT_NE(find_type(CounterType(0x40030503)), nullptr);
  EXPECT_EQ(find_type(CounterType(0x40030503))->winperf, "PERF_LARGE_RAW_BASE");
}

TEST(TypeTable, NumberOutsideTheTable_IsNamedByItsNumber) {
  EXPECT_EQ(type_from_name("0x00020000"), CounterType(PERF_NUMBER_DEC_1000));
  EXPECT_EQ(find_type(CounterType(PERF_NUMBER_DEC_1000)), nullptr);
  EXPECT_EQ(winperf_name(CounterType(PERF_NUMBER_DEC_1000)), "0x00020000");
  EXPECT_EQ(manifest_name(CounterType(PERF_NUMBER_DEC_1000)), "");
  EXPECT_EQ(dotnet_name(CounterType(PERF_NUMBER_DEC_1000)), "");
}

TEST(TypeTable, UnknownName_IsNone) {
  for (const std::string_view text :
       {"", " ", "PERF_COUNTER", "perf_counter_composite", "0x", "0x1G", "12a", "-1", "4294967296",
        "0x100000000", " PERF_COUNTER_COUNTER"}) {
    EXPECT_EQ(type_from_name(text), std::nullopt) << text;
  }
}

TEST(TypeTable, TypesWithAValue_HaveAFormulaText) {
  for (const TypeRow& row : type_table()) {
    EXPECT_EQ(row.formula_text.empty(), row.formula.samples == 0) << row.winperf;
    EXPECT_EQ(row.formula.type, row.type) << row.winperf;
  }
}

TEST(TypeTable, Bases_AreTypesOfTheTable) {
  for (const TypeRow& row : type_table()) {
    if (!row.base.has_value()) continue;
    ASSERT_NE(find_type(*row.base), nullptr) << row.winperf;
    EXPECT_TRUE(row.base->is_base()) << row.winperf;
  }
}

}  // namespace
}  // namespace openperflib
