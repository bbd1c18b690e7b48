#include "openperflib/titles/title_remark.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {
namespace {

using enum TitleRule;

TEST(Describe, Remark_NamesItsSubject) {
  EXPECT_EQ(describe({TitleFile::ini, 7, symbol_undefined, "QRATE"}),
            "the symbol QRATE is not defined in the symbol header");
  EXPECT_EQ(describe({TitleFile::ini, 7, driver_name_missing}),
            "drivername is missing from [info]");
  EXPECT_EQ(describe({TitleFile::ini, 7, no_equals_sign, "{}"}), "{} has no =");
}

TEST(Describe, EveryRule_HasItsOwnText) {
  std::set<std::string> texts;
  const auto last = static_cast<int>(kLastTitleRule);
  for (int i = 0; i <= last; ++i) {
    texts.insert(describe({TitleFile::ini, 1, static_cast<TitleRule>(i), "X"}));
  }
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(last) + 1);
}

TEST(Describe, EveryRule_IsInTheDocuments) {
  std::string documents;
  for (const char* name : {"ini.md", "backup.md", "manifest.md", "language_names.md"}) {
    std::ifstream file(std::string(OPENPERFLIB_SOURCE_DIR "/docs/formats/") + name);
    documents.append(std::istreambuf_iterator<char>(file), {});
  }
  for (int i = 0; i <= static_cast<int>(kLastTitleRule); ++i) {
    const std::string text = describe({TitleFile::ini, 1, static_cast<TitleRule>(i), "X"});
    EXPECT_TRUE(documents.contains(" | " + text + " |")) << text;
  }
}

TEST(HasMistakes, NotesAlone_AreNone) {
  EXPECT_FALSE(has_mistakes({}));
  EXPECT_FALSE(has_mistakes({{TitleFile::ini, 1, no_objects}}));
  EXPECT_TRUE(has_mistakes({{TitleFile::ini, 1, no_objects}, {TitleFile::ini, 1, no_names}}));
}

TEST(RemarkList, Subject_IsPrintableAndShort) {
  RemarkList list(TitleFile::header);
  list.add(3, given_twice, "a\x1B[0m\xFF");
  list.add(4, given_twice, std::string(1'000'000, 'x'));
  const TitleRemarks remarks = list.take();
  EXPECT_EQ(remarks[0], (TitleRemark{TitleFile::header, 3, given_twice, "a\uFFFD[0m\uFFFD"}));
  EXPECT_EQ(remarks[1].subject, std::string(79, 'x') + "\u2026");
}

TEST(RemarkList, AfterTheLimit_SaysThatThereAreMore) {
  RemarkList list(TitleFile::backup);
  for (std::size_t line = 1; line <= kMostRemarks + 5; ++line) list.add(line, given_twice, "a");
  const TitleRemarks remarks = list.take();
  ASSERT_EQ(remarks.size(), kMostRemarks + 1);
  EXPECT_EQ(remarks.back(), (TitleRemark{TitleFile::backup, kMostRemarks + 1, too_many_mistakes}));
}

}  // namespace
}  // namespace openperflib
