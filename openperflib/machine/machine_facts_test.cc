#include "openperflib/machine/machine_facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

namespace fs = std::filesystem;

TEST(PrettyName, InDoubleQuotes_LosesThemAndTheCodeName) {
  EXPECT_EQ(
      pretty_name("NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n"),
      "Debian GNU/Linux 12");
}

TEST(PrettyName, InSingleQuotesOrNone_IsTheSame) {
  EXPECT_EQ(pretty_name("PRETTY_NAME='Alpine Linux v3.20'"), "Alpine Linux v3.20");
  EXPECT_EQ(pretty_name("PRETTY_NAME=Void"), "Void");
}

TEST(PrettyName, EscapedCharacters_AreThemselves) {
  EXPECT_EQ(pretty_name(R"(PRETTY_NAME="a \"b\" \$c \\d")"), R"(a "b" $c \d)");
  EXPECT_EQ(pretty_name(R"(PRETTY_NAME='a\b')"), R"(a\b)");
}

TEST(PrettyName, AbsentOrEmpty_IsEmpty) {
  EXPECT_EQ(pretty_name(""), "");
  EXPECT_EQ(pretty_name("NAME=x\nNOT_PRETTY_NAME=y\n"), "");
  EXPECT_EQ(pretty_name("PRETTY_NAME="), "");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\""), "");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\"\\"), "\\");
}

class MachineFactsTest : public testing::Test {
 protected:
  void write(const std::string& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  const MadeFolder folder_;
  const fs::path root_ = folder_.path();
};

TEST_F(MachineFactsTest, OfAFolder_AreThoseOfItsFiles) {
  write("etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  write("proc/sys/kernel/osrelease", "6.1.0-28-amd64\n");
  const MachineFacts facts = machine_facts(root_);
  EXPECT_EQ(facts.distribution, "Debian GNU/Linux 12");
  EXPECT_EQ(facts.kernel, "Linux 6.1.0");
}

TEST_F(MachineFactsTest, ALinkOfTheRecordedMachine_StaysInItsFolder) {
  write("usr/lib/os-release", "PRETTY_NAME=\"Recorded 1\"\n");
  fs::create_directories(root_ / "etc");
  fs::create_symlink("/usr/lib/os-release", root_ / "etc/os-release");
  EXPECT_EQ(machine_facts(root_).distribution, "Recorded 1");
}

TEST_F(MachineFactsTest, WhatTheFolderLacks_IsEmptyAndNotThisMachines) {
  const MachineFacts facts = machine_facts(root_);
  EXPECT_EQ(facts.distribution, "");
  EXPECT_EQ(facts.kernel, "");
}

}  // namespace
}  // namespace openperflib
