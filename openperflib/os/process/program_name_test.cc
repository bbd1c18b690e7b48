#include "openperflib/os/process/program_name.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(ProgramName, LinkExe_GivesItsLastPart) {
  EXPECT_EQ(program_name("/usr/bin/a-name-longer-than-comm", "a-name-longer-t"),
            "a-name-longer-than-comm");
  EXPECT_EQ(program_name("/usr/bin/replaced (deleted)", "x"), "replaced");
  EXPECT_EQ(program_name("bare", "x"), "bare");
}

TEST(ProgramName, NoLinkExe_GivesComm) {
  EXPECT_EQ(program_name("", "kworker/0:1"), "kworker/0:1");
  EXPECT_EQ(program_name("/", "x"), "x");
}

}  // namespace
}  // namespace openperflib
