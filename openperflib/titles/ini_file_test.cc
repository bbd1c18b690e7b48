#include "openperflib/titles/ini_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/testing/utf16_bytes.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;
using Kind = IniText::Kind;

constexpr std::string_view kIniText =
    "; disque.ini\r\n"
    "[info]\r\n"
    "drivername=DisqueSvc\r\n"
    "symbolfile=disque.h\r\n"
    "\r\n"
    "[objects]\r\n"
    "QOBJ_009_NAME=\r\n"
    "[languages]\r\n"
    "009=English\r\n"
    "010=Italiano\r\n"
    "[text]\r\n"
    "QOBJ_009_NAME=Disque Queues\r\n"
    "QOBJ_009_HELP=Queues kept by the Disque service.\r\n"
    "QOBJ_010_NAME=Code di Disque\r\n";

IniFile example_ini() {
  return {.driver_name = "DisqueSvc",
          .symbol_file = "disque.h",
          .objects = {{"QOBJ", 7}},
          .languages = {{0x009, 9}, {0x010, 10}},
          .texts = {{"QOBJ", 0x009, Kind::name, "Disque Queues", 12},
                    {"QOBJ", 0x009, Kind::help, "Queues kept by the Disque service.", 13},
                    {"QOBJ", 0x010, Kind::name, "Code di Disque", 14}},
          .lines = {.info = 2, .objects = 6, .languages = 8, .text = 11}};
}

IniFile ini_of(std::string_view bytes) { return IniFile::read(as_bytes(bytes)); }

// An .ini without mistakes but those of `text`, which begins in line 6 in [text].
IniFile with_text(std::string_view text) {
  return ini_of("[info]\ndrivername=D\nsymbolfile=d.h\n[text]\nA_009_NAME=a\n" + std::string(text));
}

TitleRemarks ini_remarks_of(std::string_view bytes) {
  TitleRemarks remarks = ini_of(bytes).remarks;
  std::erase_if(remarks, [](const TitleRemark& remark) { return remark.rule == no_objects; });
  return remarks;
}

TitleRemark ini_remark(std::size_t line, TitleRule rule, std::string subject = "") {
  return {TitleFile::ini, line, rule, std::move(subject)};
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string changed;
  for (const char c : text) {
    if (c == '\n') changed += line_end;
    if (c != '\r' && c != '\n') changed += c;
  }
  return changed;
}

TEST(IniFile, Example_IsRead) { EXPECT_EQ(ini_of(kIniText), example_ini()); }

TEST(IniFile, AllLineEnds_AreTheSame) {
  for (const char* line_end : {"\n", "\r", "\r\n"}) {
    EXPECT_EQ(ini_of(with_line_ends(kIniText, line_end)), example_ini());
  }
}

TEST(IniFile, AllEncodings_AreTheSame) {
  const std::string text(kIniText);
  EXPECT_EQ(ini_of("\xEF\xBB\xBF" + text), example_ini());
  EXPECT_EQ(ini_of("\xFF\xFE" + utf16_bytes(text, ByteOrder::little)), example_ini());
  EXPECT_EQ(ini_of("\xFE\xFF" + utf16_bytes(text, ByteOrder::big)), example_ini());
  EXPECT_EQ(ini_of(utf16_bytes(text, ByteOrder::little)), example_ini());
}

TEST(IniFile, TextsOfOtherAlphabets_AreUtf8) {
  const auto text_of = [](std::string_view bytes) { return with_text(bytes).texts.back().text; };
  EXPECT_EQ(text_of("A_007_NAME=L\xE4nge \x80"), "L\u00E4nge \u20AC");
  EXPECT_EQ(text_of("A_007_NAME=L\u00E4nge"), "L\u00E4nge");
  EXPECT_EQ(ini_of(utf16_bytes("[text]\nA_804_NAME=\u961F\U0001F600", ByteOrder::little)).texts,
            (std::vector<IniText>{{"A", 0x804, Kind::name, "\u961F\U0001F600", 2}}));
}

// Stands for iconv: "CODE PAGE:" and the bytes, where none is FF.
std::optional<std::string> decoded_bytes(std::uint32_t code_page, Bytes bytes) {
  if (as_text(bytes).contains('\xFF')) return std::nullopt;
  std::string text = std::to_string(code_page) + ':';
  for (const std::byte byte : bytes) text += fmt::format("{:02X}", static_cast<unsigned>(byte));
  return text;
}

TEST(IniFile, TextWithoutMark_IsInTheCodePageOfItsLanguage) {
  const auto text_of = [](const std::string& line) {
    const std::string file = "[info]\ndrivername=D\xE4\nsymbolfile=d.h\n[text]\nA_009_NAME=\xE4\n";
    const IniFile ini = IniFile::read(as_bytes(file + line), decoded_bytes);
    EXPECT_EQ(ini.driver_name, "D\u00E4");
    EXPECT_EQ(ini.texts.front().text, "\u00E4");
    return ini.texts.back().text;
  };
  EXPECT_EQ(text_of("A_011_NAME=\x93X\x82\xCC"), "932:935882CC");
  EXPECT_EQ(text_of("A_004_NAME=\x93"), "936:93");
  EXPECT_EQ(text_of("A_404_NAME=\x93"), "950:93");
  EXPECT_EQ(text_of("A_0412_HELP=\x93"), "949:93");
  EXPECT_EQ(text_of("A_019_NAME=\x93"), "1251:93");
  EXPECT_EQ(text_of("A_007_NAME=\x93"), "\u201C");
  EXPECT_EQ(text_of("A_000_NAME=\x93"), "\u201C");
  EXPECT_EQ(text_of("A_011_NAME=ascii"), "ascii");
}

// A mistake names the code page, never control characters.
TEST(IniFile, TextThatIsNotInItsCodePage_IsAMistake) {
  const IniFile ini =
      IniFile::read(as_bytes("[text]\nA_009_NAME=a\nA_011_NAME=\x81\xFF\n"), decoded_bytes);
  EXPECT_THAT(ini.remarks,
              testing::Contains(ini_remark(3, code_page_unfit, "A_011_NAME (code page 932)")));
  EXPECT_EQ(ini.texts.size(), 1U);
}

// "011=" is followed by the name of the language in its own code page.
TEST(IniFile, ValuesWithoutMeaning_AreInAnyCodePage) {
  EXPECT_THAT(
      ini_remarks_of("[info]\ndrivername=D\nsymbolfile=d.h\n; \x81\xFF\n[objects]\n"
                     "A_011_NAME=\x81\xFF\n[languages]\n011=\x81\xFF\n[text]\nA_009_NAME=a\n"),
      IsEmpty());
}

// The decoded text of a line is gone when the next one is read.
TEST(IniFile, ObjectsInACodePage_ComeOnceEach) {
  std::string file = "[info]\ndrivername=D\nsymbolfile=d.h\n[objects]\n";
  for (const char* language : {"009", "007"}) {
    for (int i = 0; i < 40; ++i) {
      file += fmt::format("A_SYMBOL_THAT_IS_LONG_{}_{}_NAME=\xE4\n", i, language);
    }
  }
  const IniFile ini = IniFile::read(as_bytes(file + "[text]\nA_009_NAME=a\n"), decoded_bytes);
  ASSERT_EQ(ini.objects.size(), 40U);
  EXPECT_EQ(ini.objects.back().symbol, "A_SYMBOL_THAT_IS_LONG_39");
}

TEST(IniFile, CtrlZAtTheEnd_IsIgnored) {
  for (const char* end : {"\x1A", "\r\n\x1A", "\n\x1A\n", " \x1A \x1A\r\n"}) {
    EXPECT_EQ(ini_of(std::string(kIniText) + end), example_ini());
    EXPECT_EQ(ini_of("\xFF\xFE" + utf16_bytes(std::string(kIniText) + end, ByteOrder::little)),
              example_ini());
  }
  EXPECT_THAT(with_text("A_007_NAME=L\xE4nge\n\x1A").remarks,
              ElementsAre(ini_remark(1, no_objects)));
  EXPECT_THAT(
      with_text("B_009_NAME=a\x1A\nC_009_NAME=c").remarks,
      ElementsAre(ini_remark(1, no_objects), ini_remark(6, control_character, "B_009_NAME")));
}

TEST(IniFile, NeutralLanguage_IsRead) {
  const IniFile ini = ini_of(
      "[languages]\n000=Neutral\n[objects]\nA_000_NAME=\n[text]\n"
      "A_000_NAME=a\nA_400_HELP=h\n");
  EXPECT_THAT(ini.languages, ElementsAre(IniLanguage{kNeutral, 2}));
  EXPECT_THAT(ini.objects, ElementsAre(IniObject{"A", 4}));
  EXPECT_THAT(ini.texts, ElementsAre(IniText{"A", kNeutral, Kind::name, "a", 6},
                                     IniText{"A", kNeutral, Kind::help, "h", 7}));
}

TEST(IniFile, NamesOfSectionsAndKeys_IgnoreCaseAndBlanks) {
  EXPECT_EQ(ini_of("[ INFO ]\n DriverName = D E \n\tSYMBOLFILE=\td.h\t\n[Text] // c\n"
                   " a_009_name = A = B \n[OBJECTS]\na_9_Name\t=\n"),
            (IniFile{.driver_name = "D E",
                     .symbol_file = "d.h",
                     .objects = {{"a", 7}},
                     .texts = {{"a", 0x009, Kind::name, "A = B", 5}},
                     .lines = {.info = 1, .objects = 6, .text = 4}}));
}

TEST(IniFile, Trusted_NeedsNoValue) {
  EXPECT_FALSE(ini_of(kIniText).is_trusted);
  for (const char* line : {"trusted", "Trusted=", "trusted=1", "trusted=no"}) {
    const IniFile ini = ini_of("[info]\n" + std::string(line) + "\n");
    EXPECT_TRUE(ini.is_trusted) << line;
    EXPECT_EQ(ini.remarks.size(), 4U) << line;  // only of what else is missing
  }
}

TEST(IniFile, SymbolWithUnderscores_EndsBeforeTheLanguage) {
  EXPECT_EQ(with_text("MY_BIG_QUEUE_1_010_HELP=h").texts.back(),
            (IniText{"MY_BIG_QUEUE_1", 0x010, Kind::help, "h", 6}));
}

TEST(IniFile, LanguagesOfChineseAndPortuguese_HaveTheirSublanguage) {
  const IniFile ini = with_text("A_004_NAME=a\nA_016_NAME=b\nA_404_NAME=c\nA_0407_NAME=d\n");
  EXPECT_EQ(ini.texts[1].language, 0x804);
  EXPECT_EQ(ini.texts[2].language, 0x416);
  EXPECT_EQ(ini.texts[3].language, 0x404);
  EXPECT_EQ(ini.texts[4].language, 0x007);
}

TEST(IniFile, ObjectInSeveralLanguages_IsOneObject) {
  EXPECT_THAT(ini_of("[objects]\nA_009_NAME=\nA_010_NAME=\nB_009_NAME=x\n").objects,
              ElementsAre(IniObject{"A", 2}, IniObject{"B", 4}));
}

TEST(IniFile, EmptyFile_LacksEverything) {
  EXPECT_THAT(ini_of("").remarks,
              ElementsAre(ini_remark(1, driver_name_missing), ini_remark(1, symbol_file_missing),
                          ini_remark(1, no_names), ini_remark(1, no_objects)));
}

TEST(IniFile, MissingParts_AreReportedWhereTheirSectionBegins) {
  EXPECT_THAT(ini_of("\n[info]\n[objects]\n[text]\n").remarks,
              ElementsAre(ini_remark(2, driver_name_missing), ini_remark(2, symbol_file_missing),
                          ini_remark(3, no_objects), ini_remark(4, no_names)));
}

struct NameCase {
  std::string_view name;
  bool is_valid;
};

TEST(IniFile, DriverName_IsThatOfAKey) {
  const std::string longest(256, 'x');
  const std::string too_long(257, 'x');
  const auto cases = std::to_array<NameCase>({{".NET CLR Data", true},
                                              {"...", true},
                                              {longest, true},
                                              {"", false},
                                              {"..\\x", false},
                                              {"a/b", false},
                                              {".", false},
                                              {"..", false},
                                              {"a\x01", false},
                                              {too_long, false}});
  for (const NameCase& one : cases) {
    const IniFile ini = ini_of("[info]\ndrivername=" + std::string(one.name) + "\n");
    EXPECT_EQ(ini.driver_name, one.is_valid ? one.name : "");
    const bool is_refused = std::ranges::any_of(
        ini.remarks, [](const TitleRemark& row) { return row.rule == driver_name_invalid; });
    EXPECT_EQ(is_refused, !one.is_valid) << one.name;
  }
  EXPECT_EQ(ini_remarks_of("[info]\ndrivername=..\\x\nsymbolfile=d.h\n[text]\nA_009_NAME=a\n"),
            (TitleRemarks{ini_remark(2, driver_name_invalid, "..\\x")}));
}

TEST(IniFile, SymbolFile_HasNoFolder) {
  for (const char* name : {"..\\d.h", "/etc/passwd", "a/b.h", "..", ""}) {
    const auto remarks = ini_remarks_of("[info]\ndrivername=D\nsymbolfile=" + std::string(name) +
                                        "\n[text]\nA_009_NAME=a\n");
    EXPECT_EQ(remarks, (TitleRemarks{ini_remark(3, symbol_file_invalid, name)}));
  }
}

TEST(IniFile, KeyOfInfo_IsGivenOnceAndKnown) {
  EXPECT_THAT(
      ini_remarks_of("[info]\ndrivername=D\nDRIVERNAME=E\nsymbolfile=d.h\nsymbolfile=e.h\n"
                     "other=1\n[text]\nA_009_NAME=a\n"),
      ElementsAre(ini_remark(3, given_twice, "DRIVERNAME"),
                  ini_remark(5, given_twice, "symbolfile"), ini_remark(6, key_unknown, "other")));
}

TEST(IniFile, UnknownSection_IsANoteAndItsLinesAreIgnored) {
  const IniFile ini = with_text("[more]\nanything\nA_009_NAME=b\n[text]\nB_009_NAME=b\n");
  EXPECT_THAT(ini.remarks,
              ElementsAre(ini_remark(1, no_objects), ini_remark(6, section_unknown, "more")));
  EXPECT_FALSE(has_mistakes(ini.remarks));
  EXPECT_EQ(ini.texts.size(), 2U);
}

struct TextCase {
  std::string_view text;
  TitleRule rule;
  std::string subject;
};

TEST(IniFile, EachMistakeInText_IsReported) {
  const auto cases = std::to_array<TextCase>({
      {"B_009_NAME", no_equals_sign, "B_009_NAME"},
      {"B_009_TITLE=b", text_key_invalid, "B_009_TITLE"},
      {"_009_NAME=b", text_key_invalid, "_009_NAME"},
      {"B_NAME=b", text_key_invalid, "B_NAME"},
      {"=b", text_key_invalid, ""},
      {"B_XYZ_NAME=b", language_invalid, "XYZ"},
      {"B__NAME=b", language_invalid, ""},
      {"B_009_NAME=a\tb", control_character, "B_009_NAME"},
      {"B_009_HELP=a\x7F", control_character, "B_009_HELP"},
      {"B_009_HELP=a\0b"sv, control_character, "B_009_HELP"},
      {"B_009_HELP=a\x81\xE4", code_page_unfit, "B_009_HELP (code page 1252)"},
      {"B_011_NAME=\x93X\x82\xCC", code_page_unfit, "B_011_NAME (code page 932)"},
      {"B_039_NAME=\xE4", code_page_unfit, "B_039_NAME (no code page is known)"},
      {"B\xE4_009_NAME", no_equals_sign, "B\u00E4_009_NAME"},
      {"B_009_NAME=", name_empty, "B_009_NAME"},
      {"[text", section_not_closed, "[text"},
  });
  for (const TextCase& one : cases) {
    EXPECT_THAT(with_text(one.text).remarks,
                ElementsAre(ini_remark(1, no_objects), ini_remark(6, one.rule, one.subject)))
        << one.text;
  }
}

TEST(IniFile, EachMistakeElsewhere_IsReported) {
  EXPECT_THAT(ini_remarks_of("A=b\nc\n[info]\ndrivername=D\nsymbolfile=d.h\n"
                             "[languages]\n009=English\n09=English\nXX=?\n[objects]\nA_009_HELP=\n"
                             "A_NAME=\nA_FFFFF_NAME=\n[text]\nA_009_NAME=a\n"),
              ElementsAre(ini_remark(1, before_first_section, "A"),
                          ini_remark(2, before_first_section, "c"),
                          ini_remark(8, given_twice, "09"), ini_remark(9, language_invalid, "XX"),
                          ini_remark(11, object_key_invalid, "A_009_HELP"),
                          ini_remark(12, object_key_invalid, "A_NAME"),
                          ini_remark(13, object_key_invalid, "A_FFFFF_NAME")));
}

TEST(IniFile, BytesThatCannotBeDecoded_AreAMistake) {
  std::string bytes = "\xFF\xFE" + utf16_bytes("[text]\nA_009_NAME=a", ByteOrder::little);
  bytes += 'x';  // half a character
  EXPECT_THAT(ini_of(bytes).remarks, testing::Contains(ini_remark(2, undecodable, "A_009_NAME")));
  EXPECT_THAT(with_text("A_010_NAME=\uFFFD").remarks, ElementsAre(ini_remark(1, no_objects)));
}

TEST(IniFile, LongName_IsAMistakeAndLongHelpIsNot) {
  const std::string name = "B_009_NAME=" + std::string(4096, 'x');
  EXPECT_FALSE(has_mistakes(with_text(name).remarks));
  EXPECT_THAT(with_text(name + 'x').remarks,
              ElementsAre(ini_remark(1, no_objects), ini_remark(6, name_too_long, "B_009_NAME")));
  const IniFile help = with_text("A_009_HELP=" + std::string(1 << 20, 'x'));
  EXPECT_FALSE(has_mistakes(help.remarks));
  EXPECT_EQ(help.texts.back().text.size(), std::size_t{1} << 20U);
}

TEST(IniFile, LongLines_AreReported) {
  const std::string line(1 << 20, 'x');
  EXPECT_THAT(
      with_text(line + '\n' + line + "=\n" + '[' + line).remarks,
      ElementsAre(ini_remark(1, no_objects),
                  ini_remark(6, no_equals_sign, std::string(79, 'x') + "\u2026"),
                  ini_remark(7, text_key_invalid, std::string(79, 'x') + "\u2026"),
                  ini_remark(8, section_not_closed, '[' + std::string(78, 'x') + "\u2026")));
}

TEST(IniFile, LargestFile_IsRead) {
  EXPECT_THAT(ini_of(std::string(kMostTitleFileBytes + 1, '\n')).remarks,
              ElementsAre(ini_remark(1, file_too_large, "16 MiB")));
  EXPECT_EQ(ini_of(std::string(kMostTitleFileBytes, '\n')).remarks.size(), 4U);
}

TEST(IniFile, FileOfMistakes_IsReadToTheLimit) {
  std::string text;
  while (text.size() < (std::size_t{8} << 20U)) text += "x\n";
  const TitleRemarks remarks = ini_of(text).remarks;
  EXPECT_EQ(remarks.size(), 10'001U);
  EXPECT_EQ(remarks.back(), ini_remark(10'001, too_many_mistakes));
}

TEST(IniFile, HundredThousandSymbols_AreRead) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    fmt::format_to(std::back_inserter(text), "S{}_009_NAME=s\n", i);
  }
  const IniFile ini = with_text(text);
  EXPECT_EQ(ini.texts.size(), 100'001U);
  EXPECT_FALSE(has_mistakes(ini.remarks));
}

TEST(IniFile, EveryPrefixOfAFile_IsReadWithoutFault) {
  const std::string utf16 = "\xFF\xFE" + utf16_bytes(kIniText, ByteOrder::little);
  for (std::size_t size = 0; size < utf16.size(); ++size) {
    const IniFile ini = ini_of(utf16.substr(0, size));
    EXPECT_TRUE(ini.texts.empty() || ini.texts.size() <= 3U);
    for (const TitleRemark& remark : ini.remarks) EXPECT_LE(remark.line, 15U);
  }
}

}  // namespace
}  // namespace openperflib
