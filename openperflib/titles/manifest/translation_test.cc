#include "openperflib/titles/manifest/translation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/ini_file.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;

Translation translation_of(std::string_view bytes) { return read_translation(as_bytes(bytes)); }

TitleRemark translation_remark(std::size_t line, TitleRule rule, std::string subject = {}) {
  return {TitleFile::translation, line, rule, std::move(subject)};
}

constexpr std::string_view kExample =
    "// disque.010.rc\r\n"
    "#include <windows.h>\r\n"
    "#pragma code_page(65001)\r\n"
    "LANGUAGE LANG_ITALIAN, SUBLANG_ITALIAN\r\n"
    "/* Names\r\n"
    "   and descriptions */\r\n"
    "STRINGTABLE DISCARDABLE\r\n"
    "LANGUAGE 0x10, 1\r\n"
    "BEGIN\r\n"
    "  100 \"Code di Disque\" // the set\r\n"
    "  0x66, L\"Le code di Disque e i loro \"\"lavori\"\".\"\r\n"
    "END\r\n"
    "stringtable { 104, \"Secondi/lavoro\" 106 \"Quanto \\\"aspettano\\\"\\x2C perch\u00E9.\" "
    "}\r\n";

TEST(Translation, Example_IsReadAsItIsWritten) {
  const Translation translation = translation_of(kExample);
  EXPECT_THAT(translation.remarks, IsEmpty());
  EXPECT_THAT(translation.texts,
              ElementsAre(TranslatedText{100, "Code di Disque", 10},
                          TranslatedText{102, "Le code di Disque e i loro \"lavori\".", 11},
                          TranslatedText{104, "Secondi/lavoro", 13},
                          TranslatedText{106, "Quanto \"aspettano\", perch\u00E9.", 13}));
}

TEST(Translation, EachEncoding_IsTheSame) {
  const Translation expected = translation_of(kExample);
  std::string utf16 = "\xFF\xFE";
  std::string big;  // without a mark
  for (const char16_t unit : utf16_from_utf8(kExample)) {
    const auto low = static_cast<char>(unit & 0xFFU);
    const auto high = static_cast<char>(unit >> 8U);
    (utf16 += low) += high;
    (big += high) += low;
  }
  EXPECT_EQ(translation_of(utf16), expected);
  EXPECT_EQ(translation_of(big), expected);
  EXPECT_EQ(translation_of("\xEF\xBB\xBF" + std::string(kExample)), expected);
}

TEST(Translation, Windows1252_IsReadWhereNothingElseIsNamed) {
  constexpr std::string_view kTable = "STRINGTABLE{1 \"perch\xE9\"}";
  for (const std::string_view page : {""sv, "#pragma code_page(1252)\n"sv}) {
    const Translation translation = translation_of(std::string(page).append(kTable));
    EXPECT_THAT(translation.remarks, IsEmpty());
    EXPECT_EQ(translation.texts.at(0).text, "perch\u00E9");
  }
  EXPECT_THAT(translation_of("\n#pragma code_page( 65001 )\n" + std::string(kTable)).remarks,
              ElementsAre(translation_remark(2, undecodable, "the file")));
}

TEST(Translation, OtherCodePages_AreReadWhereAllIsAscii) {
  EXPECT_THAT(translation_of("#pragma code_page(932)\nSTRINGTABLE{1 \"a\"}").remarks, IsEmpty());
  EXPECT_THAT(translation_of("#pragma code_page(932)\nSTRINGTABLE{1 \"\x83\x41\"}").remarks,
              ElementsAre(translation_remark(1, code_page_unknown, "932")));
}

TEST(Translation, HalfACharacter_IsReportedInItsLine) {
  std::string bytes = "\xFF\xFE";
  for (const char c : "STRINGTABLE\n{\n1 \"a\"\n}"sv) (bytes += c) += '\0';
  EXPECT_THAT(translation_of(bytes + 'x').remarks,
              ElementsAre(translation_remark(4, statement_unknown, "\uFFFD"),
                          translation_remark(4, undecodable, "the line")));
}

TEST(Translation, EscapeSequences_BecomeCharacters) {
  const Translation translation =
      translation_of("STRINGTABLE { 1 \"\\\\ \\' \\101\\x42\\x20AC \\\r\nnext\" }");
  EXPECT_THAT(translation.remarks, IsEmpty());
  EXPECT_THAT(translation.texts, ElementsAre(TranslatedText{1, "\\ ' AB\u20AC next", 1}));
}

struct Case {
  std::string_view text;  // begins in line 1
  std::size_t line;
  TitleRule rule;
  std::string_view said;
};

constexpr auto kCases = std::to_array<Case>({
    {"\nICON 1 {}\n", 2, statement_unknown, "ICON is neither STRINGTABLE nor LANGUAGE"},
    {"STRINGTABLE\n1 \"a\"\nSTRINGTABLE { }", 2, table_not_opened,
     "STRINGTABLE is not followed by BEGIN or {, but by 1"},
    {"STRINGTABLE", 1, table_not_opened,
     "STRINGTABLE is not followed by BEGIN or {, but by the end of the file"},
    {"\nSTRINGTABLE BEGIN\n1 \"a\"\n", 2, table_not_closed,
     "STRINGTABLE has no END or } at its end"},
    {"STRINGTABLE {\nIDS_A \"a\" 2 \"b\" }", 2, string_id_invalid,
     "IDS_A is not the id of a string: a number up to 4,294,967,295"},
    {"STRINGTABLE { 1\n\"a\"\n\"b\" }", 3, string_id_invalid,
     "b is not the id of a string: a number up to 4,294,967,295"},
    {"STRINGTABLE {\n1, 2 \"b\" }", 2, string_missing, "the id 1 is not followed by a string"},
    {"STRINGTABLE {\n1 \"a\n2 \"b\" }", 2, string_not_closed, "the string a has no \" at its end"},
    {"STRINGTABLE {\n1 \"a\\qb\" }", 2, character_unknown, "\\q does not stand for a character"},
    {"STRINGTABLE {\n1 \"a\\xD800\" }", 2, character_unknown, "\\x does not stand for a character"},
    {"STRINGTABLE {\n1 \"a\\tb\" }", 2, control_character,
     "1 has a tab or another control character"},
    {"STRINGTABLE { 1 \"a\"\n1 \"b\" }", 2, given_twice, "1 is given twice"},
    {"STRINGTABLE { }\n/* a", 2, comment_not_closed, "the comment has no end"},
});

TEST(Translation, EachMistake_IsReportedInItsLine) {
  for (const Case& one : kCases) {
    const TitleRemarks remarks = translation_of(one.text).remarks;
    ASSERT_EQ(remarks.size(), 1U) << one.text;
    EXPECT_EQ(remarks.front().line, one.line) << one.text;
    EXPECT_EQ(remarks.front().rule, one.rule) << one.text;
    EXPECT_EQ(describe(remarks.front()), one.said);
  }
}

TEST(Translation, EachRule_HasACase) {
  std::set<TitleRule> rules{code_page_unknown};
  for (const Case& one : kCases) rules.insert(one.rule);
  for (auto i = static_cast<int>(statement_unknown); i <= static_cast<int>(code_page_unknown);
       ++i) {
    EXPECT_TRUE(rules.contains(static_cast<TitleRule>(i))) << i;
  }
}

TEST(Translation, AfterAMistake_ReadingGoesOn) {
  const Translation translation =
      translation_of("STRINGTABLE { A \"a\" 1, 2 \"b\" }\nICON { 4 }\nSTRINGTABLE { 3 \"c\" }");
  EXPECT_THAT(translation.texts, ElementsAre(TranslatedText{2, "b", 1}, TranslatedText{3, "c", 3}));
  EXPECT_EQ(translation.remarks.size(), 3U);
}

TEST(Translation, LargestFile_IsRead) {
  EXPECT_THAT(translation_of(std::string(kMostTitleFileBytes + 1, '\n')).remarks,
              ElementsAre(translation_remark(1, file_too_large, "16 MiB")));
  EXPECT_THAT(translation_of(std::string(kMostTitleFileBytes, '\n')).remarks, IsEmpty());
  std::string mistakes = "STRINGTABLE {";
  for (int i = 0; i < 20'000; ++i) mistakes += "\nx";
  EXPECT_EQ(translation_of(mistakes).remarks.size(), 10'001U);
}

}  // namespace
}  // namespace openperflib
