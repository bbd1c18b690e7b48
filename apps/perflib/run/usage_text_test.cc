#include "apps/perflib/run/usage_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib::apps {
namespace {

TEST(UsageText, MessagesOfTheLibrary_AreSentencesOfOurs) {
  EXPECT_EQ(usage_text("ExcludesError", "--whole excludes --at"),
            "--whole cannot be combined with --at");
  EXPECT_EQ(usage_text("ArgumentMismatch", "-n: At Most 1 required but received 2"),
            "-n can be given only once");
  EXPECT_EQ(usage_text("ArgumentMismatch", "--output: 1 required FILE missing"),
            "--output needs a value: FILE");
  EXPECT_EQ(usage_text("ArgumentMismatch", "--json was given a disallowed flag override"),
            "--json takes no value");
  EXPECT_EQ(usage_text("ConversionError", "Could not convert: --top = 99999999999"),
            "--top: 99999999999 is not a number that it accepts");
}

TEST(UsageText, MissingArguments_AreNamedWithoutOptionalOnes) {
  EXPECT_EQ(usage_text("RequiredError", "LOG [TEXT...] is required"), "LOG is required");
  EXPECT_EQ(usage_text("RequiredError", "[LOG...] PATH... is required"), "PATH... is required");
  EXPECT_EQ(usage_text("RequiredError", "test [LOG...] RULES.json is required"),
            "test RULES.json is required");
  EXPECT_EQ(usage_text("RequiredError", "IN... OUT is required"), "IN... OUT is required");
}

TEST(UsageText, HelpInColumns_BreaksLongDescriptionsBelowTheirBeginning) {
  EXPECT_EQ(help_in_columns("Print it\n\nOptions:\n"
                            "  -n N      One two three four\n"
                            "  --short   Five\n",
                            22),
            "Print it\n\nOptions:\n"
            "  -n N      One two\n"
            "            three four\n"
            "  --short   Five\n");
}

TEST(UsageText, HelpInColumns_BreaksDescriptionsInLinesOfTheirOwn) {
  EXPECT_EQ(help_in_columns("  --at TIME\n    aaaa bbbb cccc dddd\n", 14),
            "  --at TIME\n    aaaa bbbb\n    cccc dddd\n");
}

TEST(UsageText, HelpInColumns_KeepsExamplesAndLongWords) {
  EXPECT_EQ(
      help_in_columns("  -n  aaaaaaaaaaaaaaaaaaaa b\nExamples:\n  a long example stays\n", 10),
      "  -n  aaaaaaaaaaaaaaaaaaaa\n      b\nExamples:\n  a long example stays\n");
}

TEST(UsageText, OtherMessages_StayAsTheyAre) {
  EXPECT_EQ(usage_text("ValidationError", "-n: 0 is not a whole number from 1 on"),
            "-n: 0 is not a whole number from 1 on");
  EXPECT_EQ(usage_text("RequiresError", "--page-size requires --root"),
            "--page-size requires --root");
}

TEST(UsageText, WordThatIsNotAllowed_IsAnsweredWithThoseThatAre) {
  const std::vector<std::string> sizes = {"4096", "16384", "65536"};
  EXPECT_EQ(not_one_of("4096", sizes), "");
  EXPECT_EQ(not_one_of("5", sizes), "5 is not one of 4096, 16384 and 65536");
}

}  // namespace
}  // namespace openperflib::apps
