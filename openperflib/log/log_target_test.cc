// Where a log is written: names, formats and what does not go together.
#include "openperflib/log/log_target.h"

#include <gtest/gtest.h>

#include "openperflib/log/log_format_name.h"

namespace openperflib {
namespace {

using FaultKind = LogTargetFault::Kind;

TEST(LogTarget, Extension_SaysTheFormatInAnyCase) {
  EXPECT_EQ(LogTarget::parse("a.csv")->format, LogFormat::csv);
  EXPECT_EQ(LogTarget::parse("a.b.TSV")->format, LogFormat::tsv);
  EXPECT_EQ(LogTarget::parse("/x/a.Blg")->format, LogFormat::blg);
  EXPECT_EQ(LogTarget::parse("a.perfrec")->format, LogFormat::recording);
  EXPECT_EQ(LogTarget::parse("a.perfrec")->name, "a.perfrec");
}

TEST(LogTarget, GivenFormat_CountsMoreThanTheExtension) {
  EXPECT_EQ(LogTarget::parse("a.blg", LogFormat::csv)->format, LogFormat::csv);
  EXPECT_EQ(LogTarget::parse("-", LogFormat::blg)->name, "-") << "a file of the drop-in tools";
}

TEST(LogTarget, NameWithoutAKnownExtension_NeedsAFormat) {
  for (const char* name : {"a", "a.txt", "a.", "blg", ".sql"}) {
    EXPECT_EQ(LogTarget::parse(name).error().kind, FaultKind::no_format) << name;
    EXPECT_EQ(LogTarget::parse(name, LogFormat::tsv)->format, LogFormat::tsv) << name;
  }
}

TEST(LogTarget, LogSet_IsReadFromTheName) {
  const auto target = LogTarget::parse("SQL:/var/logs.db!night");
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(target->format, LogFormat::sql);
  EXPECT_EQ(target->set->database, "/var/logs.db");
  EXPECT_EQ(target->set->set, "night");
  EXPECT_EQ(LogTarget::parse("SQL:/var/logs.db!night", LogFormat::sql), target);
}

TEST(LogTarget, SetAndFile_AreNotEachOther) {
  EXPECT_EQ(LogTarget::parse("SQL:db!a", LogFormat::csv).error().kind, FaultKind::set_is_no_file);
  EXPECT_EQ(LogTarget::parse("a.csv", LogFormat::sql).error().kind, FaultKind::file_is_no_set);
}

TEST(LogTarget, SetWithoutADatabase_SaysWhatIsWrong) {
  const auto target = LogTarget::parse("SQL:!a");
  ASSERT_FALSE(target.has_value());
  EXPECT_EQ(target.error().kind, FaultKind::invalid_set);
  EXPECT_EQ(target.error().reason, SqlLogName::parse("SQL:!a").error());
}

TEST(LogTarget, ShownName_HasNoPassword) {
  const auto target = LogTarget::parse("SQL:DRIVER=x;PWD=secret!a");
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(target->shown().find("secret"), std::string::npos);
  EXPECT_EQ(LogTarget::parse("a.csv")->shown(), "a.csv");
}

TEST(LogTarget, StandardOutput_TakesTextOnly) {
  const auto target = LogTarget::standard_output(LogFormat::tsv);
  ASSERT_TRUE(target.has_value());
  EXPECT_TRUE(target->is_standard_output);
  EXPECT_EQ(LogTarget::standard_output(std::nullopt).error().kind, FaultKind::no_format);
  for (const LogFormat format : {LogFormat::blg, LogFormat::recording, LogFormat::sql}) {
    EXPECT_EQ(LogTarget::standard_output(format).error().kind, FaultKind::binary_to_output);
  }
}

TEST(LogFormatName, EachFormat_IsFoundByItsNames) {
  for (const LogFormatName& name : log_format_names()) {
    EXPECT_EQ(name_of(name.format).title, name.title);
    if (!name.extension.empty()) {
      EXPECT_EQ(format_of_extension(name.extension), name.format);
      EXPECT_EQ(format_of_file_name("a." + std::string(name.extension)), name.format);
    }
    if (!name.word.empty()) {
      EXPECT_EQ(format_of_word(name.word), name.format);
    }
  }
}

TEST(LogFormatName, WordsOfWindows_IgnoreCaseAndKnowNoRecordings) {
  EXPECT_EQ(format_of_word("BIN"), LogFormat::blg);
  EXPECT_EQ(format_of_word("blg"), std::nullopt);
  EXPECT_EQ(format_of_word("perfrec"), std::nullopt);
  EXPECT_EQ(format_of_word(""), std::nullopt);
}

}  // namespace
}  // namespace openperflib
