#include <gtest/gtest.h>

#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_lines_internal.h"
#include "openperflib/testing/logs/text_log_example.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kPiece = 128U << 10;  // the size of one read
constexpr std::size_t kLimit = 1U << 20;

// A line as returned, with a copy of its text.
struct Given {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
  bool has_end = true;
  bool operator==(const Given&) const = default;
};

std::vector<Given> lines_of(std::string_view bytes, const TextLogEncoding& encoding = {}) {
  const ByteSource file(file_of(bytes));
  TextLogLines lines(file, 0, kLimit);
  EXPECT_TRUE(lines.beginning().has_value());
  if (encoding.kind != TextLogEncoding::Kind::utf8) lines.set_encoding(encoding);
  std::vector<Given> all;
  TextLine line;
  while (lines.next(line).value_or(false)) {
    all.push_back({std::string(line.text), line.offset, line.number, line.bytes, line.has_end});
  }
  EXPECT_EQ(lines.position(), bytes.size());
  return all;
}

TEST(TextLogLines, EndsAreLfOrCrLf_AndTheLastOneMayHaveNone) {
  EXPECT_EQ(lines_of("ab\r\n\ncd\n\re"),
            (std::vector<Given>{
                {"ab", 0, 1, 4}, {"", 4, 2, 1}, {"cd", 5, 3, 3}, {"\re", 8, 4, 2, false}}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(TextLogLines, RepeatedCr_BelongsToTheEnd) {
  EXPECT_EQ(lines_of("ab\r\r\n\"c\"\r\r\r\n\r\r"),
            (std::vector<Given>{{"ab", 0, 1, 5}, {"\"c\"", 5, 2, 7}, {"\r\r", 12, 3, 2, false}}));
}

TEST(TextLogLines, LineOverTheEdgeOfAPiece_IsOne) {
  for (const std::size_t before : {kPiece - 3, kPiece - 2, kPiece - 1, kPiece, kPiece + 1}) {
    const std::string first(before, 'x');
    const auto lines = lines_of(first + "\r\nab\r\n");
    ASSERT_EQ(lines.size(), 2U) << before;
    EXPECT_EQ(lines[0].text, first) << before;
    EXPECT_EQ(lines[1], (Given{"ab", before + 2, 2, 4})) << before;
  }
}

TEST(TextLogLines, LineAsLongAsTheLimit_IsGivenAndALongerOneIsNot) {
  for (const std::size_t more : {0U, 1U}) {
    const ByteSource file(file_of(std::string(kLimit + more, 'x') + "\nab\n"));
    TextLogLines lines(file, 0, kLimit);
    TextLine line;
    ASSERT_TRUE(lines.next(line).value());
    EXPECT_EQ(line.is_too_long, more == 1);
    EXPECT_EQ(line.text.size(), more == 1 ? 0 : kLimit);
    EXPECT_EQ(line.bytes, kLimit + more + 1);
    ASSERT_TRUE(lines.next(line).value());
    EXPECT_EQ(line.text, "ab");
    EXPECT_EQ(line.offset, kLimit + more + 1);
    EXPECT_EQ(line.number, 2U);
  }
}

TEST(TextLogLines, LetterOfFourBytesOverTheEdgeOfAPieceOfUtf16_IsOneLetter) {
  const TextLogEncoding encoding{.kind = TextLogEncoding::Kind::utf16_little,
                                 .how = TextLogEncoding::How::bytes,
                                 .code_page = 1200};
  for (const std::size_t before : {kPiece / 2 - 2, kPiece / 2 - 1, kPiece / 2}) {
    const std::string text = std::string(before, 'x') + "\U0001F600\n";
    const std::u16string units = utf16_from_utf8(text + "ab");
    const auto lines = lines_of(as_text(std::as_bytes(std::span(units))), encoding);
    ASSERT_EQ(lines.size(), 2U) << before;
    EXPECT_EQ(lines[0].text + "\n", text) << before;
    EXPECT_EQ(lines[0].bytes, 2 * (before + 3)) << before;
    EXPECT_EQ(lines[1], (Given{"ab", 2 * (before + 3), 2, 4, false})) << before;
  }
}

TEST(TextLogLines, ZerosInUtf16_AreLettersOfTheLine) {
  const TextLogEncoding encoding{.kind = TextLogEncoding::Kind::utf16_big,
                                 .how = TextLogEncoding::How::bytes,
                                 .code_page = 1201};
  using namespace std::string_view_literals;
  EXPECT_EQ(lines_of("\0a\0\0\0b\0\n"sv, encoding),
            (std::vector<Given>{{std::string("a\0b", 3), 0, 1, 8}}));
}

// The cells of a line, without their quotes; an unclosed one is followed by a !.
std::vector<std::string> cells_of(std::string_view line) {
  TextCells cells(line, ',');
  std::vector<std::string> all;
  TextCell cell;
  while (cells.next(cell)) all.push_back(unquoted(cell) + (cell.is_closed ? "" : "!"));
  return all;
}

using CellTexts = std::vector<std::string>;

TEST(TextCells, EndAtQuotesBeforeASeparator_OrAtTheSeparator) {
  EXPECT_EQ(cells_of(R"("a","b,c",d)"), (CellTexts{"a", "b,c", "d"}));
  EXPECT_EQ(cells_of(R"("a""b","","c""")"), (CellTexts{"a\"b", "", "c\""}));
  EXPECT_EQ(cells_of(R"("a"b","c")"), (CellTexts{"a\"b", "c"}));
  EXPECT_EQ(cells_of(R"(a"b,c)"), (CellTexts{"a\"b", "c"}));
  EXPECT_EQ(cells_of(R"("a","b)"), (CellTexts{"a", "b!"}));
  EXPECT_EQ(cells_of(R"("a",)"), (CellTexts{"a", ""}));
  EXPECT_EQ(cells_of(","), (CellTexts{"", ""}));
  EXPECT_EQ(cells_of(R"(")"), CellTexts{"!"});
  EXPECT_EQ(cells_of(""), CellTexts{});
}

}  // namespace
}  // namespace openperflib
