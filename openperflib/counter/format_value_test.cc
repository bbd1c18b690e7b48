#include "openperflib/counter/format_value.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

TEST(AppendHexadecimal, WritesTheExamplesOfTheDocument) {
  std::string text;
  append_hexadecimal(text, 3735928559u);
  EXPECT_EQ(text, "deadbeef");
  append_hexadecimal(text, 1ULL << 40);
  EXPECT_EQ(text, "deadbeef10000000000");
}

TEST(ExactInteger, Rawcounts_KeepAll64Bits) {
  const RawCounter raw{.first = 18446744073709551615u, .size = 8, .status = CStatus::valid_data};
  for (const std::uint32_t type : {PERF_COUNTER_RAWCOUNT, PERF_COUNTER_LARGE_RAWCOUNT,
                                   PERF_COUNTER_RAWCOUNT_HEX, PERF_COUNTER_LARGE_RAWCOUNT_HEX}) {
    EXPECT_EQ(exact_integer(CounterType(type), raw), 18446744073709551615u);
  }
}

TEST(ExactInteger, CalculatedTypesAndUnusableReadings_HaveNone) {
  RawCounter raw{.first = 5, .size = 8, .status = CStatus::valid_data};
  EXPECT_EQ(exact_integer(CounterType(PERF_COUNTER_COUNTER), raw), std::nullopt);
  EXPECT_EQ(exact_integer(CounterType(PERF_NUMBER_DEC_1000), raw), std::nullopt);
  EXPECT_EQ(exact_integer(CounterType(PERF_COUNTER_NODATA), raw), std::nullopt);
  EXPECT_EQ(exact_integer(CounterType(PERF_COUNTER_HISTOGRAM_TYPE), raw), std::nullopt);
  raw.status = CStatus::no_data;
  EXPECT_EQ(exact_integer(CounterType(PERF_COUNTER_RAWCOUNT), raw), std::nullopt);
}

}  // namespace
}  // namespace openperflib
