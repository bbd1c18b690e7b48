#include "apps/logman/collector/unit_text.h"

#include <gtest/gtest.h>

namespace openperflib::logman {
namespace {

TEST(UnitText, Whole_ToTheByte) {
  EXPECT_EQ(
      unit_text({.collection = "disks", .program = "/usr/bin/logman", .state_home = "/home/a/s"}),
      "[Unit]\n"
      "Description=Counter collection \"disks\"\n"
      "Documentation=man:logman(1)\n"
      "StartLimitIntervalSec=600\n"
      "StartLimitBurst=5\n"
      "\n"
      "[Service]\n"
      "Type=forking\n"
      "Environment=\"XDG_STATE_HOME=/home/a/s\"\n"
      "ExecStart=\"/usr/bin/logman\" start -n \"disks\"\n"
      "Restart=on-failure\n"
      "RestartSec=30\n"
      "\n"
      "[Install]\n"
      "WantedBy=default.target\n");
}

// No collection may have such a name; a folder may.
TEST(UnitText, WhatMeansSomethingToSystemd_IsEscapedWhereItDoes) {
  const std::string hostile = "a b%h$HOME${X}\"'\\\n\t\x01\x7F;#\xC3\xBC";
  const std::string text =
      unit_text({.collection = hostile, .program = "/" + hostile, .state_home = "/s" + hostile});
  const std::string quoted = R"(a b%%h$HOME${X}\"'\\\n\t\x01\x7f;#)"
                             "\xC3\xBC\"";
  EXPECT_NE(text.find("\nEnvironment=\"XDG_STATE_HOME=/s" + quoted + "\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\nExecStart=\"/" + quoted +
                      R"( start -n "a b%%h$$HOME$${X}\"'\\\n\t\x01\x7f;#)"
                      "\xC3\xBC\"\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nDescription=Counter collection \"a b%%h$HOME${X}\"'\\"
                      "\uFFFD\uFFFD\uFFFD\uFFFD;#\xC3\xBC\"\n"),
            std::string::npos)
      << text;
}

TEST(UnitName, IsAsSystemdEscapesItInOneLetterCase) {
  EXPECT_EQ(unit_name("Disks_2.a"), "openperflib-disks_2.a.service");
  EXPECT_EQ(unit_name("a-b %$\xC3\xBC"), R"(openperflib-a\x2db\x20\x25\x24\xc3\xbc.service)");
}

}  // namespace
}  // namespace openperflib::logman
