#include "openperflib/provider/v1/module_places.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(HostEnvironment, Inherited_AreTheHomeAndTheLanguageAlone) {
  const ModulePlaces places{.variable = [](const std::string& name) -> std::optional<std::string> {
    if (name == "LANG") return std::nullopt;
    return "of " + name;
  }};
  EXPECT_EQ(host_environment(places, {"/system", "/user"}),
            (std::vector<std::string>{
                "HOME=of HOME", "LC_ALL=of LC_ALL", "LC_MESSAGES=of LC_MESSAGES",
                "OPENPERFLIB_HOST_SYSTEM_STATE=/system", "OPENPERFLIB_HOST_USER_STATE=/user"}));
}

TEST(HostEnvironment, WithoutVariables_HasTheStoresAlone) {
  EXPECT_EQ(host_environment({}, {"/system", ""}),
            (std::vector<std::string>{"OPENPERFLIB_HOST_SYSTEM_STATE=/system",
                                      "OPENPERFLIB_HOST_USER_STATE="}));
}

}  // namespace
}  // namespace openperflib
