#include "openperflib/titles/checked_titles.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <string_view>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;

constexpr std::string_view kHead = "[info]\ndrivername=D\nsymbolfile=d.h\n";  // lines 1 to 3
constexpr std::string_view kHeader = "#define QOBJ 0\n#define QDEPTH 2\n#define QRATE 4\n";

std::expected<CheckedTitles, TitleRemarks> checked(const std::string& ini,
                                                   std::string_view header) {
  return check_titles(IniFile::read(as_bytes(ini)), SymbolHeader::read(as_bytes(header)));
}

// The notes, or the mistakes with the notes, of an .ini whose line 4 is the first of `sections`;
// that it has no objects is left out.
TitleRemarks checked_remarks_of(std::string_view sections, std::string_view header) {
  const auto titles = checked(std::string(kHead) + std::string(sections), header);
  TitleRemarks remarks = titles.has_value() ? titles->notes : titles.error();
  std::erase_if(remarks, [](const TitleRemark& remark) {
    return remark.rule == no_objects || remark.rule == language_not_listed;
  });
  return remarks;
}

TitleRemark in_ini(std::size_t line, TitleRule rule, std::string subject) {
  return {TitleFile::ini, line, rule, std::move(subject)};
}

TitleRemark in_header(std::size_t line, TitleRule rule, std::string subject = "") {
  return {TitleFile::header, line, rule, std::move(subject)};
}

TEST(CheckTitles, Example_GivesAllTexts) {
  const auto titles = checked(std::string(kHead) +
                                  "trusted=\n[objects]\nQOBJ_009_NAME=\n"
                                  "[languages]\n009=English\n010=Italiano\n[text]\n"
                                  "QRATE_009_NAME=Jobs/sec\nQOBJ_009_NAME=Disque Queues\n"
                                  "QOBJ_009_HELP=Queues kept by the service.\n"
                                  "QOBJ_010_NAME=Code di Disque\n",
                              kHeader);
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles,
            (ServiceTitles{
                .driver_name = "D",
                .objects = {0},
                .has_objects = true,
                .is_trusted = true,
                .last_distance = 4,
                .languages = {
                    {0x009, {{0, "Disque Queues", "Queues kept by the service."}, {4, "Jobs/sec"}}},
                    {0x010, {{0, "Code di Disque"}}}}}));
  EXPECT_THAT(titles->notes, ElementsAre(in_header(2, symbol_without_name, "QDEPTH")));
}

TEST(CheckTitles, WithoutEnglish_TheFirstLanguageStandsIn) {
  const auto titles = checked(std::string(kHead) +
                                  "[languages]\n00C=\n010=\n007=\n[text]\n"
                                  "A_007_NAME=de\nA_010_NAME=it\nB_010_NAME=b\nA_010_HELP=h\n",
                              "#define A 0\n#define B 2\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles.languages,
            (std::vector<LanguageTexts>{{0x007, {{0, "de"}}},
                                        {0x009, {{0, "it", "h"}, {2, "b"}}},
                                        {0x010, {{0, "it", "h"}, {2, "b"}}}}));
  EXPECT_THAT(titles->notes,
              ElementsAre(TitleRemark{TitleFile::ini, 1, no_objects, ""},
                          in_ini(5, language_without_texts, "00C"), in_ini(8, no_english, "010")));
}

TEST(CheckTitles, NeutralTexts_AreLeftOutBesideEnglishOnes) {
  const auto titles = checked(std::string(kHead) +
                                  "[languages]\n009=\n000=\n[text]\nA_009_NAME=a\nA_009_HELP=h\n"
                                  "A_000_NAME=n\nA_000_HELP=n\nA_010_NAME=it\n",
                              "#define A 0\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles.languages,
            (std::vector<LanguageTexts>{{0x009, {{0, "a", "h"}}}, {0x010, {{0, "it"}}}}));
  EXPECT_THAT(titles->notes, ElementsAre(TitleRemark{TitleFile::ini, 1, no_objects, ""},
                                         in_ini(10, neutral_left_out, "000"),
                                         in_ini(12, language_not_listed, "010")));
}

// They stand for every language without texts, English too.
TEST(CheckTitles, NeutralTexts_AreEnglishWhereThereIsNone) {
  const auto titles =
      checked(std::string(kHead) +
                  "[languages]\n010=\n000=\n[text]\nA_000_NAME=n\nA_000_HELP=h\nB_009_NAME=b\n"
                  "B_000_HELP=k\nA_010_NAME=it\n",
              "#define A 0\n#define B 2\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(
      titles->titles.languages,
      (std::vector<LanguageTexts>{{0x009, {{0, "n", "h"}, {2, "b", "k"}}}, {0x010, {{0, "it"}}}}));
}

TEST(CheckTitles, UnlistedLanguage_IsKept) {
  const auto titles =
      checked(std::string(kHead) + "[text]\nA_010_NAME=it\nA_010_HELP=h\n", "#define A 0\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles.languages.size(), 2U);
  EXPECT_THAT(titles->notes, testing::Contains(in_ini(5, language_not_listed, "010")));
}

TEST(CheckTitles, HelpWithoutNameInAnotherLanguage_HasTheEnglishName) {
  const auto titles = checked(
      std::string(kHead) + "[text]\nA_009_NAME=Depth\nA_010_HELP=Profondo.\n", "#define A 2\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(
      titles->titles.languages,
      (std::vector<LanguageTexts>{{0x009, {{2, "Depth"}}}, {0x010, {{2, "Depth", "Profondo."}}}}));
}

TEST(CheckTitles, GapsAndHexadecimalNumbers_AreAllowed) {
  const auto titles = checked(std::string(kHead) + "[text]\nA_009_NAME=a\nB_009_NAME=b\n",
                              "#define A 0x4\n#define B 100\n");
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles.last_distance, 100U);
  EXPECT_FALSE(titles->titles.has_objects);
}

TEST(CheckTitles, SymbolsInAnotherCase_AreFound) {
  EXPECT_THAT(checked_remarks_of("[objects]\nqobj_009_NAME=\n[text]\nQObj_009_NAME=a\n"
                                 "QDEPTH_009_NAME=b\nqrate_009_name=c\n",
                                 kHeader),
              IsEmpty());
}

TEST(CheckTitles, Aliases_HaveTheirNumber) {
  EXPECT_THAT(checked_remarks_of("[text]\nB_009_NAME=a\n", "#define A 2\n#define B A\n"),
              IsEmpty());
}

TEST(CheckTitles, OtherNumbersOfTheHeader_AreAllowed) {
  EXPECT_THAT(
      checked_remarks_of("[text]\nA_009_NAME=a\n",
                         "#define A 2\n#define VERSION 3\n#define TEXT \"x\"\n#define B 2\n"),
      IsEmpty());
}

TEST(CheckTitles, UndefinedSymbol_IsReportedOnce) {
  EXPECT_THAT(checked_remarks_of("[text]\nA_009_NAME=a\nB_009_NAME=b\nB_009_HELP=b\n[objects]\n"
                                 "B_009_NAME=\nC_009_NAME=\n",
                                 "#define A 0\n"),
              ElementsAre(in_ini(6, symbol_undefined, "B"), in_ini(10, symbol_undefined, "C")));
}

TEST(CheckTitles, UnusableSymbols_AreReportedInTheHeader) {
  EXPECT_THAT(checked_remarks_of(
                  "[text]\nA_009_NAME=a\nB_009_NAME=b\nB_009_HELP=b\nC_009_NAME=c\nD_009_NAME=d\n"
                  "d_010_NAME=d\n",
                  "#define A 1\n#define B 99999999999999999999\n#define C x\n#define D 2\n"
                  "#define D 4\n"),
              ElementsAre(in_header(1, number_odd, "A"), in_header(2, number_too_large, "B"),
                          in_header(3, number_invalid, "C"), in_header(5, symbol_redefined, "D")));
}

TEST(CheckTitles, NumberOfTwoSymbolsWithTexts_IsAMistake) {
  EXPECT_THAT(checked_remarks_of("[text]\nA_009_NAME=a\nC_009_NAME=c\n",
                                 "#define A 2\n#define B A\n#define C 2\n"),
              ElementsAre(in_header(3, number_shared, "A and C")));
}

TEST(CheckTitles, TextGivenTwice_NamesTheSecondLine) {
  EXPECT_THAT(
      checked_remarks_of("[text]\nA_009_NAME=a\na_9_name=b\nA_009_HELP=a\nA_010_HELP=a\n"
                         "A_009_HELP=b\n",
                         "#define A 0\n"),
      ElementsAre(in_ini(6, given_twice, "a_009_NAME"), in_ini(9, given_twice, "A_009_HELP")));
}

TEST(CheckTitles, SymbolWithoutEnglishName_IsAMistake) {
  EXPECT_THAT(checked_remarks_of("[text]\nA_009_NAME=a\nB_009_HELP=b\nB_010_NAME=b\n",
                                 "#define A 0\n#define B 2\n"),
              ElementsAre(in_ini(6, name_missing, "B_009_NAME")));
}

TEST(CheckTitles, ObjectWithoutName_IsAMistake) {
  EXPECT_THAT(
      checked_remarks_of("[objects]\nB_009_NAME=\n[text]\nA_009_NAME=a\n",
                         "#define A 0\n#define B 2\n"),
      ElementsAre(in_ini(5, object_without_name, "B"), in_header(2, symbol_without_name, "B")));
}

TEST(CheckTitles, MistakesOfBothFiles_AreReportedTogether) {
  EXPECT_THAT(
      checked("[info]\ndrivername=..\\x\n[text]\nA_009_NAME=\nB_009_NAME=b\n", "#define A 1\n/*")
          .error(),
      ElementsAre(TitleRemark{TitleFile::ini, 1, symbol_file_missing, ""},
                  TitleRemark{TitleFile::ini, 1, no_objects, ""},
                  in_ini(2, driver_name_invalid, "..\\x"), in_ini(4, name_empty, "A_009_NAME"),
                  in_ini(4, language_not_listed, "009"), in_ini(5, symbol_undefined, "B"),
                  in_header(1, number_odd, "A"), in_header(2, comment_not_closed)));
}

TEST(CheckTitles, FileThatIsTooLarge_IsTheOnlyMistake) {
  EXPECT_THAT(
      checked_remarks_of("[text]\nA_009_NAME=a\n", std::string(kMostTitleFileBytes + 1, ' ')),
      ElementsAre(in_header(1, file_too_large, "16 MiB")));
}

TEST(CheckTitles, HundredThousandSymbols_AreChecked) {
  std::string ini = std::string(kHead) + "[text]\n";
  std::string header;
  for (int i = 0; i < 100'000; ++i) {
    fmt::format_to(std::back_inserter(ini), "s{}_009_NAME=Name {}\ns{}_009_HELP=Help\n", i, i, i);
    fmt::format_to(std::back_inserter(header), "#define S{} {}\n", i, i * 2);
  }
  const auto titles = checked(ini, header);
  ASSERT_TRUE(titles.has_value());
  EXPECT_EQ(titles->titles.last_distance, 199'998U);
  EXPECT_EQ(titles->titles.languages.front().texts.back(),
            (SymbolText{199'998, "Name 99999", "Help"}));
}

}  // namespace
}  // namespace openperflib
