#include "openperflib/state/store_folders.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(StoreFolders, OfAUser_AreTheSystemsAndHisOwn) {
  const StoreFolders folders = store_folders({.state_home = {}, .home = "/home/ann"});
  EXPECT_EQ(folders.system, "/var/lib/openperflib");
  EXPECT_EQ(folders.user, "/home/ann/.local/state/openperflib");
}

TEST(StoreFolders, StateHome_RulesOverHome) {
  EXPECT_EQ(store_folders({.state_home = "/s", .home = "/home/ann"}).user, "/s/openperflib");
  EXPECT_EQ(store_folders({.state_home = "s", .home = "/home/ann"}).user,
            "/home/ann/.local/state/openperflib");
}

TEST(StoreFolders, OfRoot_IsOneOfTheSystem) {
  const StoreFolders usual = store_folders({.state_home = {}, .home = "/root", .is_root = true});
  EXPECT_EQ(usual.system, "/var/lib/openperflib");
  EXPECT_EQ(usual.user, "");
  EXPECT_EQ(store_folders({.state_home = "/s", .home = {}, .is_root = true}).system,
            "/s/openperflib");
}

TEST(StoreFolders, WithoutAHome_UsersHaveTheSystemsAlone) {
  EXPECT_EQ(store_folders({.state_home = {}, .home = {}}).user, "");
}

}  // namespace
}  // namespace openperflib
