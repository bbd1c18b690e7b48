#include "openperflib/registry/ui_language.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(UiLanguage, NameOfALocale_HasItsLanguage) {
  EXPECT_EQ(language_of_locale("it_IT.UTF-8"), 0x010);
  EXPECT_EQ(language_of_locale("de"), 0x007);
  EXPECT_EQ(language_of_locale("de@euro"), 0x007);
  EXPECT_EQ(language_of_locale("pt_BR.UTF-8"), 0x416);
  EXPECT_EQ(language_of_locale("pt_PT"), 0x816);
  EXPECT_EQ(language_of_locale("zh_TW.Big5"), 0x404);
}

TEST(UiLanguage, OtherNames_AreEnglish) {
  for (const char* const locale : {"", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "itx", "xx_YY"}) {
    EXPECT_EQ(language_of_locale(locale), kEnglish) << locale;
  }
}

}  // namespace
}  // namespace openperflib
