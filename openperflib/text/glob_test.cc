#include "openperflib/text/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

TEST(Glob, StarAndQuestionMark_MatchRunsAndCharacters) {
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("a*c?", "abbcd"));
  EXPECT_TRUE(matches_glob("l?ser*", "läser 7"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("a*c?", "abbc"));
  EXPECT_FALSE(matches_glob("abc", "ABC"));
}

TEST(Glob, LiteralMarks_AreTheCharactersThemselves) {
  const std::string star(1, kLiteralStar);
  const std::string question_mark(1, kLiteralQuestionMark);
  EXPECT_TRUE(matches_glob("a" + star, "a*"));
  EXPECT_FALSE(matches_glob("a" + star, "ab"));
  EXPECT_TRUE(matches_glob(question_mark + "*", "?b"));
  EXPECT_FALSE(matches_glob(question_mark + "*", "ab"));
}

}  // namespace
}  // namespace openperflib
