#include "openperflib/titles/language/language_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/language/language_forms_internal.h"
#include "openperflib/titles/manifest/language_xml.h"

namespace openperflib {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;

std::string wide(std::string_view utf8) {
  const std::u16string units = utf16_from_utf8(utf8);
  return {reinterpret_cast<const char*>(units.data()), units.size() * sizeof(char16_t)};
}

std::vector<LanguageNames> languages_in_text(std::string_view file) {
  auto languages = read_language_file(as_bytes(file), "mine", &languages_of_xml);
  EXPECT_TRUE(languages.has_value()) << describe(languages.error().front());
  return languages.has_value() ? *std::move(languages) : std::vector<LanguageNames>();
}

// The one language of a file, which has the German names of Processor and of its time.
void expect_german(std::string_view file, std::string_view language) {
  const auto languages = languages_in_text(file);
  ASSERT_EQ(languages.size(), 1U) << file;
  EXPECT_EQ(languages.front().language(), language);
  EXPECT_EQ(languages.front().size(), 2U);
  EXPECT_THAT(languages.front().objects("Prozessor"), ElementsAre("Processor"));
  EXPECT_THAT(languages.front().counters("Processor", "Prozessorzeit (%)"),
              ElementsAre("% Processor Time"));
}

constexpr std::string_view kBackup =
    "\r\n\r\n[Perflib]\r\nBase Index=1847\r\nLast Counter=5034\r\nLast Help=5035\r\n\r\n"
    "[PERF_Disque]\r\nFirst Counter=5030\r\nFirst Help=5031\r\nLast Counter=5034\r\n"
    "Last Help=5035\r\n\r\n"
    "[PerfStrings_007]\r\n1=1847\r\n6=Prozessorzeit (%)\r\n7=Hilfe\r\n238=Prozessor\r\n"
    "5030=Warteschlangen\r\n5032=Ohne Englisch\r\n\r\n"
    "[PerfStrings_009]\r\n1=1847\r\n5030=Disque Queues\r\n";

TEST(LanguageFile, Backup_HasEnglishNamesOfItsOwnAndTheFixedOnes) {
  for (const std::string& file : {wide(kBackup), std::string(kBackup)}) {
    const auto languages = languages_in_text(file);
    ASSERT_EQ(languages.size(), 1U);
    EXPECT_EQ(languages.front().language(), "007");
    EXPECT_EQ(languages.front().size(), 3U);
    EXPECT_THAT(languages.front().objects("Prozessor"), ElementsAre("Processor"));
    EXPECT_THAT(languages.front().objects("Warteschlangen"), ElementsAre("Disque Queues"));
    EXPECT_THAT(languages.front().objects("Ohne Englisch"), IsEmpty());
  }
}

TEST(LanguageFile, DamagedBackup_HasTheNamesOfItsSoundLines) {
  expect_german(
      "junk\r\n[PerfStrings_007]\r\nx\r\n6=Prozessorzeit (%)\r\ny=z\r\n238=Prozessor\r\n"
      "[PerfStrings_xyz]\r\n4=Arbeitsspeicher\r\n[PERF_",
      "007");
}

TEST(LanguageFile, ValuesOfTheRegistry_AreIndexAndTextInTurn) {
  const std::string value =
      "1\0"
      "1847\0"
      "6\0Prozessorzeit (%)\0"
      "238\0Prozessor\0\0"s;
  expect_german(value, "mine");
  expect_german(wide(value), "mine");
  expect_german("\xFF\xFE" + wide(value), "mine");
  const std::string lines = "1\r\n1847\r\n6\r\nProzessorzeit (%)\r\n238\r\nProzessor\r\n";
  expect_german(lines, "mine");
  expect_german("\xFF\xFE" + wide(lines), "mine");
}

TEST(LanguageFile, RegistryFile_HasAKeyForEachLanguage) {
  const std::string value = wide(
      "6\0Prozessorzeit (%)\0"
      "238\0Prozessor\0\0"s);
  std::string file =
      "Windows Registry Editor Version 5.00\r\n\r\n"
      "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\007]\r\n"
      "\"Help\"=hex(7):37,00,00,00\r\n\"Counter\"=hex(7):";
  std::size_t column = 0;
  for (const char c : value) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    file += kDigits.at(byte / 16);
    file += kDigits.at(byte % 16);
    file += ++column % 20 == 0 ? ",\\\r\n  " : ",";
  }
  file.pop_back();
  expect_german(file + "\r\n", "007");
  expect_german("\xFF\xFE" + wide(file + "\r\n"), "007");
}

TEST(LanguageFile, OutputOfReg_HasTheKeyBeforeTheValue) {
  expect_german(
      "\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Perflib\\007\r\n"
      "    Counter    REG_MULTI_SZ    1\\01847\\06\\0Prozessorzeit (%)\\0238\\0Prozessor\r\n\r\n",
      "007");
}

TEST(LanguageFile, Table_HasItsLanguagesInTheFirstRow) {
  expect_german("English;German\r\n% Processor Time;Prozessorzeit (%)\r\nProcessor;Prozessor\r\n",
                "German");
  expect_german("de-DE\ten-US\r\nProzessorzeit (%)\t% Processor Time\r\nProzessor\tProcessor\r\n",
                "de-DE");
  expect_german(
      "\"en\",\"d\"\"e\"\n\"% Processor Time\",\"Prozessorzeit (%)\"\nProcessor,Prozessor", "d\"e");
}

TEST(LanguageFile, TableWithoutAFirstRow_IsEnglishWhereItsNamesAre) {
  expect_german("% Processor Time,Prozessorzeit (%)\r\nProcessor,Prozessor\r\n", "mine");
  expect_german("Prozessorzeit (%),% Processor Time\r\nProzessor,Processor\r\n", "mine");
}

TEST(LanguageFile, Xml_HasAnAttributeForEachLanguage) {
  const auto languages = languages_in_text(
      "<CounterLang>\n"
      "  <CounterObject deDE=\"Prozessor\" enUS=\"Processor\" frFR=\"Processeur\">\n"
      "    <CounterName deDE=\"Zeit &amp; mehr\" enUS=\"% Processor Time\" frFR=\"% temps\"/>\n"
      "  </CounterObject>\n"
      "  <CounterObject deDE=\"Leer\"/>\n"
      "</CounterLang>\n");
  ASSERT_EQ(languages.size(), 2U);
  EXPECT_EQ(languages[0].language(), "deDE");
  EXPECT_THAT(languages[0].counters("Processor", "Zeit & mehr"), ElementsAre("% Processor Time"));
  EXPECT_THAT(languages[0].counters("Process", "Zeit & mehr"), IsEmpty());
  EXPECT_THAT(languages[0].objects("Leer"), IsEmpty());
  EXPECT_EQ(languages[1].language(), "frFR");
  EXPECT_THAT(languages[1].objects("processeur"), ElementsAre("Processor"));
}

TEST(LanguageFile, OtherFiles_AreRefused) {
  for (const std::string& file :
       {""s, "\0"s, "hello"s, "English\n"s, "a,b\nc,d\n"s, "<a><b/></a>"s, "12"s, "1\n2\n3\n"s,
        "English;German\n"s, "6\nProzessorzeit (%)\nx\ny\n"s,
        "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Prozessor(_Total)\\Prozessorzeit (%)\"\r\n"s}) {
    const auto languages = read_language_file(as_bytes(file), "mine", &languages_of_xml);
    ASSERT_FALSE(languages.has_value()) << file;
    EXPECT_EQ(languages.error(),
              (TitleRemarks{{TitleFile::language, 1, TitleRule::no_language_names}}))
        << file;
  }
  EXPECT_EQ(
      read_language_file(as_bytes("<a>\n<b></a>"), "mine", &languages_of_xml).error().front().rule,
      TitleRule::xml_not_well_formed);
}

TEST(LanguageFile, XmlWithoutAReader_HasNoNames) {
  const auto languages = read_language_file(
      as_bytes("<a><CounterObject enUS=\"Processor\" deDE=\"Prozessor\"/></a>"), "mine", nullptr);
  ASSERT_FALSE(languages.has_value());
  EXPECT_EQ(languages.error().front().rule, TitleRule::no_language_names);
}

TEST(LanguageFile, CutAnywhere_HasTheNamesBeforeTheCutOrIsRefused) {
  const std::string lines = "6\r\nProzessorzeit (%)\r\n238\r\nProzessor\r\n";
  for (const std::string& whole : {std::string(kBackup), wide(kBackup), lines,
                                   wide("6\0Zeit\0"
                                        "238\0Prozessor\0\0"s)}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto languages =
          read_language_file(as_bytes(whole).first(size), "mine", &languages_of_xml);
      if (!languages.has_value()) continue;
      for (const LanguageNames& language : *languages) EXPECT_LE(language.size(), 3U);
    }
  }
}

TEST(LanguageFile, TooManyNames_AreRefused) {
  std::vector<TableOfTitles> tables(1);
  tables.front().titles.resize(kMostLanguageNames + 1);
  const auto languages = languages_of(tables);
  ASSERT_FALSE(languages.has_value());
  EXPECT_EQ(describe(languages.error().front()), "the file is larger than 1,000,000 names");
  tables.front().is_english = true;
  EXPECT_TRUE(languages_of(tables).has_value());
}

TEST(MeansEnglish, WordsOfFilesAndPeople) {
  for (const char* word :
       {"009", "0409", "en", "en-US", "enUS", "EN_gb", "English", "English name"}) {
    EXPECT_TRUE(means_english(word)) << word;
  }
  for (const char* word : {"", "007", "de", "deDE", "German", "encoding", "Prozessor"}) {
    EXPECT_FALSE(means_english(word)) << word;
  }
}

}  // namespace
}  // namespace openperflib
