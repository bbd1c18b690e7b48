#include "openperflib/titles/backup_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;

constexpr std::string_view kBackupText =
    "\r\n"
    "\r\n"
    "[Perflib]\r\n"
    "Base Index=1847\r\n"
    "Last Counter=5034\r\n"
    "Last Help=5035\r\n"
    "\r\n"
    "[PERF_.NET CLR Data]\r\n"
    "First Counter=5028\r\n"
    "First Help=5029\r\n"
    "Last Counter=5028\r\n"
    "Last Help=5029\r\n"
    "Disable Performance Counters=4\r\n"
    "\r\n"
    "[PERF_DisqueSvc]\r\n"
    "First Counter=5030\r\n"
    "First Help=5031\r\n"
    "Last Counter=5034\r\n"
    "Last Help=5035\r\n"
    "\r\n"
    "[PerfStrings_007]\r\n"
    "1=1847\r\n"
    "5032=L\u00E4nge\r\n"
    "\r\n"
    "[PerfStrings_009]\r\n"
    "1=1847\r\n"
    "5030=Disque Queues\r\n"
    "5031=x = \"y\" ; z";

BackupFile example_backup() {
  return {.base_index = 1847,
          .last_counter = 5034,
          .last_help = 5035,
          .services = {{".NET CLR Data", 5028, 5029, 5028, 5029, 4},
                       {"DisqueSvc", 5030, 5031, 5034, 5035}},
          .languages = {{0x007, {{1, "1847"}, {5032, "L\u00E4nge"}}},
                        {0x009, {{1, "1847"}, {5030, "Disque Queues"}, {5031, "x = \"y\" ; z"}}}}};
}

TitleRemark backup_remark(std::size_t line, TitleRule rule, std::string subject = "") {
  return {TitleFile::backup, line, rule, std::move(subject)};
}

// With a whole [Perflib] in lines 1 to 4.
TitleRemarks mistakes_after_perflib(std::string_view text) {
  const std::string bytes =
      "[Perflib]\nBase Index=1847\nLast Counter=2\nLast Help=3\n" + std::string(text);
  const auto reading = read_backup(as_bytes(bytes));
  return reading.has_value() ? reading->notes : reading.error();
}

TEST(WriteBackup, Example_HasTheseCharacters) {
  const std::vector<std::byte> bytes = write_backup(example_backup());
  EXPECT_EQ(utf8_from_utf16(bytes).text, kBackupText);
  EXPECT_EQ(bytes.size(), utf16_from_utf8(kBackupText).size() * 2);
}

TEST(WriteBackup, SmallExample_HasTheseBytes) {
  const BackupFile file{
      .base_index = 1, .last_counter = 2, .last_help = 3, .languages = {{0x009, {{2, "\u00E4"}}}}};
  EXPECT_EQ(as_text(write_backup(file)),
            "\r\0\n\0\r\0\n\0[\0P\0e\0r\0f\0l\0i\0b\0]\0"
            "\r\0\n\0"
            "B\0a\0s\0e\0 \0I\0n\0d\0e\0x\0=\0"
            "1\0"
            "\r\0\n\0"
            "L\0a\0s\0t\0 \0C\0o\0u\0n\0t\0e\0r\0=\0"
            "2\0"
            "\r\0\n\0"
            "L\0a\0s\0t\0 \0H\0e\0l\0p\0=\0"
            "3\0"
            "\r\0\n\0\r\0\n\0[\0P\0e\0r\0f\0S\0t\0r\0i\0n\0g\0s\0_\0"
            "0\0"
            "0\0"
            "9\0]\0"
            "\r\0\n\0"
            "2\0=\0\xE4\0"sv);
}

TEST(WriteBackup, LineEndsInTexts_BecomeBlanks) {
  const BackupFile file{.languages = {{0x009, {{2, "a\r\nb\0c"s}}}}};
  const std::string text = utf8_from_utf16(write_backup(file)).text;
  EXPECT_TRUE(text.ends_with("\r\n2=a  b c")) << text;
}

TEST(ReadBackup, Example_IsRead) {
  const auto reading = read_backup(write_backup(example_backup()));
  ASSERT_TRUE(reading.has_value());
  EXPECT_EQ(reading->file, example_backup());
  EXPECT_THAT(reading->notes, IsEmpty());
}

TEST(ReadBackup, OtherEncodings_AreTheSame) {
  std::vector<std::byte> marked = {std::byte{0xFF}, std::byte{0xFE}};
  for (const std::byte byte : write_backup(example_backup())) marked.push_back(byte);
  EXPECT_EQ(read_backup(marked)->file, example_backup());
  EXPECT_EQ(read_backup(as_bytes(kBackupText))->file, example_backup());
  EXPECT_EQ(read_backup(as_bytes("\xEF\xBB\xBF" + std::string(kBackupText)))->file,
            example_backup());
}

TEST(ReadBackup, AnyOrder_BecomesThatOfTheFile) {
  const auto reading = read_backup(as_bytes(
      "[PerfStrings_010]\n4=b\n3=\n[PerfStrings_9]\n[PERF_b]\nlast help=5\nLast Counter=4\n"
      "First Help=3\nFirst Counter= 2 \n[perf_A]\nFirst Counter=6\nFirst Help=7\nLast Counter=6\n"
      "Last Help=7\n[PERFLIB]\nLast Help=7\nLast Counter=6\nBase Index=1\n"));
  ASSERT_TRUE(reading.has_value());
  EXPECT_EQ(reading->file, (BackupFile{.base_index = 1,
                                       .last_counter = 6,
                                       .last_help = 7,
                                       .services = {{"A", 6, 7, 6, 7}, {"b", 2, 3, 4, 5}},
                                       .languages = {{0x009, {}}, {0x010, {{3, ""}, {4, "b"}}}}}));
}

TEST(ReadBackup, UnknownSectionsAndKeys_AreNotes) {
  EXPECT_THAT(mistakes_after_perflib("Version=1\n[Other]\na=b\n"),
              ElementsAre(backup_remark(5, key_unknown, "Version"),
                          backup_remark(6, section_unknown, "Other")));
}

TEST(ReadBackup, EmptyFile_LacksPerflib) {
  EXPECT_THAT(read_backup({}).error(), ElementsAre(backup_remark(1, value_missing, "[Perflib]")));
}

TEST(ReadBackup, MissingNumbers_AreReported) {
  EXPECT_THAT(read_backup(as_bytes("\n[Perflib]\nLast Help=3\n[PERF_a]\nFirst Counter=0\n"
                                   "First Help=0\nLast Counter=0\n"))
                  .error(),
              ElementsAre(backup_remark(2, value_missing, "Base Index of [Perflib]"),
                          backup_remark(2, value_missing, "Last Counter of [Perflib]"),
                          backup_remark(4, value_missing, "Last Help of [PERF_a]")));
}

TEST(ReadBackup, MistakesInSections_AreReported) {
  EXPECT_THAT(
      mistakes_after_perflib("last help=4\n[Perflib]\n[PERF_a\\b]\nFirst Counter=2\nFirst Help=x\n"
                             "Last Counter=-1\nLast Help=4294967296\n[PERF_]\nFirst Counter=2\n"
                             "First Help=3\nLast Counter=2\nLast Help=3\n"
                             "Disable Performance Counters=\n"),
      ElementsAre(
          backup_remark(5, given_twice, "last help"), backup_remark(6, given_twice, "Perflib"),
          backup_remark(7, service_invalid, "a\\b"), backup_remark(7, range_invalid, "a\\b"),
          backup_remark(9, value_not_a_number, "First Help"),
          backup_remark(10, value_not_a_number, "Last Counter"),
          backup_remark(11, value_not_a_number, "Last Help"),
          backup_remark(12, service_invalid, ""),
          backup_remark(17, value_not_a_number, "Disable Performance Counters")));
}

TEST(ReadBackup, MistakesInStrings_AreReported) {
  EXPECT_THAT(
      mistakes_after_perflib("[PerfStrings_xyz]\n1=a\n[PerfStrings_009]\n2=a\n2=b\n0=c\n"
                             "-2=d\n4294967296=e\nf\n[PerfStrings_9]\n[PerfStrings_010"),
      ElementsAre(backup_remark(5, language_invalid, "xyz"), backup_remark(9, given_twice, "2"),
                  backup_remark(10, index_invalid, "0"), backup_remark(11, index_invalid, "-2"),
                  backup_remark(12, index_invalid, "4294967296"),
                  backup_remark(13, no_equals_sign, "f"),
                  backup_remark(14, given_twice, "PerfStrings_9"),
                  backup_remark(15, section_not_closed, "[PerfStrings_010")));
}

TEST(ReadBackup, NulAndUndecodableTexts_AreMistakes) {
  EXPECT_THAT(mistakes_after_perflib("[PerfStrings_009]\n2=a\0b\n"sv),
              ElementsAre(backup_remark(6, control_character, "2")));
  EXPECT_THAT(mistakes_after_perflib("x=1\n"), ElementsAre(backup_remark(5, key_unknown, "x")));
  std::vector<std::byte> bytes = write_backup(example_backup());
  bytes.pop_back();
  EXPECT_THAT(read_backup(bytes).error(), ElementsAre(backup_remark(28, undecodable, "5031")));
}

TEST(ReadBackup, LinesBeforeTheFirstSection_AreMistakes) {
  EXPECT_THAT(read_backup(as_bytes("a=b\n" + std::string(kBackupText))).error(),
              ElementsAre(backup_remark(1, before_first_section, "a")));
}

TEST(ReadBackup, EveryPrefix_IsReadOrRefused) {
  const std::vector<std::byte> bytes = write_backup(example_backup());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto reading = read_backup(Bytes(bytes).first(size));
    if (reading.has_value()) continue;
    for (const TitleRemark& one : reading.error()) EXPECT_LE(one.line, 28U);
  }
}

}  // namespace
}  // namespace openperflib
