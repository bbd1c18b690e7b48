#include "openperflib/text/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

TEST(Printable, EscapeSequenceInAName_LosesItsEscape) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f"), "a\uFFFD[2Jb\uFFFD");
}

TEST(Printable, C1ControlsAndBadUtf8_AreReplaced) {
  EXPECT_EQ(printable("\xC2\x9B"), "\uFFFD");  // U+009B, the 8-bit CSI
  EXPECT_EQ(printable("\xFF"), "\uFFFD");
}

TEST(Printable, MarksThatTurnTheDirectionOfText_AreReplaced) {
  for (const char* const mark :
       {"\u061C", "\u200E", "\u200F", "\u202A", "\u202E", "\u2066", "\u2069"}) {
    EXPECT_EQ(printable(std::string("a") + mark + "b"), "a\uFFFDb");
  }
  EXPECT_EQ(printable("a\u200Bb\u2065"), "a\u200Bb\u2065");
}

// A text that has only printable ASCII is returned without a look at each character.
TEST(Printable, Ascii_StaysUnlessItIsAControl) {
  for (char one = 0; one != '\x7f'; ++one) {
    const std::string text = std::string("a") + one + "b";
    const std::string expected = one < ' ' ? "a\uFFFDb" : text;
    EXPECT_EQ(printable(text), expected);
    EXPECT_EQ(display_width(text), 3U);
  }
  EXPECT_EQ(printable("a\x7f"), "a\uFFFD");
  EXPECT_EQ(display_width("a\x7f"), 2U);
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(display_width(""), 0U);
}

TEST(ForTerminal, LineEndsAndTabs_Stay) {
  EXPECT_EQ(for_terminal("a\tb\r\n\x1b[2J\u202E\u009B\x07"), "a\tb\r\n\uFFFD[2J\uFFFD\uFFFD\uFFFD");
}

TEST(OnOneLine, EveryLineEnd_IsAQuestionMark) {
  EXPECT_EQ(on_one_line("a\nb\rc\vd\fe\u0085f\u2028g\u2029h\x1b\ti"), "a?b?c?d?e?f?g?h\x1b\ti");
}

TEST(DisplayWidth, WideAndCombiningCharacters_CountAsTheTerminalDoes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
}

TEST(CutToWidth, LongText_EndsInAnEllipsis) {
  EXPECT_EQ(cut_to_width("abcdef", 4), "abc…");
  EXPECT_EQ(cut_to_width("日本語", 4), "日…");
  EXPECT_EQ(cut_to_width("abc", 3), "abc");
  EXPECT_EQ(cut_to_width("abc", 0), "");
}

TEST(Fitted, ShortText_IsPadded) { EXPECT_EQ(fitted("日", 4), "日  "); }

}  // namespace
}  // namespace openperflib
