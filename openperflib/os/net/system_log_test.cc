#include "openperflib/os/net/system_log.h"

#include <gtest/gtest.h>

#include "openperflib/testing/log_socket.h"

namespace openperflib {
namespace {

TEST(SystemLog, Line_HasPriorityProgramAndText) {
  EXPECT_EQ(system_log_line(LogSeverity::warning, "perflib", 17, "one\ntwo\x7f"),
            "<12>perflib[17]: one two ");
  EXPECT_EQ(system_log_line(LogSeverity::error, "a", 1, ""), "<11>a[1]: ");
}

TEST(SystemLog, Line_ArrivesAsOneDatagram) {
  LogSocket log;
  ASSERT_TRUE(log.is_bound());
  ASSERT_TRUE(send_to_system_log(log.path(), "<12>x[1]: y"));
  EXPECT_EQ(log.take(), "<12>x[1]: y");
  EXPECT_EQ(log.take(), "");
}

TEST(SystemLog, NobodyListens_IsReported) {
  EXPECT_FALSE(send_to_system_log("/nowhere/log", "x"));
  EXPECT_FALSE(send_to_system_log(std::string(200, 'x'), "x"));
}

}  // namespace
}  // namespace openperflib
