// Compares human_text with the table that the page's own function is tested against, so that the
// page writes numbers as the tools do: tests/web/human_text.txt.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "openperflib/counter/human_text.h"

namespace openperflib {
namespace {

constexpr const char* kTable = OPENPERFLIB_SOURCE_DIR "/tests/web/human_text.txt";

// In the order of Quantity.
constexpr auto kQuantities = std::to_array<std::string_view>(
    {"number", "whole", "hexadecimal", "percent", "rate", "seconds", "bytes", "kibibytes",
     "mebibytes", "byte_rate", "kibibyte_rate", "mebibyte_rate", "bits_per_second", "megahertz"});
static_assert(kQuantities.size() == static_cast<std::size_t>(Quantity::megahertz) + 1);

// Numbers at the bounds of a style, and halves, which C rounds to the even digit.
constexpr auto kBounds = std::to_array<double>({0,
                                                1,
                                                2,
                                                10,
                                                99.94,
                                                99.95,
                                                99.96,
                                                100,
                                                100.5,
                                                101.5,
                                                0.5,
                                                1.5,
                                                12.25,
                                                12.75,
                                                0.125,
                                                0.0625,
                                                0.03125,
                                                0.09994,
                                                0.09995,
                                                0.09996,
                                                0.9994,
                                                0.9995,
                                                0.9996,
                                                999.4,
                                                999.5,
                                                999.6,
                                                1023,
                                                1023.4,
                                                1023.5,
                                                1024,
                                                1048575,
                                                1048576,
                                                59.9,
                                                59.96,
                                                59.97,
                                                60,
                                                3598,
                                                3599,
                                                3600,
                                                86356,
                                                86357,
                                                86400,
                                                999499,
                                                999500,
                                                1e6,
                                                0.049,
                                                0.05,
                                                0.051,
                                                0.01,
                                                0.001,
                                                0.0001,
                                                1e-5,
                                                1e-6,
                                                9.99e-7,
                                                1e-9,
                                                1e9,
                                                999.5e6,
                                                1e12,
                                                1e15,
                                                4294967296,
                                                18446744073709551616.0,
                                                1e21,
                                                1e30,
                                                -1,
                                                -0.25,
                                                -0.0311,
                                                -12.25,
                                                -1024,
                                                -0.04,
                                                -1e-7});

constexpr auto kPowers =
    std::to_array<double>({1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1,    1e1,  1e2,
                           1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14});
constexpr int kOthers = 650;  // of each quantity

// The same numbers in each run and on each machine.
class SteadyNumbers {
 public:
  double next() {
    const double digits = below(100'000);
    const double fraction = below(4) == 0 ? below(1U << 30) / 1073741824.0 : 0;
    return (digits + fraction) * kPowers[below(kPowers.size())];
  }

 private:
  std::uint32_t below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>((state_ >> 33) % bound);
  }
  std::uint64_t state_ = 20'261'130;
};

void add_row(std::string& table, Quantity quantity, double number) {
  fmt::format_to(std::back_inserter(table), "{}\t{}\n", number,
                 with_unit(human_text(quantity, number)));
}

std::string table_of_texts() {
  std::string table;
  SteadyNumbers numbers;
  for (std::size_t i = 0; i < kQuantities.size(); ++i) {
    const auto quantity = static_cast<Quantity>(i);
    fmt::format_to(std::back_inserter(table), "= {}\n", kQuantities[i]);
    for (const double number : kBounds) add_row(table, quantity, number);
    for (int row = 0; row < kOthers; ++row) add_row(table, quantity, numbers.next());
  }
  return table;
}

TEST(HumanText, Table_IsTheOneThatThePageIsTestedWith) {
  const std::string table = table_of_texts();
  std::ifstream file(kTable, std::ios::binary);
  const std::string stored(std::istreambuf_iterator<char>(file), {});
  if (table == stored) return;
  const std::string written = testing::TempDir() + "human_text.txt";
  std::ofstream(written, std::ios::binary) << table;
  FAIL() << kTable << " differs from " << written;
}

}  // namespace
}  // namespace openperflib
