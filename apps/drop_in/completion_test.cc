#include "apps/drop_in/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/drop_in/options_example.h"

namespace openperflib::drop_in {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CursorLine line_of(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return {pointers, find_example_option};
}

TEST(CursorLine, WordAfterAnOption_IsItsValue) {
  EXPECT_EQ(line_of({"-o", "a"}).option(), "o");
  EXPECT_EQ(line_of({"/O", ""}).option(), "o");
  EXPECT_EQ(line_of({"-q", ""}).option(), "q");
  EXPECT_EQ(line_of({"-c", "a", "b", ""}).option(), "c");
}

TEST(CursorLine, WordAfterTheLastValue_IsItsOwn) {
  EXPECT_EQ(line_of({""}).option(), "");
  EXPECT_EQ(line_of({"-y", ""}).option(), "");
  EXPECT_EQ(line_of({"-o", "a", ""}).option(), "");
  EXPECT_EQ(line_of({"-q", "a", ""}).option(), "");
  EXPECT_EQ(line_of({"-c", "a", "-y", ""}).option(), "");
  EXPECT_EQ(line_of({"-unknown", ""}).option(), "");
  EXPECT_EQ(CursorLine({}, find_example_option).word(), "");
}

TEST(CursorLine, WordsBefore_BelongToTheirOptions) {
  const CursorLine line = line_of({"a", "-c", "b", "c", "-o", "d", "e", "/tmp/f", "g"});
  EXPECT_THAT(line.values_of("c"), ElementsAre("b", "c"));
  EXPECT_THAT(line.values_of("o"), ElementsAre("d"));
  EXPECT_THAT(line.values_of(""), ElementsAre("a", "e", "/tmp/f"));
  EXPECT_THAT(line.values_of("q"), IsEmpty());
  EXPECT_EQ(line.word(), "g");
}

TEST(CompletionLines, Words_AreThoseThatBeginAsTheCursorsDoes) {
  const CursorLine line = line_of({"b"});
  EXPECT_EQ(completion_lines(line, {.words = {"BIN", "CSV", "bincirc"}}), "BIN\nbincirc\n");
  EXPECT_EQ(completion_lines(line, {.words = {"CSV"}, .files = true}), "<files>\n");
}

}  // namespace
}  // namespace openperflib::drop_in
