#include "apps/perflib/run/meant_option.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib::apps {
namespace {

const std::vector<std::string> kOfQuery = {"--format", "-f", "-n", "-i", "-b", "--root"};

TEST(MeantOption, OptionOfPowerShell_IsAnsweredWithOurs) {
  EXPECT_EQ(meant_option_of_windows("-MaxSamples", kOfQuery), "use -n");
  EXPECT_EQ(meant_option_of_windows("-maxsamples:5", kOfQuery), "use -n");
  EXPECT_EQ(meant_option_of_windows("--SampleInterval=2", kOfQuery), "use -i");
  EXPECT_EQ(meant_option_of_windows("-Counter", kOfQuery),
            "write the paths as arguments: `perflib query PATH...`");
  EXPECT_EQ(meant_option_of_windows("-ListSet", kOfQuery),
            "use `perflib list WORD`, or `perflib list WORD --paths`");
}

TEST(MeantOption, OptionOfTypeperf_IsAnsweredWithEitherPrefix) {
  EXPECT_EQ(meant_option_of_windows("/sc", kOfQuery), "use -n");
  EXPECT_EQ(meant_option_of_windows("-qx", kOfQuery), "use `perflib list --paths`");
  EXPECT_TRUE(is_help_of_windows("/?"));
  EXPECT_FALSE(is_help_of_windows("?"));
}

TEST(MeantOption, OptionOfManyPrograms_IsAnsweredWithOursIfTheSubcommandHasIt) {
  EXPECT_EQ(meant_option("query", "--interval", kOfQuery), "use -i");
  EXPECT_EQ(meant_option("query", "--from=15:45", kOfQuery), "use -b");
  EXPECT_EQ(meant_option("inspect", "--count", kOfQuery), "use -n");
  EXPECT_EQ(meant_option("inspect", "--count", {}), "");
}

TEST(MeantOption, SubcommandWithoutTheOption_IsAnsweredWithOneThatHasIt) {
  EXPECT_EQ(meant_option_of_windows("-MaxSamples", {}), "`perflib query -n N` prints N samples");
}

TEST(MeantOption, OwnOptionsAndOtherWords_AreNotThoseOfWindows) {
  const std::vector<std::string> own = {"--path"};
  EXPECT_EQ(meant_option_of_windows("--path", own), "");
  EXPECT_EQ(meant_option_of_windows("--root", kOfQuery), "");
  EXPECT_EQ(meant_option_of_windows("cpu", kOfQuery), "");
  EXPECT_EQ(meant_option_of_windows("-", kOfQuery), "");
  EXPECT_EQ(meant_option_of_windows("", kOfQuery), "");
}

TEST(MeantOption, MisspeltOption_IsAnsweredWithTheNearestLongOne) {
  EXPECT_EQ(meant_option("query", "--formt=csv", kOfQuery), "did you mean --format?");
  EXPECT_EQ(meant_option("query", "--csv", kOfQuery), "use --format csv");
  EXPECT_EQ(meant_option("query", "-z", kOfQuery), "");
}

}  // namespace
}  // namespace openperflib::apps
