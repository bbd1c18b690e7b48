#include "openperflib/text/number_text.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>

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

TEST(AppendNumber, KeepsExistingText) {
  std::string text = "\"";
  append_number(text, 4096);
  EXPECT_EQ(text, "\"4096");
}

TEST(AppendNumber, NeverWritesNanOrInfinity) {
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "");
}

// What C prints, with an exponent of three digits.
std::string printed(double number) {
  std::array<char, 32> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.17g", number);
  std::string text(buffer.data(), static_cast<std::size_t>(length));
  const std::size_t e = text.find('e');
  const std::size_t digits = e == std::string::npos ? 3 : text.size() - e - 2;
  if (digits < 3) text.insert(e + 2, 3 - digits, '0');
  return text;
}

void expect_as_printed(double number) {
  ASSERT_EQ(number_text(number), printed(number)) << std::bit_cast<std::uint64_t>(number);
  ASSERT_EQ(number_text(-number), printed(-number));
}

TEST(AppendNumber, AnyBits_MatchC) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 50'000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (std::isfinite(number)) expect_as_printed(number);
  }
}

TEST(AppendNumber, AnyMantissa_MatchesC) {
  std::mt19937_64 random(13);
  for (int exponent = -20; exponent <= 60; ++exponent) {
    for (int i = 0; i < 1'000; ++i) {
      const double mantissa = static_cast<double>((random() >> 12) | (1ULL << 52));
      expect_as_printed(std::ldexp(mantissa, exponent - 52));
    }
  }
}

// Few bits: many of these numbers lie halfway between two numbers of 17 digits.
TEST(AppendNumber, HalvesAfterThe17thDigit_RoundToEven) {
  std::mt19937_64 random(14);
  for (int i = 0; i < 50'000; ++i) {
    const auto whole = static_cast<double>(random() % 1'000'000'000'000'000);
    for (const double part : {0.0, 0.5, 0.25, 0.125, 0.0625}) expect_as_printed(whole + part);
  }
  EXPECT_EQ(number_text(562949953421312.125), "562949953421312.12");
  EXPECT_EQ(number_text(562949953421312.375), "562949953421312.38");
}

TEST(AppendNumber, NeighboursOfPowersOfTen_MatchC) {
  for (int power = -30; power <= 30; ++power) {
    const double number = std::pow(10.0, power);
    double below = number;
    double above = number;
    for (int i = 0; i < 50; ++i) {
      expect_as_printed(below);
      expect_as_printed(above);
      below = std::nextafter(below, 0.0);
      above = std::nextafter(above, std::numeric_limits<double>::infinity());
    }
  }
}

}  // namespace
}  // namespace openperflib
