#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/section_reader_internal.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;

std::string text_of(std::string_view bytes) { return file_text_of(as_bytes(bytes)).text; }

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  LineReader reader(text);
  while (const auto line = reader.next()) {
    EXPECT_EQ(line->number, lines.size() + 1);
    lines.emplace_back(line->text);
  }
  return lines;
}

TEST(FileText, Utf16WithMark_IsDecodedInItsOrder) {
  EXPECT_EQ(text_of("\xFF\xFE\xC4\0=\0"sv), "\u00C4=");
  EXPECT_EQ(text_of("\xFE\xFF\0\xC4\0="sv), "\u00C4=");
}

TEST(FileText, Utf16WithoutMark_IsKnownByItsFirstCharacters) {
  EXPECT_EQ(text_of("\r\0\n\0\xC4\0"sv), "\r\n\u00C4");
  EXPECT_EQ(text_of("\0[\0i\0\xC4"sv), "[i\u00C4");
}

TEST(FileText, Utf8_LosesItsMark) {
  EXPECT_EQ(text_of("\xEF\xBB\xBF\xC3\x84"), "\u00C4");
  EXPECT_EQ(text_of("\xC3\x84"), "\u00C4");
  EXPECT_EQ(text_of(""), "");
}

TEST(FileText, OtherBytes_AreWindows1252) {
  EXPECT_EQ(text_of("\x80 \x93"
                    "a\x94 \xC4\xFF"),
            "\u20AC \u201Ca\u201D \u00C4\u00FF");
  EXPECT_EQ(text_of("\x81\xC4"), "\u0081\u00C4");
  EXPECT_EQ(text_of("\x9F\xC4"), "\u0178\u00C4");
}

TEST(FileText, Nul_IsKept) {
  EXPECT_EQ(text_of("a\0b"sv), "a\0b"sv);
  EXPECT_EQ(text_of("\xFF\xFE\0\0"
                    "a\0\0\0"
                    "b\0"sv),
            "\0a\0b"sv);
}

TEST(FileText, UndecodableBytesOfMarkedText_AreReplaced) {
  const FileText odd =
      file_text_of(as_bytes("\xFF\xFE"
                            "a\0b"sv));
  EXPECT_EQ(odd.text, "a\uFFFD");
  EXPECT_TRUE(odd.has_replacements);
  const FileText surrogate = file_text_of(as_bytes("\xFE\xFF\xD8\0\0a"sv));
  EXPECT_EQ(surrogate.text, "\uFFFDa");
  EXPECT_TRUE(surrogate.has_replacements);
  const FileText utf8 = file_text_of(as_bytes("\xEF\xBB\xBF\xC3"));
  EXPECT_EQ(utf8.text, "\uFFFD");
  EXPECT_TRUE(utf8.has_replacements);
  EXPECT_FALSE(file_text_of(as_bytes("\uFFFD")).has_replacements);
}

TEST(FileText, CtrlZAtTheEnd_IsRemovedWherePeopleEdit) {
  const auto edited = [](std::string_view bytes) { return edited_text_of(as_bytes(bytes)).text; };
  EXPECT_EQ(edited("a\n\x1A"), "a\n");
  EXPECT_EQ(edited("a \x1A\r\n\x1A"), "a ");
  EXPECT_EQ(edited("\xFF\xFE"
                   "a\0\x1A\0"sv),
            "a");
  EXPECT_EQ(edited("\xC4\x1A"), "\u00C4");
  EXPECT_EQ(edited("\x1A"), "");
  EXPECT_EQ(edited("a\x1A b\r\n"), "a\x1A b\r\n");
  EXPECT_EQ(text_of("a\n\x1A"), "a\n\x1A");
}

TEST(LineReader, AllLineEnds_AreCounted) {
  EXPECT_THAT(lines_of("a\r\nb\nc\rd"), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(lines_of("\r\n\r\na"), ElementsAre("", "", "a"));
  EXPECT_THAT(lines_of("a\n\rb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of(""), ElementsAre());
}

TEST(Trimmed, BlanksAndNuls_AreRemovedAtTheEnds) {
  EXPECT_EQ(trimmed("\0 \ta b\f \0"sv), "a b");
  EXPECT_EQ(trimmed(" \t\0"sv), "");
}

struct Read {
  SectionLine::Kind kind;
  std::size_t number;
  std::string key;
  std::string value;
  bool operator==(const Read&) const = default;
};

std::vector<Read> section_lines_of(std::string_view text) {
  std::vector<Read> lines;
  SectionReader reader(text);
  while (const auto line = reader.next()) {
    lines.push_back({line->kind, line->number, std::string(line->key), std::string(line->value)});
  }
  return lines;
}

using enum SectionLine::Kind;

TEST(SectionReader, BlankLinesAndComments_AreSkipped) {
  EXPECT_THAT(section_lines_of("; a\n\n // b=c\n\t\n k = v \n"),
              ElementsAre(Read{entry, 5, "k", " v "}));
}

TEST(SectionReader, Section_EndsWithItsLastBracket) {
  EXPECT_THAT(section_lines_of(" [a]b] \n[c] ; d\n[e] // f]g\n[]"),
              ElementsAre(Read{section, 1, "a]b", ""}, Read{section, 2, "c", ""},
                          Read{section, 3, "e", ""}, Read{section, 4, "", ""}));
}

TEST(SectionReader, SectionWithoutBracket_IsOpen) {
  EXPECT_THAT(section_lines_of("[a\n[b] c\n["),
              ElementsAre(Read{open_section, 1, "[a", ""}, Read{open_section, 2, "[b] c", ""},
                          Read{open_section, 3, "[", ""}));
}

TEST(SectionReader, Entry_IsDividedAtItsFirstEqualsSign) {
  EXPECT_THAT(
      section_lines_of("a=b=c\n=d\ne\n"),
      ElementsAre(Read{entry, 1, "a", "b=c"}, Read{entry, 2, "", "d"}, Read{bare, 3, "e", ""}));
}

}  // namespace
}  // namespace openperflib
