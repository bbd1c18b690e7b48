#include "openperflib/os/files/make_folders.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

mode_t mode_of(const std::string& path) {
  struct stat facts{};
  EXPECT_EQ(::stat(path.c_str(), &facts), 0) << path;
  return facts.st_mode & 07777;
}

TEST(MakeFolders, MissingParents_HaveTheModeWhateverTheUmask) {
  const MadeFolder made;
  const mode_t before = ::umask(077);
  const auto result = make_folders(made.path() + "/a/b", 0755);
  ::umask(before);
  EXPECT_EQ(result, true);
  EXPECT_EQ(mode_of(made.path() + "/a"), 0755U);
  EXPECT_EQ(mode_of(made.path() + "/a/b"), 0755U);
}

TEST(MakeFolders, ExistingFolder_KeepsItsMode) {
  const MadeFolder made;
  ASSERT_TRUE(make_folders(made.path() + "/a", 0700).has_value());
  EXPECT_EQ(make_folders(made.path() + "/a/", 0755), false);
  EXPECT_EQ(mode_of(made.path() + "/a"), 0700U);
}

TEST(MakeFolders, BelowAFile_SaysSo) {
  const MadeFolder made;
  made.write("file", "");
  const auto result = make_folders(made.path() + "/file/a", 0700);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().errno_value, EEXIST);
  EXPECT_EQ(result.error().file, made.path() + "/file");
}

}  // namespace
}  // namespace openperflib
