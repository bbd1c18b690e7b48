#include "apps/drop_in/text_lines.h"

#include <gtest/gtest.h>

#include <string_view>

namespace openperflib::drop_in {
namespace {

using namespace std::string_view_literals;
using Lines = std::vector<TextLine>;

Lines lines_of(std::string_view text) { return text_lines(std::as_bytes(std::span(text))); }

TEST(TextLines, EmptyLines_AreCountedAndLeftOut) {
  EXPECT_EQ(lines_of(""), Lines());
  EXPECT_EQ(lines_of("\r\n\n \t\n"), Lines());
  EXPECT_EQ(lines_of("\n\na\n\n b c \nd"), (Lines{{3, "a"}, {5, "b c"}, {6, "d"}}));
}

TEST(TextLines, BothLineEnds_AreTheSame) { EXPECT_EQ(lines_of("a\r\nb\r\n"), lines_of("a\nb\n")); }

TEST(TextLines, CtrlZAtTheEnd_IsIgnored) {
  EXPECT_EQ(lines_of("a\r\nb\r\n\x1A"), lines_of("a\nb\n"));
  EXPECT_EQ(lines_of("a\nb\x1A\r\n"), lines_of("a\nb\n"));
  EXPECT_EQ(lines_of("\xFF\xFE"
                     "a\0\n\0\x1A\0"sv),
            (Lines{{1, "a"}}));
}

TEST(TextLines, ByteOrderMark_SaysTheEncoding) {
  const Lines expected{{1, "\xC3\xA9"}, {2, "b"}};
  EXPECT_EQ(lines_of("\xEF\xBB\xBF\xC3\xA9\nb"), expected);
  EXPECT_EQ(lines_of("\xFF\xFE\xE9\0\n\0b\0"sv), expected);
  EXPECT_EQ(lines_of("\xFE\xFF\0\xE9\0\n\0b"sv), expected);
}

TEST(TextLines, Utf16ThatIsCut_GivesWhatIsWhole) {
  EXPECT_EQ(lines_of("\xFF\xFE"
                     "a\0b"sv),
            (Lines{{1, "a"}}));
  EXPECT_EQ(lines_of("\xFF\xFE"sv), Lines());
  EXPECT_EQ(lines_of("\xFF\xFE\0\xD8"
                     "a\0"sv),
            (Lines{{1,
                    "\xEF\xBF\xBD"
                    "a"}}));
}

TEST(TextLines, NulOfUtf16_EndsNoText) {
  EXPECT_EQ(lines_of("\xFF\xFE"
                     "a\0\0\0b\0"sv),
            (Lines{{1, "a"}, {2, "b"}}));
}

TEST(TextLines, MissingFile_IsAnErrorWithItsCode) {
  const auto lines = read_text_lines("/nowhere/list.txt");
  ASSERT_FALSE(lines.has_value());
  EXPECT_EQ(lines.error().text, "/nowhere/list.txt: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)");
}

}  // namespace
}  // namespace openperflib::drop_in
