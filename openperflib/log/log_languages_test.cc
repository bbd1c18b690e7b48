// Logs in another language, with the names of that language in files.
#include "openperflib/log/log_languages.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "openperflib/log/log_cursor.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/rows_of_log.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kGermanLog =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Prozessor(_Total)\\Prozessorzeit (%)\","
    "\"\\\\M\\Arbeitsspeicher\\Verf\u00FCgbare Bytes\",\"\\\\M\\Eigenes Objekt\\Eigener Wert\"\r\n"
    "\"11/22/2026 10:00:00.000\",\"12\",\"4096\",\"7\"\r\n"
    "\"11/22/2026 10:00:01.000\",\"13\",\"8192\",\"8\"\r\n";
constexpr std::string_view kEnglishLog =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Processor(_Total)\\% Processor Time\"\r\n"
    "\"11/22/2026 10:00:02.000\",\"14\"\r\n";
constexpr std::string_view kGermanNames =
    "English;German\r\nProcessor;Prozessor\r\n% Processor Time;Prozessorzeit (%)\r\n"
    "Memory;Arbeitsspeicher\r\nAvailable Bytes;Verf\u00FCgbare Bytes\r\n";
constexpr std::string_view kFrenchNames =
    "English;French\r\nProcessor;Processeur\r\nMemory;M\u00E9moire\r\n";

class LogLanguagesTest : public testing::Test {
 protected:
  LogLanguagesTest() {
    folder_.write("de.csv", kGermanLog).write("en.csv", kEnglishLog);
    folder_.write("de.txt", kGermanNames).write("fr.txt", kFrenchNames);
  }

  [[nodiscard]] std::string in(const std::string& file) const {
    return folder_.path() + "/" + file;
  }

  OpenedLogs opened(const std::vector<std::string>& files, const LanguageFiles& names) const {
    auto logs = open_logs({.files = files, .names = names_in(names)}, {}, fixed_titles());
    EXPECT_TRUE(logs.has_value()) << describe(logs.error());
    return *std::move(logs);
  }

  static std::shared_ptr<LogLanguages> names_in(const LanguageFiles& files) {
    return std::make_shared<LogLanguages>(files);
  }

  MadeFolder folder_;
};

std::vector<std::string> shown_paths(const LogReader& log) {
  std::vector<std::string> paths;
  for (const Series& series : log.catalog().series()) paths.push_back(path_of(series));
  return paths;
}

// The values of the series that a path finds, of all records.
std::vector<double> values_of(LogReader& log, std::string_view path) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(path).has_value());
  std::vector<double> values;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) {
    query.take({log.catalog(), record.sample, &record.row});
    for (const Value& value : query.row().values) {
      if (usable(value.status)) values.push_back(value.number);
    }
  }
  return values;
}

TEST_F(LogLanguagesTest, GermanLog_IsShownInEnglishAndFoundByBothNames) {
  for (const std::string_view path :
       {R"(\Processor(_Total)\% Processor Time)", R"(\Prozessor(_Total)\Prozessorzeit (%))",
        R"(\processor(*)\PROZESSORZEIT (%))"}) {
    const OpenedLogs logs = opened({in("de.csv")}, {.files = {in("fr.txt"), in("de.txt")}});
    EXPECT_THAT(shown_paths(*logs.reader),
                ElementsAre(R"(\\M\Processor(_Total)\% Processor Time)",
                            R"(\\M\Memory\Available Bytes)", R"(\\M\Eigenes Objekt\Eigener Wert)"));
    EXPECT_EQ(original_path_of(logs.reader->catalog().series().front()),
              R"(\\M\Prozessor(_Total)\Prozessorzeit (%))");
    EXPECT_EQ(original_path_of(logs.reader->catalog().series().back()), "");
    EXPECT_THAT(logs.names_remarks, IsEmpty());
    EXPECT_THAT(values_of(*logs.reader, path), ElementsAre(12, 13)) << path;
  }
}

// Titles above those of Windows have the names of the log's own table.
std::string german_log_of_objects() {
  blg_example::SmallLog file;
  file.message(
      blg_example::kNames, blg_example::kTime - 20,
      blg_example::name_table("\\\\M", {{"2000", "Prozessor"}, {"2002", "Prozessorzeit (%)"}}));
  file.message(blg_example::kCatalog, blg_example::kTime - 10,
               blg_example::catalog({{.flags = 0x10,
                                      .type = 0x10,
                                      .machine = "\\\\M",
                                      .object = "Prozessor",
                                      .instance = "*",
                                      .counter = "*"}}));
  for (std::int64_t i = 0; i < 2; ++i) {
    TestBlock block(i * kTicksPerSecond + 1);
    block.object(2000, {{2002}}).instance("0", {static_cast<std::uint64_t>(i) + 12});
    const Bytes bytes = block.bytes();
    file.message(blg_example::kData, blg_example::kTime + i * kTicksPerSecond,
                 blg_example::sample({blg_example::record(5, {bytes.begin(), bytes.end()})}));
  }
  return std::string(as_text(file.finish()));
}

TEST_F(LogLanguagesTest, GermanLogOfObjects_IsInEnglishInBothForms) {
  folder_.write("de.blg", german_log_of_objects());
  std::vector<std::vector<std::vector<std::string>>> forms;
  for (const LogReadings readings : {LogReadings::by_series, LogReadings::by_block}) {
    LogInputs inputs{.files = {in("de.blg")}, .names = names_in({.files = {in("de.txt")}})};
    inputs.readings = readings;
    const OpenedLogs logs = open_logs(inputs, {}, fixed_titles()).value();
    EXPECT_THAT(shown_paths(*logs.reader), ElementsAre(R"(\\M\Processor(0)\% Processor Time)"));
    forms.push_back(rows_of_log(
        *logs.reader, {R"(\Processor(*)\% Processor Time)", R"(\Prozessor(*)\Prozessorzeit (%))"}));
    EXPECT_THAT(forms.back(), SizeIs(2));
    EXPECT_EQ(forms.back()[1][0], R"(\\M\Processor(0)\% Processor Time 0 13 0 13 0 )"
                                  R"(\\M\Prozessor(0)\Prozessorzeit (%))");
    EXPECT_EQ(forms.back()[1][0], forms.back()[1][1]);
  }
  EXPECT_EQ(forms[0], forms[1]);
}

TEST_F(LogLanguagesTest, FilesOfTheFolder_AreUsedForALogThatNeedsThem) {
  folder_.write("names/a.txt", kFrenchNames).write("names/b.txt", kGermanNames);
  folder_.write("names/c.txt", "Dear all,\n");
  const OpenedLogs german = opened({in("de.csv")}, {.folder = in("names")});
  EXPECT_EQ(shown_paths(*german.reader).front(), R"(\\M\Processor(_Total)\% Processor Time)");
  ASSERT_THAT(german.names_remarks, SizeIs(1));
  EXPECT_EQ(german.names_remarks.front().file, in("names/c.txt"));
  const OpenedLogs english = opened({in("en.csv")}, {.folder = in("names")});
  EXPECT_THAT(english.names_remarks, IsEmpty());
  const OpenedLogs without = opened({in("de.csv")}, {.folder = in("no such folder")});
  EXPECT_EQ(shown_paths(*without.reader).front(), R"(\\M\Prozessor(_Total)\Prozessorzeit (%))");
  EXPECT_THAT(without.names_remarks, IsEmpty());
}

TEST_F(LogLanguagesTest, LogsOfTwoLanguages_AreOneSeries) {
  const OpenedLogs logs = opened({in("de.csv"), in("en.csv")}, {.files = {in("de.txt")}});
  EXPECT_THAT(values_of(*logs.reader, R"(\Processor(_Total)\% Processor Time)"),
              ElementsAre(12, 13, 14));
  EXPECT_THAT(shown_paths(*logs.reader), SizeIs(3));
}

TEST_F(LogLanguagesTest, NameThatMayBeSeveral_KeepsItsOwnAndIsReported) {
  folder_.write("two.txt",
                "English;German\r\nProcessor;Prozessor\r\nFirst;Prozessorzeit (%)\r\n"
                "Second;Prozessorzeit (%)\r\nMemory;Arbeitsspeicher\r\n");
  const OpenedLogs logs = opened({in("de.csv")}, {.files = {in("two.txt")}});
  EXPECT_EQ(shown_paths(*logs.reader).front(), R"(\\M\Processor(_Total)\Prozessorzeit (%))");
  ASSERT_THAT(logs.reader->anomalies(), SizeIs(1));
  EXPECT_EQ(logs.reader->anomaly_count(), 1U);
  EXPECT_FALSE(logs.reader->anomalies().front().is_loss);
  EXPECT_EQ(describe(logs.reader->anomalies().front().what),
            in("de.csv") +
                ": \"Prozessorzeit (%)\" may be First or Second in English; it keeps its name");
}

TEST_F(LogLanguagesTest, AllNamesThatMayBeSeveral_AreCounted) {
  std::string header = "\"(PDH-CSV 4.0) (UTC)(0)\"";
  std::string row = "\"11/22/2026 10:00:00.000\"";
  std::string names = "English;German\r\nProcessor;Prozessor\r\n";
  for (int i = 0; i < 25; ++i) {
    header += fmt::format(",\"\\\\M\\Prozessor(_Total)\\Z{}\"", i);
    row += ",\"1\"";
    names += fmt::format("First {0};Z{0}\r\nSecond {0};Z{0}\r\n", i);
  }
  folder_.write("many.csv", header + "\r\n" + row + "\r\n").write("many.txt", names);
  const OpenedLogs logs = opened({in("many.csv")}, {.files = {in("many.txt")}});
  EXPECT_THAT(logs.reader->anomalies(), SizeIs(20));
  EXPECT_EQ(logs.reader->anomaly_count(), 25U);
}

TEST_F(LogLanguagesTest, FolderOfTooManyFiles_IsReported) {
  for (int i = 0; i < 1'001; ++i) folder_.write(fmt::format("names/{}.txt", i), kFrenchNames);
  const OpenedLogs logs = opened({in("de.csv")}, {.folder = in("names")});
  ASSERT_THAT(logs.names_remarks, SizeIs(1));
  EXPECT_EQ(describe(logs.names_remarks.front()),
            in("names") + ": has more than 1000 files; the others are not read");
}

TEST_F(LogLanguagesTest, NamesOfAnotherLanguage_AreReported) {
  const OpenedLogs logs = opened({in("de.csv")}, {.files = {in("fr.txt")}});
  EXPECT_EQ(shown_paths(*logs.reader).front(), R"(\\M\Prozessor(_Total)\Prozessorzeit (%))");
  ASSERT_THAT(logs.names_remarks, SizeIs(1));
  EXPECT_EQ(logs.names_remarks.front().file, in("de.csv"));
  EXPECT_THAT(opened({in("en.csv")}, {.files = {in("fr.txt")}}).names_remarks, IsEmpty());
}

TEST_F(LogLanguagesTest, GivenFileThatCannotBeRead_IsAnError) {
  const auto missing = open_logs(
      {.files = {in("en.csv")}, .names = names_in({.files = {in("no.txt")}})}, {}, fixed_titles());
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(describe(missing.error()), "no such file: " + in("no.txt"));
  folder_.write("letter.txt", "Dear all,\n");
  const auto other =
      open_logs({.files = {in("en.csv")}, .names = names_in({.files = {in("letter.txt")}})}, {},
                fixed_titles());
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().fault.file, in("letter.txt"));
}

TEST_F(LogLanguagesTest, FilesAreReadOnce_ForAllThatShareTheNames) {
  const LogInputs inputs{.files = {in("de.csv")}, .names = names_in({.files = {in("de.txt")}})};
  auto cursor = LogCursor::open(inputs, {}, fixed_titles());
  ASSERT_TRUE(cursor.has_value());
  std::filesystem::remove(in("de.txt"));
  EXPECT_TRUE(cursor->rewind().has_value());
  const auto again = open_logs(inputs, {}, fixed_titles());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(shown_paths(*again->reader).front(), R"(\\M\Processor(_Total)\% Processor Time)");
}

TEST_F(LogLanguagesTest, RemarksAreMadeOnceForEachOpening) {
  folder_.write("names/c.txt", "Dear all,\n");
  const LogInputs inputs{.files = {in("de.csv")}, .names = names_in({.folder = in("names")})};
  EXPECT_THAT(open_logs(inputs, {}, fixed_titles()).value().names_remarks, SizeIs(1));
  EXPECT_THAT(open_logs(inputs, {}, fixed_titles()).value().names_remarks, IsEmpty());
}

}  // namespace
}  // namespace openperflib
