#include "openperflib/os/portable/code_page.h"

#include <gtest/gtest.h>

#include <string_view>

namespace openperflib {
namespace {

std::optional<std::string> decoded(std::uint32_t code_page, std::string_view text) {
  return decode_code_page(code_page, std::as_bytes(std::span(text)));
}

struct Case {
  std::uint32_t code_page;
  std::string_view bytes;
  std::string_view utf8;
};

// The same letters as the code pages of Microsoft's "Code Page Identifiers" write them.
constexpr Case kCases[] = {
    {1252, "M\xFCller \x80", "Müller €"},
    {1251, "\xCF\xF0\xE8", "При"},
    {1250, "\xA3\xF3\xBE", "Łóľ"},
    {1253, "\xC1\xE2", "Αβ"},
    {1254, "\xDD\xFD", "İı"},
    {1255, "\xE0\xE1", "אב"},
    {1256, "\xC7", "ا"},
    {1257, "\xC0", "Ą"},
    {874, "\xA1", "ก"},
    {932, "\x83\x65\x83\x58", "テス"},
    {936, "\xD6\xD0", "中"},
    {949, "\xB0\xA1", "가"},
    {950, "\xA4\xA4", "中"},
    {437, "\x81", "ü"},
    {850, "\x81", "ü"},
    {866, "\x8F", "П"},
    {20866, "\xD0", "п"},
    {28591, "\xE9", "é"},
    {65001, "\xC3\xA9", "é"},
    {1252, "", ""},
};

class CodePages : public testing::TestWithParam<Case> {};

TEST_P(CodePages, Text_BecomesItsUtf8) {
  EXPECT_EQ(decoded(GetParam().code_page, GetParam().bytes), GetParam().utf8);
}

INSTANTIATE_TEST_SUITE_P(Known, CodePages, testing::ValuesIn(kCases));

TEST(CodePage, UnknownNumber_IsNothing) {
  EXPECT_EQ(decoded(0, "a"), std::nullopt);
  EXPECT_EQ(decoded(1259, "a"), std::nullopt);
  EXPECT_EQ(decoded(0xFFFFFFFF, "a"), std::nullopt);
}

TEST(CodePage, BytesThatAreNotText_AreNothing) {
  EXPECT_EQ(decoded(932, "\x83"), std::nullopt);  // half a character
  EXPECT_EQ(decoded(65001, "\xFF"), std::nullopt);
}

TEST(CodePage, Names_AreNumbersAndTheNamesOfIconv) {
  for (const std::uint32_t page : {874U, 932U, 936U, 949U, 950U, 1250U, 1251U, 1252U, 1253U, 1254U,
                                   1255U, 1256U, 1257U, 1258U}) {
    EXPECT_EQ(code_page_of_name(std::to_string(page)), page);
    EXPECT_EQ(code_page_of_name("cp" + std::to_string(page)), page);
    EXPECT_EQ(code_page_of_name("CP" + std::to_string(page)), page);
    EXPECT_EQ(code_page_of_name("windows-" + std::to_string(page)), page);
  }
  EXPECT_EQ(code_page_of_name("utf-8"), 65001U);
  EXPECT_EQ(code_page_of_name("Shift-JIS"), 932U);
  EXPECT_EQ(code_page_of_name("koi8-r"), 20866U);
  EXPECT_EQ(code_page_of_name("iso-8859-9"), 28599U);
  EXPECT_EQ(code_page_of_name("cp9999"), std::nullopt);
  EXPECT_EQ(code_page_of_name("klingon"), std::nullopt);
  EXPECT_EQ(code_page_of_name(""), std::nullopt);
}

}  // namespace
}  // namespace openperflib
