#include "openperflib/os/files/allowed_folders.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

TEST(AllowedFolders, FileInAFolder_IsFoundByBothKindsOfPaths) {
  MadeFolder folder;
  folder.write("logs/a.csv", "a");
  const auto allowed = AllowedFolders::of({folder.path()}).value();
  const auto relative = allowed.file_of("logs/a.csv");
  ASSERT_TRUE(relative.has_value());
  EXPECT_EQ(allowed.file_of(*relative), relative);
  EXPECT_EQ(allowed.file_of("logs/../logs/./a.csv"), relative);
  EXPECT_TRUE(allowed.file_of(".").has_value());
}

TEST(AllowedFolders, WhatIsElsewhere_IsRefusedHoweverItIsCalled) {
  MadeFolder folder;
  folder.write("logs/a.csv", "a");
  folder.write("logs-of-others/b.csv", "b");
  folder.write("secret", "c");
  ASSERT_EQ(::symlink((folder.path() + "/secret").c_str(), (folder.path() + "/logs/link").c_str()),
            0);
  const auto allowed = AllowedFolders::of({folder.path() + "/logs"}).value();
  for (const std::string& path :
       {std::string("../secret"), std::string("link"), folder.path() + "/secret",
        folder.path() + "/logs-of-others/b.csv", std::string("/etc/passwd"), std::string(".."),
        std::string("a.csv\0/x", 8), std::string("missing.csv")}) {
    EXPECT_FALSE(allowed.file_of(path).has_value()) << path;
  }
}

TEST(AllowedFolders, FolderThatIsMissingOrAFile_IsNamed) {
  EXPECT_EQ(AllowedFolders::of({"/no/such"}).error(), "/no/such: is not a folder that can be read");
  EXPECT_FALSE(AllowedFolders::of({"/dev/null"}).has_value());
}

}  // namespace
}  // namespace openperflib
