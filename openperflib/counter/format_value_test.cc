#include "openperflib/counter/format_value.h"

#include <gtest/gtest.h>

#include <limits>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

std::string number_text(double number) {
  std::string text;
  append_number(text, number);
  return text;
}

TEST(AppendNumber, WritesTheDigitsOfWindowsFiles) {
  EXPECT_EQ(number_text(88.359340674585567), "88.359340674585567");
  EXPECT_EQ(number_text(82.1481131553226), "82.148113155322605");
}

TEST(AppendNumber, WholeNumbersHaveNoPoint) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(17179869184.0), "17179869184");
  EXPECT_EQ(number_text(12345678901234567.0), "12345678901234568");
}

TEST(AppendNumber, ExponentsHaveThreeDigits) {
  EXPECT_EQ(number_text(1e-5), "1.0000000000000001e-005");
  EXPECT_EQ(number_text(1e17), "1e+017");
  EXPECT_EQ(number_text(5e-324), "4.9406564584124654e-324");
  EXPECT_EQ(number_text(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(number_text(-2.5e-10), "-2.5000000000000002e-010");
}

TEST(AppendNumber, SmallNumbersWithoutAnExponent_StayPlain) {
  EXPECT_EQ(number_text(0.0001), "0.0001");
  EXPECT_EQ(number_text(0.008170940934075234), "0.0081709409340752336");
}

TEST(AppendNumber, AppendsBehindWhatIsThere) {
  std::string text = "\"";
  append_number(text, 4096);
  EXPECT_EQ(text, "\"4096");
}

TEST(AppendNumber, NeverWritesNanOrInfinity) {
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "");
}

TEST(AppendHexadecimal, WritesTheExamplesOfTheDocument) {
  std::string text;
  append_hexadecimal(text, 3735928559u);
  EXPECT_EQ(text, "deadbeef");
  append_hexadecimal(text, 1ULL << 40);
  EXPECT_EQ(text, "deadbeef10000000000");
}

TEST(ExactInteger, IsAll64BitsOfRawcounts) {
  const RawCounter raw{.first = 18446744073709551615u, .size = 8, .status = CStatus::valid_data};
  for (const std::uint32_t type : {PERF_COUNTER_RAWCOUNT, PERF_COUNTER_LARGE_RAWCOUNT,
                                   PERF_COUNTER_RAWCOUNT_HEX, PERF_COUNTER_LARGE_RAWCOUNT_HEX}) {
    EXPECT_EQ(exact_integer(CounterType(type), raw), 18446744073709551615u);
  }
}

TEST(ExactInteger, IsNothingForCalculatedTypesAndUnusableReadings) {
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
