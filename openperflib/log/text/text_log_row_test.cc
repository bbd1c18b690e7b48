// Rows that are only checked: the same is wrong with them as with those that are read.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/text/text_log_row_internal.h"

namespace openperflib {
namespace {

void expect_same_findings(std::string_view line, bool has_end, const TextRowStyle& style,
                          std::size_t columns) {
  SCOPED_TRACE(line);
  std::vector<Value> values(columns);
  const TextRow read = parse_text_row(line, 0, has_end, style, values);
  const TextRow checked = check_text_row(line, 0, has_end, style, columns);
  EXPECT_EQ(checked.cells, read.cells);
  EXPECT_EQ(checked.surplus, read.surplus);
  EXPECT_EQ(checked.first_surplus, read.first_surplus);
  EXPECT_EQ(checked.damaged, read.damaged);
  EXPECT_EQ(checked.first_damaged, read.first_damaged);
  EXPECT_EQ(checked.decimal_commas, read.decimal_commas);
  EXPECT_EQ(checked.first_comma, read.first_comma);
  EXPECT_EQ(checked.minus_ones, read.minus_ones);
  EXPECT_EQ(checked.first_minus_one, read.first_minus_one);
  EXPECT_EQ(checked.is_broken, read.is_broken);
  EXPECT_EQ(checked.broken_at, read.broken_at);
  EXPECT_EQ(checked.is_cut, read.is_cut);
}

constexpr std::array<std::string_view, 24> kCells = {"\"1\"",
                                                     "\"12345678\"",
                                                     "\"123456789.123456789\"",
                                                     "\"5.\"",
                                                     "\".5\"",
                                                     "\"1.2.3\"",
                                                     "\"-1\"",
                                                     "\"-2.5\"",
                                                     "\"1e5\"",
                                                     "\"1e999\"",
                                                     "\" \"",
                                                     "\"\"",
                                                     "\"x\"",
                                                     "\"12x\"",
                                                     "\"1,5\"",
                                                     "7",
                                                     "\"12345678\" ",
                                                     " \"3\"",
                                                     "\"12345",
                                                     "\"1\"2\"",
                                                     "\"12345678.\"",
                                                     "\"12345678.5\"",
                                                     "\"/\"",
                                                     "\"\xB1\xB2\""};

TEST(TextRows, AnyCells_AreJudgedAsIfTheyWereRead) {
  std::minstd_rand random(41);
  const auto one_of = [&](std::size_t count) { return random() % count; };
  for (int i = 0; i < 20'000; ++i) {
    std::string line;
    const std::size_t cells = one_of(5);
    for (std::size_t k = 0; k < cells; ++k) {
      line += one_of(40) == 0 ? ';' : ',';
      line += kCells[one_of(kCells.size())];
    }
    const TextRowStyle style{.separator = ',', .minus_one_is_missing = one_of(2) == 0};
    expect_same_findings(line, one_of(2) == 0, style, one_of(5));
  }
}

TEST(TextRows, VeryLongNumbers_AreJudgedAsIfTheyWereRead) {
  for (const std::size_t digits : {40U, 63U, 64U, 65U, 308U, 309U, 400U}) {
    expect_same_findings(",\"" + std::string(digits, '9') + "\"", true, {}, 1);
    expect_same_findings(",\"1." + std::string(digits, '9') + "\"", true, {}, 1);
  }
}

TEST(TextRows, Digits_ArePassedOnlyUpToTheEndOfTheLine) {
  for (std::size_t length = 0; length < 20; ++length) {
    expect_same_findings(",\"" + std::string(length, '4'), true, {}, 1);
    expect_same_findings(",\"" + std::string(length, '4') + "\"", true, {}, 1);
    expect_same_findings(",\"" + std::string(length, '4') + "\",\"1\"", true, {}, 2);
  }
}

}  // namespace
}  // namespace openperflib
