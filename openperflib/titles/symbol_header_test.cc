#include "openperflib/titles/symbol_header.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/ini_file.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;

SymbolHeader header_of(std::string_view text) { return SymbolHeader::read(as_bytes(text)); }

std::vector<Symbol> symbols_of(std::string_view text) {
  const SymbolHeader header = header_of(text);
  EXPECT_THAT(header.remarks(), IsEmpty());
  return {header.symbols().begin(), header.symbols().end()};
}

TEST(SymbolHeader, Definitions_HaveTheirNumbersAndLines) {
  EXPECT_THAT(symbols_of("#define QOBJ   0\r\n\r\n #  define\tQDEPTH\t2 \n#define QRATE 4"),
              ElementsAre(Symbol{"QOBJ", 0, 1}, Symbol{"QDEPTH", 2, 3}, Symbol{"QRATE", 4, 4}));
}

TEST(SymbolHeader, NumbersOfC_AreRead) {
  EXPECT_THAT(symbols_of("#define A (4)\n#define B 0x1E\n#define C ( ( 0X10ul ) )\n#define D 010\n"
                         "#define E 8L\n#define F 1048576"),
              ElementsAre(Symbol{"A", 4, 1}, Symbol{"B", 30, 2}, Symbol{"C", 16, 3},
                          Symbol{"D", 8, 4}, Symbol{"E", 8, 5}, Symbol{"F", 1048576, 6}));
}

TEST(SymbolHeader, Alias_HasTheNumberOfTheEarlierSymbol) {
  EXPECT_THAT(symbols_of("#define A 6\n#define B A\n#define C (B)\n#define D E\n#define E 2"),
              ElementsAre(Symbol{"A", 6, 1}, Symbol{"B", 6, 2}, Symbol{"C", 6, 3},
                          Symbol{"D", 0, 4, number_invalid}, Symbol{"E", 2, 5}));
}

TEST(SymbolHeader, Comments_AreSkipped) {
  EXPECT_THAT(symbols_of("/* #define X 2\n#define Y 2 */ #define A 0 // B\n"
                         "#define/**/B/* 4 */2/* a\n b */\n// #define Z 2 /*\n#define C 4 /**/"),
              ElementsAre(Symbol{"A", 0, 2}, Symbol{"B", 2, 3}, Symbol{"C", 4, 6}));
}

TEST(SymbolHeader, OtherLines_AreIgnored) {
  EXPECT_THAT(symbols_of("#pragma once\n#ifndef H_H\n#define H_H\n#include <a.h>\nint define;\n"
                         "#define F(x) 4\n#defined A 2\n#define\n#define 5 2\n#undef B\n"
                         "#define S \"/* no comment\"\n#define A 2\n#endif"),
              ElementsAre(Symbol{"S", 0, 11, number_invalid}, Symbol{"A", 2, 12}));
}

TEST(SymbolHeader, ContinuedLine_IsOneLine) {
  EXPECT_THAT(symbols_of("#define A \\\n  2\n#define B \\\r\n\\ \r\n 4\n#define C 6 \\"),
              ElementsAre(Symbol{"A", 2, 1}, Symbol{"B", 4, 3}, Symbol{"C", 6, 6}));
}

TEST(SymbolHeader, UnusableNumbers_HaveTheirFaults) {
  EXPECT_THAT(symbols_of("#define A 3\n#define B 1048578\n#define C 99999999999999999999999\n"
                         "#define D 09\n#define E -2\n#define F 2x\n#define G 0x\n#define H ()\n"
                         "#define I A\n#define J 2 + 2"),
              ElementsAre(Symbol{"A", 0, 1, number_odd}, Symbol{"B", 0, 2, number_too_large},
                          Symbol{"C", 0, 3, number_too_large}, Symbol{"D", 0, 4, number_invalid},
                          Symbol{"E", 0, 5, number_invalid}, Symbol{"F", 0, 6, number_invalid},
                          Symbol{"G", 0, 7, number_invalid}, Symbol{"H", 0, 8, number_invalid},
                          Symbol{"I", 0, 9, number_odd}, Symbol{"J", 0, 10, number_invalid}));
}

TEST(SymbolHeader, SecondDefinition_MustBeTheSame) {
  EXPECT_THAT(symbols_of("#define A 2\n#define A 0x2\n#define B 4\n#define B 6\n#define B 4"),
              ElementsAre(Symbol{"A", 2, 1}, Symbol{"B", 0, 4, symbol_redefined}));
}

TEST(SymbolHeader, Encodings_AreThoseOfTheIni) {
  const std::u16string utf16 = utf16_from_utf8("\uFEFF#define A 2");
  const SymbolHeader header = SymbolHeader::read(std::as_bytes(std::span(utf16)));
  EXPECT_THAT(header.symbols(), ElementsAre(Symbol{"A", 2, 1}));
  EXPECT_THAT(symbols_of("// \xFC\n#define A 2"), ElementsAre(Symbol{"A", 2, 2}));
}

TEST(SymbolHeader, Find_PrefersTheExactName) {
  const SymbolHeader header = header_of("#define Aa 2\n#define AA 4\n#define Bb 6\n#define BB Bb");
  EXPECT_EQ(header.find("AA")->number, 4U);
  EXPECT_EQ(header.find("Aa")->number, 2U);
  EXPECT_EQ(header.find("aa"), nullptr);
  EXPECT_EQ(header.find("bb")->number, 6U);
  EXPECT_EQ(header.find("C"), nullptr);
}

TEST(SymbolHeader, CommentWithoutEnd_NamesItsLine) {
  const SymbolHeader header = header_of("#define A 2\n/* a\n\n#define B 4");
  EXPECT_THAT(header.remarks(), ElementsAre(TitleRemark{TitleFile::header, 2, comment_not_closed}));
  EXPECT_THAT(header.symbols(), ElementsAre(Symbol{"A", 2, 1}));
}

TEST(SymbolHeader, LargestFile_IsRead) {
  EXPECT_THAT(header_of(std::string(kMostTitleFileBytes + 1, ' ')).remarks(),
              ElementsAre(TitleRemark{TitleFile::header, 1, file_too_large, "16 MiB"}));
  EXPECT_THAT(header_of(std::string(kMostTitleFileBytes, ' ')).remarks(), IsEmpty());
}

TEST(SymbolHeader, HostileFiles_AreReadInLinearTime) {
  std::string continued;
  std::string parentheses(1 << 20, '(');
  while (continued.size() < (std::size_t{4} << 20U)) continued += " \\\n";
  EXPECT_THAT(symbols_of(continued), IsEmpty());
  EXPECT_THAT(symbols_of("#define A " + parentheses + "2" + std::string(1 << 20, ')')),
              ElementsAre(Symbol{"A", 2, 1}));
}

TEST(SymbolHeader, HundredThousandSymbols_AreRead) {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    fmt::format_to(std::back_inserter(text), "#define S{} {}\n", i, i * 2);
  const SymbolHeader header = header_of(text);
  EXPECT_EQ(header.symbols().size(), 100'000U);
  EXPECT_EQ(header.find("s99999")->number, 199'998U);
}

}  // namespace
}  // namespace openperflib
