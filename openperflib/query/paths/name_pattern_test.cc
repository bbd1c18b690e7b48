#include "openperflib/query/paths/name_pattern.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

bool matches(std::string_view pattern, std::string_view folded_name) {
  return NamePattern(pattern).matches(folded_name);
}

TEST(NamePattern, WithoutWildcards_IsTheNameInAnyCase) {
  EXPECT_TRUE(matches("% Processor TIME", "% processor time"));
  EXPECT_FALSE(matches("% Processor", "% processor time"));
  EXPECT_TRUE(matches("ÄPFEL", "äpfel"));
}

TEST(NamePattern, Star_IsAnyCharactersAlsoNone) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "anything"));
  EXPECT_TRUE(matches("a*", "a"));
  EXPECT_TRUE(matches("*disk*", "physicaldisk"));
  EXPECT_TRUE(matches("a*b*c", "a--b--b--c"));
  EXPECT_FALSE(matches("a*b*c", "a--c--b"));
  EXPECT_TRUE(matches("**a", "ba"));
}

TEST(NamePattern, QuestionMark_IsOneCharacterNotOneByte) {
  EXPECT_TRUE(matches("sd?", "sda"));
  EXPECT_FALSE(matches("sd?", "sd"));
  EXPECT_FALSE(matches("sd?", "sdaa"));
  EXPECT_TRUE(matches("?pfel", "äpfel"));
  EXPECT_FALSE(matches("??pfel", "äpfel"));
  EXPECT_TRUE(matches("*?", "ä"));
}

TEST(NamePattern, BracketedWildcard_IsTheCharacterItself) {
  EXPECT_TRUE(matches("a[*]", "a*"));
  EXPECT_FALSE(matches("a[*]", "ab"));
  EXPECT_FALSE(NamePattern("a[*]").has_wildcards());
  EXPECT_TRUE(matches("a[?]*", "a?c"));
  EXPECT_FALSE(matches("a[?]*", "abc"));
  EXPECT_TRUE(NamePattern("a[?]*").has_wildcards());
  EXPECT_TRUE(matches("[[*]]", "[*]"));
  EXPECT_TRUE(matches("[kworker]", "[kworker]"));
  EXPECT_TRUE(matches("a[*", "a[b"));
}

TEST(NamePattern, LiteralPattern_IsTheNameAlone) {
  for (const std::string_view name : {"a*", "*", "?", "[*]", "a[?]*b", "**?", "[", "a]*"}) {
    const NamePattern pattern(literal_pattern(name));
    EXPECT_FALSE(pattern.has_wildcards()) << name;
    EXPECT_TRUE(pattern.matches(name)) << name;
    EXPECT_FALSE(pattern.matches("ab")) << name;
  }
  EXPECT_EQ(InstancePattern("a[*]#1").name(), "a*#1");
}

TEST(NamePattern, ManyStars_AreNotTriedInEveryCombination) {
  const std::string name(5'000, 'a');
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "a*";
  EXPECT_FALSE(matches(pattern + "b", name));  // if this took long, the test would never end
}

TEST(NamePattern, DigitsAlone_AreATitleIndexToo) {
  const NamePattern six("6");
  EXPECT_TRUE(six.matches("% processor time", 6));
  EXPECT_TRUE(six.matches("6", 7));
  EXPECT_FALSE(six.matches("% processor time", 8));
  EXPECT_FALSE(NamePattern("6a").number().has_value());
  EXPECT_FALSE(NamePattern("99999999999").number().has_value());
}

TEST(InstancePattern, NameWithoutNumber_IsTheFirstOfEqualOnes) {
  const InstancePattern svchost("svchost");
  EXPECT_TRUE(svchost.matches("svchost", 0));
  EXPECT_FALSE(svchost.matches("svchost", 1));
}

TEST(InstancePattern, Number_IsTheNthOfEqualOnes) {
  EXPECT_TRUE(InstancePattern("svchost#2").matches("svchost", 2));
  EXPECT_FALSE(InstancePattern("svchost#2").matches("svchost", 1));
  EXPECT_TRUE(InstancePattern("svchost#0").matches("svchost", 0));
}

TEST(InstancePattern, NumberStar_IsAllOfThem) {
  const InstancePattern all("svchost#*");
  EXPECT_TRUE(all.has_wildcards());
  EXPECT_TRUE(all.matches("svchost", 0));
  EXPECT_TRUE(all.matches("svchost", 17));
  EXPECT_FALSE(all.matches("svchosts", 0));
}

TEST(InstancePattern, Wildcards_AreForAllOfEqualOnes) {
  EXPECT_TRUE(InstancePattern("svc*").matches("svchost", 3));
  EXPECT_TRUE(InstancePattern("svchost#?").matches("svchost", 3));
  EXPECT_FALSE(InstancePattern("svchost#?").matches("svchost", 13));
  EXPECT_FALSE(InstancePattern("svchost#?").matches("svchost", 0));
}

TEST(InstancePattern, ParentWithWildcards_IsMatchedWithItsSlash) {
  EXPECT_TRUE(InstancePattern("java/*").matches("java/12", 0));
  EXPECT_TRUE(InstancePattern("*/0").matches("idle/0", 0));
  EXPECT_TRUE(InstancePattern("*").matches("idle/0", 4));
  EXPECT_FALSE(InstancePattern("java/*").matches("idle/0", 0));
}

TEST(InstancePattern, NameThatEndsInNumberSign_IsItself) {
  EXPECT_TRUE(InstancePattern("c#").matches("c#", 0));
  EXPECT_TRUE(InstancePattern("a#1").matches("a#1", 0));  // its name, not the second a
}

TEST(InstancePattern, MountPoint_MayBeWrittenAsLinuxWritesIt) {
  EXPECT_TRUE(InstancePattern("/").matches("\\", 0));
  EXPECT_TRUE(InstancePattern("/home").matches("\\home", 0));
  EXPECT_TRUE(InstancePattern("/mnt/a b").matches("\\mnt\\a b", 0));
  EXPECT_TRUE(InstancePattern("/mnt/*").matches("\\mnt\\a", 0));
  EXPECT_TRUE(InstancePattern("\\home").matches("\\home", 0));
  EXPECT_FALSE(InstancePattern("a/b").matches("a\\b", 0));
}

TEST(InstancePattern, PossibleNames_AreAllThatItCanBeCalled) {
  const InstancePattern pattern("/a#1");
  const auto names = pattern.possible_names();
  EXPECT_EQ(names, (std::vector<std::string_view>{"/a#1", "/a", "\\a#1", "\\a"}));
}

TEST(NamePattern, InPdhsGrammar_OnlyTheStarIsSpecial) {
  const auto matches = [](std::string_view pattern, std::string_view name) {
    return NamePattern(pattern, PathGrammar::pdh).matches(name);
  };
  EXPECT_TRUE(matches("sd?", "sd?"));
  EXPECT_FALSE(matches("sd?", "sda"));
  EXPECT_TRUE(matches("SD?*", "sd?a"));
  EXPECT_FALSE(matches("sd?*", "sdab"));
  EXPECT_TRUE(matches("a[*]", "a[b]"));
  EXPECT_FALSE(matches("a[*]", "a*"));
  EXPECT_TRUE(matches("a[?]", "a[?]"));
  EXPECT_FALSE(matches("a[?]", "a?"));
  EXPECT_FALSE(NamePattern("a?[?]", PathGrammar::pdh).has_wildcards());
  EXPECT_TRUE(NamePattern("a[*]", PathGrammar::pdh).has_wildcards());
}

TEST(InstancePattern, InPdhsGrammar_KeepsNumbersParentsAndMountPoints) {
  const auto matches = [](std::string_view pattern, std::string_view name, std::uint32_t number) {
    return InstancePattern(pattern, PathGrammar::pdh).matches(name, number);
  };
  EXPECT_TRUE(matches("svc*", "svchost", 3));
  EXPECT_TRUE(matches("svchost#*", "svchost", 3));
  EXPECT_FALSE(matches("svchost#?", "svchost", 3));
  EXPECT_TRUE(matches("a[?]#1", "a[?]", 1));
  EXPECT_TRUE(matches("java/*", "java/12", 0));
  EXPECT_TRUE(matches("/mnt/?", "\\mnt\\?", 0));
  EXPECT_EQ(InstancePattern("a[*]#1", PathGrammar::pdh).name(), "a[*]#1");
}

}  // namespace
}  // namespace openperflib
