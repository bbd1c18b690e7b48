#include "openperflib/provider/v2/runtime_folders.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

using Folders = std::vector<std::string>;

TEST(RuntimeFolders, Everything_OwnComesFirst) {
  EXPECT_EQ(publishing_folders({.runtime_home = "/run/user/7",
                                .runtime_directory = "/run/other:/run/openperflib/shop",
                                .user = "alba"}),
            (Folders{"/run/user/7/openperflib", "/run/openperflib/shop", "/run/openperflib/alba",
                     "/run/openperflib"}));
}

TEST(RuntimeFolders, Nothing_IsThatOfTheSystem) {
  EXPECT_EQ(publishing_folders({}), Folders{"/run/openperflib"});
}

// A relative path would be another folder in each working folder.
TEST(RuntimeFolders, NotAbsolute_Ignored) {
  const RuntimeEnvironment relative{
      .runtime_home = "run", .runtime_directory = "openperflib", .user = "../etc"};
  EXPECT_EQ(publishing_folders(relative), Folders{"/run/openperflib"});
  EXPECT_EQ(reading_folders(relative.runtime_home).own, "");
}

TEST(RuntimeFolders, OfSystemd_MustBeBelowTheSystems) {
  EXPECT_EQ(publishing_folders({.runtime_home = {},
                                .runtime_directory = "/run/openperflibX:/run/openperflib/../x:/run",
                                .user = {}}),
            Folders{"/run/openperflib"});
}

TEST(RuntimeFolders, Reader_LooksInTheSystemsAndItsOwn) {
  const ReadingFolders folders = reading_folders("/r");
  EXPECT_EQ(folders.system, "/run/openperflib");
  EXPECT_EQ(folders.own, "/r/openperflib");
}

TEST(RuntimeFolders, WithoutARuntimeHome_TheFaultSaysWhatToDo) {
  const SourceFault refused{
      .errno_value = ENOENT, .file = "/run/openperflib", .error = std::nullopt};
  EXPECT_EQ(describe(publishing_fault({}, refused)),
            "no runtime folder: XDG_RUNTIME_DIR is not set: set it to a folder of your own, or "
            "create /run/openperflib (see guide-publish)");
  EXPECT_EQ(
      describe(
          publishing_fault({.runtime_home = "run", .runtime_directory = {}, .user = {}}, refused)),
      "no runtime folder: XDG_RUNTIME_DIR is not an absolute path: set it to a folder of your "
      "own, or create /run/openperflib (see guide-publish)");
  const RuntimeEnvironment with_home{
      .runtime_home = "/run/user/1000", .runtime_directory = {}, .user = {}};
  EXPECT_EQ(publishing_fault(with_home, refused), refused);
  const SourceFault other{.errno_value = EMFILE, .file = "a socket", .error = std::nullopt};
  EXPECT_EQ(publishing_fault({}, other), other);
}

}  // namespace
}  // namespace openperflib
