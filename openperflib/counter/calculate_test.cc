#include "openperflib/counter/calculate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

constexpr CStatus kValid = CStatus::valid_data;

struct FormulaCase {
  const char* name;
  std::uint32_t type;
  RawCounter older;
  RawCounter newer;
  double expected;
};

void PrintTo(const FormulaCase& c, std::ostream* out) { *out << c.name; }

std::string name_of_case(const testing::TestParamInfo<FormulaCase>& info) {
  return info.param.name;
}

class Formulas : public testing::TestWithParam<FormulaCase> {};

// Compared exactly: the order of operations is the contract.
TEST_P(Formulas, GiveTheDigitsOfTheDocument) {
  const FormulaCase& c = GetParam();
  const Value value = calculate(CounterType(c.type), c.older, c.newer);
  EXPECT_EQ(value.status, CStatus::valid_data);
  EXPECT_EQ(value.number, c.expected);
}

TEST_P(Formulas, GiveTheSameThroughAResolvedRow) {
  const FormulaCase& c = GetParam();
  const TypeRow* row = find_type(CounterType(c.type));
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(calculate(*row, c.older, c.newer).number, c.expected);
}

// One example for each type of docs/counter_types.md, section 2, that has a value.
constexpr auto kExamples = std::to_array<FormulaCase>({
    {"CounterCounter",
     PERF_COUNTER_COUNTER,
     {1000, 50000000, 10000000, 0, 4, kValid},
     {6000, 100000000, 10000000, 0, 4, kValid},
     1000.0},
    {"CounterBulkCount",
     PERF_COUNTER_BULK_COUNT,
     {8589934592, 50000000, 10000000, 0, 8, kValid},
     {8589946937, 100000000, 10000000, 0, 8, kValid},
     2469.0},
    {"SampleCounter",
     PERF_SAMPLE_COUNTER,
     {10, 50000000, 10000000, 0, 4, kValid},
     {85, 100000000, 10000000, 0, 4, kValid},
     15.0},
    {"CounterTimer",
     PERF_COUNTER_TIMER,
     {0, 50000000, 10000000, 0, 8, kValid},
     {12500000, 100000000, 10000000, 0, 8, kValid},
     25.0},
    {"CounterTimerInv",
     PERF_COUNTER_TIMER_INV,
     {0, 50000000, 10000000, 0, 8, kValid},
     {12500000, 100000000, 10000000, 0, 8, kValid},
     75.0},
    {"100nsecTimer",
     PERF_100NSEC_TIMER,
     {0, 133700000000000000, 10000000, 0, 8, kValid},
     {5000000, 133700000050000000, 10000000, 0, 8, kValid},
     10.0},
    {"100nsecTimerInv",
     PERF_100NSEC_TIMER_INV,
     {1000, 133700000000000000, 10000000, 0, 8, kValid},
     {45001000, 133700000050000000, 10000000, 0, 8, kValid},
     9.999999999999998},
    {"ObjTimeTimer",
     PERF_OBJ_TIME_TIMER,
     {100, 2000, 1000, 0, 8, kValid},
     {1350, 7000, 1000, 0, 8, kValid},
     25.0},
    {"CounterQueuelenType",
     PERF_COUNTER_QUEUELEN_TYPE,
     {0, 50000000, 10000000, 0, 4, kValid},
     {125000000, 100000000, 10000000, 0, 4, kValid},
     2.5},
    {"CounterLargeQueuelenType",
     PERF_COUNTER_LARGE_QUEUELEN_TYPE,
     {0, 50000000, 10000000, 0, 8, kValid},
     {200000000, 100000000, 10000000, 0, 8, kValid},
     4.0},
    {"Counter100nsQueuelenType",
     PERF_COUNTER_100NS_QUEUELEN_TYPE,
     {0, 133700000000000000, 10000000, 0, 8, kValid},
     {75000000, 133700000050000000, 10000000, 0, 8, kValid},
     1.5},
    {"CounterObjTimeQueuelenType",
     PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE,
     {0, 2000, 1000, 0, 8, kValid},
     {20000, 7000, 1000, 0, 8, kValid},
     4.0},
    {"CounterMultiTimer",
     PERF_COUNTER_MULTI_TIMER,
     {0, 50000000, 10000000, 4, 8, kValid},
     {10, 100000000, 10000000, 4, 8, kValid},
     50.0},
    {"CounterMultiTimerInv",
     PERF_COUNTER_MULTI_TIMER_INV,
     {0, 50000000, 10000000, 2, 8, kValid},
     {50000000, 100000000, 10000000, 2, 8, kValid},
     100.0},
    {"100nsecMultiTimer",
     PERF_100NSEC_MULTI_TIMER,
     {0, 133700000000000000, 10000000, 4, 8, kValid},
     {100000000, 133700000050000000, 10000000, 4, 8, kValid},
     50.0},
    {"100nsecMultiTimerInv",
     PERF_100NSEC_MULTI_TIMER_INV,
     {0, 133700000000000000, 10000000, 2, 8, kValid},
     {75000000, 133700000050000000, 10000000, 2, 8, kValid},
     50.0},
    {"CounterRawcount",
     PERF_COUNTER_RAWCOUNT,
     {0, 0, 0, 0, 4, kValid},
     {4000000000, 0, 0, 0, 4, kValid},
     4000000000.0},
    {"CounterLargeRawcount",
     PERF_COUNTER_LARGE_RAWCOUNT,
     {0, 0, 0, 0, 8, kValid},
     {17179869184, 0, 0, 0, 8, kValid},
     17179869184.0},
    {"CounterLargeRawcountBelowZero",
     PERF_COUNTER_LARGE_RAWCOUNT,
     {0, 0, 0, 0, 8, kValid},
     {0xFFFF'FFFF'FFFF'F448, 0, 0, 0, 8, kValid},
     -3000.0},
    {"CounterRawcountHex",
     PERF_COUNTER_RAWCOUNT_HEX,
     {0, 0, 0, 0, 4, kValid},
     {3735928559, 0, 0, 0, 4, kValid},
     3735928559.0},
    {"CounterLargeRawcountHex",
     PERF_COUNTER_LARGE_RAWCOUNT_HEX,
     {0, 0, 0, 0, 8, kValid},
     {1099511627776, 0, 0, 0, 8, kValid},
     1099511627776.0},
    {"CounterDelta",
     PERF_COUNTER_DELTA,
     {100, 0, 0, 0, 4, kValid},
     {142, 0, 0, 0, 4, kValid},
     42.0},
    {"CounterLargeDelta",
     PERF_COUNTER_LARGE_DELTA,
     {1000000000000, 0, 0, 0, 8, kValid},
     {1000000000007, 0, 0, 0, 8, kValid},
     7.0},
    {"SampleFraction",
     PERF_SAMPLE_FRACTION,
     {10, 100, 0, 0, 4, kValid},
     {40, 250, 0, 0, 4, kValid},
     20.0},
    {"RawFraction", PERF_RAW_FRACTION, {0, 0, 0, 0, 4, kValid}, {30, 120, 0, 0, 4, kValid}, 25.0},
    {"LargeRawFraction",
     PERF_LARGE_RAW_FRACTION,
     {0, 0, 0, 0, 8, kValid},
     {3000000000000, 8000000000000, 0, 0, 8, kValid},
     37.5},
    {"AverageTimer",
     PERF_AVERAGE_TIMER,
     {0, 10, 10000000, 0, 8, kValid},
     {25000000, 60, 10000000, 0, 8, kValid},
     0.05},
    {"AverageBulk",
     PERF_AVERAGE_BULK,
     {4096, 1, 0, 0, 8, kValid},
     {1052672, 257, 0, 0, 8, kValid},
     4096.0},
    {"ElapsedTime",
     PERF_ELAPSED_TIME,
     {0, 0, 10000000, 0, 8, kValid},
     {133700000000000000, 133700000123000000, 10000000, 0, 8, kValid},
     12.3},
    {"PrecisionSystemTimer",
     PERF_PRECISION_SYSTEM_TIMER,
     {0, 1000, 10000000, 0, 8, kValid},
     {25000000, 100001000, 10000000, 0, 8, kValid},
     25.0},
    {"Precision100nsTimer",
     PERF_PRECISION_100NS_TIMER,
     {0, 0, 10000000, 0, 8, kValid},
     {10000000, 50000000, 10000000, 0, 8, kValid},
     20.0},
    {"PrecisionObjectTimer",
     PERF_PRECISION_OBJECT_TIMER,
     {0, 0, 1000, 0, 8, kValid},
     {1000, 4000, 1000, 0, 8, kValid},
     25.0},
});
INSTANTIATE_TEST_SUITE_P(Examples, Formulas, testing::ValuesIn(kExamples), name_of_case);

// Raw numbers recorded on Windows Vista, and the values that Windows calculates from them:
// docs/counter_types.md, section 4.
constexpr auto kRecorded = std::to_array<FormulaCase>({
    {"PercentProcessorTime",
     PERF_100NSEC_TIMER_INV,
     {12558750000, 128315940386596596, 10000000, 0, 8, kValid},
     {12665781250, 128315940986148066, 10000000, 0, 8, kValid},
     82.1481131553226},
    {"PercentUserTime",
     PERF_100NSEC_TIMER,
     {2041875000, 128315940386596596, 10000000, 0, 8, kValid},
     {2268125000, 128315940986148066, 10000000, 0, 8, kValid},
     37.73654328626698},
    {"InterruptsPersec",
     PERF_COUNTER_COUNTER,
     {2125688, 7178903079, 3579545, 0, 4, kValid},
     {2199337, 7393519392, 3579545, 0, 4, kValid},
     1228.3777780908947},
    {"PercentDiskTime",
     PERF_PRECISION_100NS_TIMER,
     {27706059000, 128315940386606361, 10000000, 0, 8, kValid},
     {27892765000, 128315940986148066, 10000000, 0, 8, kValid},
     31.14145328722378},
    {"AvgDiskQueueLength",
     PERF_COUNTER_100NS_QUEUELEN_TYPE,
     {27706059000, 128315940386596596, 10000000, 0, 8, kValid},
     {27892765000, 128315940986148066, 10000000, 0, 8, kValid},
     0.3114094608090945},
    {"AvgDisksecPerTransfer",
     PERF_AVERAGE_TIMER,
     {9917508496, 120426, 3579545, 0, 8, kValid},
     {9984340749, 122711, 3579545, 0, 8, kValid},
     0.008170940934075234},
    {"AvgDiskBytesPerTransfer",
     PERF_AVERAGE_BULK,
     {2262855168, 120426, 0, 0, 8, kValid},
     {2350840832, 122711, 0, 0, 8, kValid},
     38505.76105032823},
    {"DiskBytesPersec",
     PERF_COUNTER_BULK_COUNT,
     {2262855168, 7178903079, 3579545, 0, 8, kValid},
     {2350840832, 7393519392, 3579545, 0, 8, kValid},
     1467496.292524977},
    {"SystemUpTime",
     PERF_ELAPSED_TIME,
     {0, 0, 10000000, 0, 8, kValid},
     {128315920365000000, 128315940986157831, 10000000, 0, 8, kValid},
     2062.1157831},
    {"PercentRegistryQuotaInUse",
     PERF_RAW_FRACTION,
     {0, 0, 0, 0, 4, kValid},
     {14827904, 714429781, 0, 0, 4, kValid},
     2.0754879477791532},
});
INSTANTIATE_TEST_SUITE_P(Recorded, Formulas, testing::ValuesIn(kRecorded), name_of_case);

TEST(Calculate, PercentNotIdle_IsNotOneHundredMinusPercentIdle) {
  const RawCounter older{12558750000, 128315940386596596, 10000000, 0, 8, kValid};
  const RawCounter newer{12665781250, 128315940986148066, 10000000, 0, 8, kValid};
  const Value value = calculate(CounterType(PERF_100NSEC_TIMER_INV), older, newer);
  EXPECT_EQ(value.number, 82.1481131553226);
  EXPECT_NE(value.number, 82.14811315532259);
}

TEST(Calculate, EveryTypeWithAValue_HasAnExample) {
  for (const TypeRow& row : type_table()) {
    const bool has_example = std::ranges::any_of(
        kExamples, [&](const FormulaCase& c) { return c.type == row.type.bits(); });
    EXPECT_EQ(has_example, row.formula.samples != 0) << row.winperf;
  }
}

TEST(Calculate, TypesWithoutAValue_AreInvalidData) {
  const RawCounter raw{1, 1, 1, 1, 4, kValid};
  for (const TypeRow& row : type_table()) {
    if (row.formula.samples != 0) continue;
    EXPECT_EQ(calculate(row, raw, raw).status, CStatus::invalid_data) << row.winperf;
  }
}

}  // namespace
}  // namespace openperflib
