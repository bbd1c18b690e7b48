#include "openperflib/text/word_wrap.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(WordWrap, LongText_IsBrokenBetweenWordsAndIndented) {
  EXPECT_EQ(wrapped("one two three four", 12, "  "), "  one two\n  three four\n");
  EXPECT_EQ(wrapped("one two three", 9, "x: "), "x: one\n   two\n   three\n");
}

TEST(WordWrap, WordWiderThanALine_HasALineOfItsOwn) {
  EXPECT_EQ(wrapped("a incomprehensible b", 8), "a\nincomprehensible\nb\n");
}

TEST(WordWrap, NumberAndItsUnit_StayTogether) {
  EXPECT_EQ(wrapped("worst 34.0 % there", 12), "worst 34.0 %\nthere\n");
  EXPECT_EQ(wrapped("worst 34.0 % there", 11), "worst\n34.0 %\nthere\n");
  EXPECT_EQ(wrapped("for 5 min (45 % of", 10), "for 5 min\n(45 % of\n");
}

TEST(WordWrap, WideCharacters_CountAsTwoColumns) {
  EXPECT_EQ(wrapped("日本 日本", 9), "日本 日本\n");
  EXPECT_EQ(wrapped("日本 日本", 8), "日本\n日本\n");
}

TEST(WordWrap, EscapeSequencesOfTheFirstPart_TakeNoColumns) {
  EXPECT_EQ(wrapped("one two", 9, "\x1b[1mx\x1b[0m ", 2), "\x1b[1mx\x1b[0m one two\n");
}

TEST(WordWrap, Nothing_IsAnEmptyLine) { EXPECT_EQ(wrapped("", 10, "> "), "> \n"); }

}  // namespace
}  // namespace openperflib
