#include "apps/program/printable.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(Printable, EscapeSequenceInAName_LosesItsEscape) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f"), "a\uFFFD[2Jb\uFFFD");
}

TEST(Printable, C1ControlsAndBadUtf8_AreReplaced) {
  EXPECT_EQ(printable("\xC2\x9B"), "\uFFFD");  // U+009B, the 8-bit CSI
  EXPECT_EQ(printable("\xFF"), "\uFFFD");
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
}  // namespace openperflib::apps
