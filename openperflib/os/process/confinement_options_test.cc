#include "openperflib/os/process/confinement_options.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

std::expected<ConfinementOptions, std::string> read_options(
    const std::vector<std::string>& arguments) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  return read_arguments(pointers);
}

TEST(ConfinementOptions, Arguments_AreRead) {
  const ConfinementOptions options{.sandbox = Sandbox::network,
                                   .readable = {"/srv/a b", "/srv/=c"},
                                   .memory_limit = 1'000'000,
                                   .user = ProcessUser{.user = 65534, .group = 65533}};
  const auto arguments = to_arguments(options);
  EXPECT_EQ(arguments,
            (std::vector<std::string>{"--sandbox=network", "--memory=1000000", "--user=65534:65533",
                                      "--readable=/srv/a b", "--readable=/srv/=c"}));
  EXPECT_EQ(read_options(arguments), options);
}

TEST(ConfinementOptions, NoArguments_AreTheDefaults) {
  EXPECT_EQ(read_options({}), ConfinementOptions{});
}

TEST(ConfinementOptions, ArgumentThatIsNone_IsTheError) {
  for (const char* wrong :
       {"strict", "--sandbox=", "--sandbox=loose", "--memory=1k", "--memory=", "--memory=-1",
        "--user=0", "--user=0:", "--user=root:root", "--readable=relative", "--readable=", ""}) {
    const auto options = read_options({"--memory=1", wrong});
    ASSERT_FALSE(options.has_value()) << wrong;
    EXPECT_EQ(options.error(), wrong);
  }
}

}  // namespace
}  // namespace openperflib
