#include "apps/perflib/run/missing_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace openperflib::apps {
namespace {

class MissingFile : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "server.blg") << "x";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / "openperflib_missing_file_test";
};

TEST_F(MissingFile, MistypedName_IsAnsweredWithTheNearestOneOfItsFolder) {
  EXPECT_EQ(missing_file_advice((folder_ / "servr.blg").string()),
            "; did you mean " + (folder_ / "server.blg").string() + "?");
}

TEST_F(MissingFile, NameThatNothingResembles_HasNoAdvice) {
  EXPECT_EQ(missing_file_advice((folder_ / "qwertz").string()), "");
  EXPECT_EQ(missing_file_advice((folder_ / "none" / "server.blg").string()), "");
}

TEST_F(MissingFile, PathOfWindows_IsCalledOne) {
  constexpr auto kAdvice = "; it looks like a Windows path: copy the file to this machine";
  EXPECT_EQ(missing_file_advice("C:\\PerfLogs\\server.blg"), kAdvice);
  EXPECT_EQ(missing_file_advice("c:/perflogs/server.blg"), kAdvice);
  EXPECT_EQ(missing_file_advice("\\\\web1\\c$\\server.blg"), kAdvice);
}

}  // namespace
}  // namespace openperflib::apps
