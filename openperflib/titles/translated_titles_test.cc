#include "openperflib/titles/translated_titles.h"

#include <gtest/gtest.h>

#include "openperflib/titles/multi_string.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;

std::string shown(std::span<const Title> english, std::span<const Title> translations) {
  return multi_string_of(translated_titles(english, translations));
}

TEST(TranslatedTitles, MissingTranslation_IsEnglish) {
  const std::vector<Title> english = {{2, "System"}, {4, "Memory"}, {2000, "Depth"}};
  const std::vector<Title> italian = {{4, "Memoria"}};
  EXPECT_EQ(shown(english, italian),
            "2\0System\0"
            "4\0Memoria\0"
            "2000\0Depth\0\0"sv);
  EXPECT_EQ(shown(english, {}), multi_string_of(english));
}

TEST(TranslatedTitles, EmptyTranslation_IsEnglish) {
  const std::vector<Title> english = {{4, "Memory"}};
  const std::vector<Title> italian = {{4, ""}};
  EXPECT_EQ(shown(english, italian), "4\0Memory\0\0"sv);
}

TEST(TranslatedTitles, IndicesThatEnglishLacks_AreIgnored) {
  const std::vector<Title> names = {{2000, "Queues"}, {2002, "Depth"}};
  const std::vector<Title> italian = {{2, "Sistema"},
                                      {2000, "Code"},
                                      {2001, "Le code."},
                                      {2002, "Profondit\u00E0"},
                                      {2004, "Altro"}};
  EXPECT_EQ(shown(names, italian),
            "2000\0Code\0"
            "2002\0Profondit\u00E0\0\0"sv);
  EXPECT_EQ(shown({}, italian), "\0"sv);
}

}  // namespace
}  // namespace openperflib
