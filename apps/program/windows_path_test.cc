#include "apps/program/windows_path.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(WindowsPathRemark, Backslashes_MakeOneNameInTheCurrentFolder) {
  EXPECT_EQ(
      windows_path_remark("c:\\perflogs\\x.blg"),
      "c:\\perflogs\\x.blg looks like a Windows path; on Linux it is the name of a file in the "
      "current folder");
  EXPECT_NE(windows_path_remark("logs\\x.blg"), "");
  EXPECT_NE(windows_path_remark("%systemdrive%\\PerfLogs\\x"), "");
}

TEST(WindowsPathRemark, PathsOfLinux_NeedNone) {
  for (const char* const path : {"", "x.blg", "logs/x.blg", "/tmp/a\\b.blg", "c:x.blg"}) {
    EXPECT_EQ(windows_path_remark(path), "") << path;
  }
}

}  // namespace
}  // namespace openperflib::apps
