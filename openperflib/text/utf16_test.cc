#include "openperflib/text/utf16.h"

#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

Bytes bytes_of(std::u16string_view text) { return std::as_bytes(std::span(text)); }

TEST(AppendCharacter, EveryLengthOfSequence_IsWritten) {
  std::string out = "a";
  for (const char32_t character :
       {U'\0', U'\x7F', U'\u00E4', U'\u20AC', U'\U0001F43B', U'\U0010FFFF'}) {
    append_character(out, character);
  }
  EXPECT_EQ(out, std::string("a\0\x7F\u00E4\u20AC\U0001F43B\U0010FFFF", 16));
}

TEST(Utf8FromUtf16, EveryLengthOfSequence_IsWritten) {
  EXPECT_EQ(utf8_from_utf16(bytes_of(u"a\u00E4\u20AC\U0001F43B")),
            (Utf8Text{"a\u00E4\u20AC\U0001F43B", 0}));
}

TEST(Utf8FromUtf16, Text_EndsAtItsFirstNul) {
  EXPECT_EQ(utf8_from_utf16(bytes_of(std::u16string_view(u"ab\0c", 4))), (Utf8Text{"ab", 0}));
}

TEST(Utf8FromUtf16, OddLastByte_IsIgnored) {
  EXPECT_EQ(utf8_from_utf16(bytes_of(u"ab").first(3)), (Utf8Text{"a", 0}));
}

TEST(Utf8FromUtf16, UnpairedSurrogates_AreReplacedAndCounted) {
  const std::u16string text = {0xD800, u'a', 0xDC00, 0xD83D, 0xDC3B, 0xDBFF};
  EXPECT_EQ(utf8_from_utf16(bytes_of(text)), (Utf8Text{"\uFFFDa\uFFFD\U0001F43B\uFFFD", 3}));
}

TEST(Utf8FromUtf16, BigEndianText_IsReadInItsOrder) {
  const std::u16string text = {0x6100, 0xE400};
  EXPECT_EQ(utf8_from_utf16(bytes_of(text), ByteOrder::big), (Utf8Text{"a\u00E4", 0}));
}

TEST(AppendUtf8FromUtf16, ExistingText_IsKept) {
  std::string out = "name: ";
  EXPECT_EQ(append_utf8_from_utf16(out, bytes_of(u"x")), 0U);
  EXPECT_EQ(out, "name: x");
}

TEST(Utf16FromUtf8, EveryLengthOfSequence_IsRead) {
  EXPECT_EQ(utf16_from_utf8("a\u00E4\u20AC\U0001F43B"), u"a\u00E4\u20AC\U0001F43B");
}

TEST(Utf16FromUtf8, InvalidUtf8_IsReplacedByteByByte) {
  EXPECT_EQ(utf16_from_utf8("\x80"), u"\uFFFD");            // starts nothing
  EXPECT_EQ(utf16_from_utf8("\xC0\xAF"), u"\uFFFD\uFFFD");  // longer than needed
  EXPECT_EQ(utf16_from_utf8("\xE0\x80\x80"), u"\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(utf16_from_utf8("\xED\xA0\x80"), u"\uFFFD\uFFFD\uFFFD");            // a surrogate
  EXPECT_EQ(utf16_from_utf8("\xF4\x90\x80\x80"), u"\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond the last
  EXPECT_EQ(utf16_from_utf8("\xF5"), u"\uFFFD");
  EXPECT_EQ(utf16_from_utf8("\xE2\x82"), u"\uFFFD\uFFFD");  // cut
  EXPECT_EQ(utf16_from_utf8("\xC3x"), u"\uFFFDx");
}

TEST(Utf16FromUtf8, IntoAString_ReplacesItsContents) {
  std::u16string out = u"before";
  utf16_from_utf8("x", out);
  EXPECT_EQ(out, u"x");
}

TEST(ValidUtf8, InvalidBytes_AreReplacedAndCounted) {
  EXPECT_EQ(valid_utf8("b\u00E4r"), (Utf8Text{"b\u00E4r", 0}));
  EXPECT_EQ(valid_utf8("b\xE4r"), (Utf8Text{"b\uFFFDr", 1}));
}

TEST(EqualIgnoringCase, LettersOfSupportedScripts_AreEqualInBothCases) {
  EXPECT_TRUE(equal_ignoring_case("Processor", "PROCESSOR"));
  EXPECT_TRUE(equal_ignoring_case("\u00C4\u00D6\u00DC", "\u00E4\u00F6\u00FC"));
  EXPECT_TRUE(
      equal_ignoring_case("\u0100\u0139\u0147\u014A\u0176", "\u0101\u013A\u0148\u014B\u0177"));
  EXPECT_TRUE(equal_ignoring_case("\u0391\u03A9", "\u03B1\u03C9"));
  EXPECT_TRUE(equal_ignoring_case("\u0410\u042F\u0401", "\u0430\u044F\u0451"));
}

TEST(EqualIgnoringCase, DifferentTexts_AreNotEqual) {
  EXPECT_FALSE(equal_ignoring_case("a", "b"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_FALSE(equal_ignoring_case("\u00D7", "\u00F7"));  // times and divided by are not letters
  EXPECT_TRUE(equal_ignoring_case("", ""));
}

TEST(BeginsIgnoringCase, Prefix_MayHaveOtherCase) {
  EXPECT_TRUE(begins_ignoring_case("Processor", "PROC"));
  EXPECT_TRUE(begins_ignoring_case("\u00C4pfel", "\u00E4"));
  EXPECT_TRUE(begins_ignoring_case("a", ""));
  EXPECT_FALSE(begins_ignoring_case("a", "ab"));
  EXPECT_FALSE(begins_ignoring_case("Processor", "rocessor"));
}

TEST(CompareIgnoringCase, Names_AreOrderedByTheirLetters) {
  EXPECT_EQ(compare_ignoring_case(u"L\u00C4SER", u"l\u00E4ser"), 0);
  EXPECT_LT(compare_ignoring_case(u"A", u"b"), 0);
  EXPECT_GT(compare_ignoring_case(u"ab", u"A"), 0);
  EXPECT_EQ(compare_ignoring_case(u"", u""), 0);
}

TEST(Folded, EqualNames_HaveTheSameKey) {
  EXPECT_EQ(folded("% Processor TIME \u00C4\u0401\u0138\u0149"),
            "% processor time \u00E4\u0451\u0138\u0149");
  EXPECT_EQ(folded("\u017F\u4E2D"), "\u017F\u4E2D");
}

TEST(Utf16, WholeText_KeepsItsNuls) {
  const std::u16string list(u"a\0\u00e4b\0\0", 6);
  EXPECT_EQ(utf8_from_all_utf16(std::as_bytes(std::span(list))), std::string("a\0\xC3\xA4"
                                                                             "b\0\0",
                                                                             7));
  EXPECT_EQ(utf8_from_all_utf16({}), "");
  const std::u16string text = u"no end";
  EXPECT_EQ(utf8_from_all_utf16(std::as_bytes(std::span(text))), "no end");
  EXPECT_EQ(utf8_from_all_utf16(std::as_bytes(std::span(text)).first(3)), "n");
}

}  // namespace
}  // namespace openperflib
