// Logs of whole objects in another language: shown in English by title index; the names in the log
// are kept and understood. The names are those of a German Windows, put into a log of Vista.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/merged/merged_log_reader.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

const std::vector<Title> kGerman = {
    {2, "System"},           {4, "Arbeitsspeicher"},    {6, "Prozessorzeit (%)"},
    {28, "Seitenfehler/s"},  {142, "Benutzerzeit (%)"}, {144, "Privilegierte Zeit (%)"},
    {148, "Interrupts/s"},   {230, "Prozess"},          {238, "Prozessor"},
    {784, "Prozesskennung"},
};

// SampleLog.blg with other names in its table, and in its catalog if the table has the object.
std::unique_ptr<BlgReader> log_with_names(const std::vector<Title>& names) {
  const auto from = blg_example::sample_log();
  UniqueFd file = empty_file();
  std::vector<BlgObject> objects;
  for (const LogEntry& entry : from->header().entries) {
    objects.push_back({entry.machine, entry.object, entry.instance.has_value()});
    if (entry.object == "Processor") objects.back().name = "Prozessor";
  }
  BlgObjectWriter writer(file.get(), "b.blg", blg_written::options_of_copy(from->header()), objects,
                         {{objects.front().machine, names}});
  LogRecord record;
  while (from->read(record).value() == ReadResult::reading) {
    EXPECT_TRUE(writer.write(record.time_local, record.blocks).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  (void)::lseek(file.get(), 0, SEEK_SET);
  return BlgReader::open(std::move(file), "b.blg", fixed_titles()).value();
}

// The series that a path matches in the first record of a log: its path, its original path.
std::vector<std::pair<std::string, std::string>> found_by(std::string_view path, LogReader& log) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(path).has_value());
  LogRecord record;
  EXPECT_EQ(log.read(record).value(), ReadResult::reading);
  query.take({log.catalog(), record.sample});
  std::vector<std::pair<std::string, std::string>> found;
  for (const Series& series : query.binding().series()) {
    found.emplace_back(path_of(series), original_path_of(series));
  }
  return found;
}

const std::pair<std::string, std::string> kTotal{
    R"(\\ZACH-PC\Processor(_Total)\% Processor Time)",
    R"(\\ZACH-PC\Prozessor(_Total)\Prozessorzeit (%))"};

TEST(LocalisedBlg, EnglishPath_IsAnsweredByTitleIndexAndTheOriginalKept) {
  const auto log = log_with_names(kGerman);
  EXPECT_THAT(found_by(R"(\Processor(_Total)\% Processor Time)", *log), ElementsAre(kTotal));
}

TEST(LocalisedBlg, OwnNamesOfTheLog_AreUnderstoodInEverySpelling) {
  for (const std::string_view path :
       {R"(\Prozessor(_Total)\Prozessorzeit (%))", R"(\prozessor(_total)\PROZESSORZEIT (%))",
        R"(\Prozessor(_Total)\% Processor Time)", R"(\Processor(_Total)\Prozessorzeit (%))",
        R"(\238(_Total)\6)", R"(\Prozess?r(_Total)\Prozessorz*)",
        "Prozessor/_Total/Prozessorzeit (%)"}) {
    const auto log = log_with_names(kGerman);
    EXPECT_THAT(found_by(path, *log), ElementsAre(kTotal)) << path;
  }
}

TEST(LocalisedBlg, MissingInstance_HasItsPlaceUnderTheEnglishName) {
  const auto log = log_with_names(kGerman);
  EXPECT_THAT(found_by(R"(\Prozessor(7)\Prozessorzeit (%))", *log),
              ElementsAre(std::pair(std::string(R"(\\ZACH-PC\Processor(7)\% Processor Time)"),
                                    std::string(R"(\\ZACH-PC\Prozessor(7)\Prozessorzeit (%))"))));
}

// One wrong name does not make another language: it is shown unchanged.
TEST(LocalisedBlg, EnglishTableWithAnotherName_IsEnglish) {
  const auto log = log_with_names(
      {{2, "System"}, {6, "Prozessorzeit (%)"}, {230, "Process"}, {238, "Processor"}});
  EXPECT_THAT(found_by(R"(\Processor(_Total)\Prozessorzeit (%))", *log),
              ElementsAre(std::pair(std::string(R"(\\ZACH-PC\Processor(_Total)\Prozessorzeit (%))"),
                                    std::string())));
}

TEST(LocalisedBlg, GenuineLog_HasNoOriginals) {
  const auto log = blg_example::sample_log();
  EXPECT_THAT(found_by(R"(\Processor(_Total)\% Processor Time)", *log),
              ElementsAre(std::pair(kTotal.first, std::string())));
}

TEST(LocalisedBlg, Processes_AreStillKnownByTheirIds) {
  const auto english = blg_example::sample_log();
  const auto german = log_with_names(kGerman);
  LogRecord record;
  LogRecord other;
  ASSERT_EQ(english->read(record).value(), ReadResult::reading);
  ASSERT_EQ(german->read(other).value(), ReadResult::reading);
  const auto expected = english->catalog().series();
  const auto series = german->catalog().series();
  ASSERT_EQ(series.size(), expected.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    EXPECT_EQ(series[i].process_id, expected[i].process_id);
    EXPECT_EQ(path_of(series[i]), path_of(expected[i]));
  }
}

TEST(LocalisedBlg, PathsOfItsEntries_StandForAllOfIt) {
  const auto log = log_with_names(kGerman);
  Query query(fixed_titles());
  for (const std::string& path : recorded_paths(log->header())) {
    ASSERT_TRUE(query.add(path).has_value());
  }
  LogRecord record;
  ASSERT_EQ(log->read(record).value(), ReadResult::reading);
  query.take({log->catalog(), record.sample});
  EXPECT_EQ(query.binding().series().size(), log->catalog().series().size());
}

TEST(LocalisedBlg, BoundWithAnEnglishLog_IsTheSameSeries) {
  std::vector<std::unique_ptr<LogReader>> logs;
  logs.push_back(blg_example::sample_log());
  logs.push_back(log_with_names(kGerman));
  MergedLogReader merged(std::move(logs));
  EXPECT_THAT(found_by(R"(\Processor(_Total)\% Processor Time)", merged), testing::SizeIs(1));
}

}  // namespace
}  // namespace openperflib
