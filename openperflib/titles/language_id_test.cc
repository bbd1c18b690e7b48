#include "openperflib/titles/language_id.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(LanguageOf, Text_IsHexadecimalOfAnyWidth) {
  EXPECT_EQ(language_of("009"), 0x009);
  EXPECT_EQ(language_of("9"), 0x009);
  EXPECT_EQ(language_of("010"), 0x010);
  EXPECT_EQ(language_of("0C"), 0x00C);
  EXPECT_EQ(language_of("00c"), 0x00C);
  EXPECT_EQ(language_of("0409"), 0x009);
}

TEST(LanguageOf, ChineseAndPortuguese_KeepTheirSublanguage) {
  EXPECT_EQ(language_of("404"), 0x404);
  EXPECT_EQ(language_of("804"), 0x804);
  EXPECT_EQ(language_of("416"), 0x416);
  EXPECT_EQ(language_of("816"), 0x816);
  EXPECT_EQ(language_of("0C04"), 0xC04);
  EXPECT_EQ(language_of("004"), 0x804);
  EXPECT_EQ(language_of("4"), 0x804);
  EXPECT_EQ(language_of("016"), 0x416);
}

TEST(LanguageOf, OtherSublanguages_AreRemoved) {
  EXPECT_EQ(language_of(std::uint16_t{0x409}), 0x009);
  EXPECT_EQ(language_of(std::uint16_t{0x809}), 0x009);
  EXPECT_EQ(language_of(std::uint16_t{0xC07}), 0x007);
}

TEST(LanguageOf, OtherTexts_AreNone) {
  for (const char* text : {"", "0", "000", "400", "0x9", " 9", "9 ", "00409", "xyz", "-9", "+9"}) {
    EXPECT_EQ(language_of(text), std::nullopt) << text;
  }
}

TEST(NeutralLanguage, IsThePrimaryLanguageZero) {
  for (const char* text : {"0", "000", "400", "0800", "C00"}) {
    EXPECT_TRUE(is_neutral_language(text)) << text;
  }
  for (const char* text : {"", "009", "401", "00000", "x"}) {
    EXPECT_FALSE(is_neutral_language(text)) << text;
  }
}

TEST(AnsiCodePage, IsThatOfTheLanguage) {
  EXPECT_EQ(ansi_code_page_of(kEnglish), 1252U);
  EXPECT_EQ(ansi_code_page_of(0x011), 932U);
  EXPECT_EQ(ansi_code_page_of(0x012), 949U);
  EXPECT_EQ(ansi_code_page_of(0x804), 936U);
  EXPECT_EQ(ansi_code_page_of(0x1004), 936U);
  EXPECT_EQ(ansi_code_page_of(0x404), 950U);
  EXPECT_EQ(ansi_code_page_of(0xC04), 950U);
  EXPECT_EQ(ansi_code_page_of(0x416), 1252U);
  EXPECT_EQ(ansi_code_page_of(0x019), 1251U);
  EXPECT_EQ(ansi_code_page_of(0x005), 1250U);
  EXPECT_EQ(ansi_code_page_of(0x008), 1253U);
  EXPECT_EQ(ansi_code_page_of(0x01F), 1254U);
  EXPECT_EQ(ansi_code_page_of(0x00D), 1255U);
  EXPECT_EQ(ansi_code_page_of(0x001), 1256U);
  EXPECT_EQ(ansi_code_page_of(0x027), 1257U);
  EXPECT_EQ(ansi_code_page_of(0x02A), 1258U);
  EXPECT_EQ(ansi_code_page_of(0x01E), 874U);
  EXPECT_EQ(ansi_code_page_of(0x039), std::nullopt);  // Hindi has none
}

TEST(LanguageText, HasThreeDigits) {
  EXPECT_EQ(language_text(kEnglish), "009");
  EXPECT_EQ(language_text(0x00C), "00C");
  EXPECT_EQ(language_text(0x404), "404");
  EXPECT_EQ(language_text(0x1004), "1004");
}

TEST(LanguageText, OfEveryLanguage_LeadsBackToIt) {
  for (unsigned id = 0; id <= 0xFFFF; ++id) {
    const auto language = language_of(static_cast<std::uint16_t>(id));
    if (!language.has_value()) continue;
    EXPECT_EQ(language_of(*language), language);
    EXPECT_EQ(language_of(language_text(*language)), language);
  }
}

}  // namespace
}  // namespace openperflib
