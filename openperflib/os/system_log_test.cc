#include "openperflib/os/system_log.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "openperflib/os/unique_fd.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

TEST(SystemLog, Line_HasPriorityProgramAndText) {
  EXPECT_EQ(system_log_line(LogSeverity::warning, "perflib", 17, "one\ntwo\x7f"),
            "<12>perflib[17]: one two ");
  EXPECT_EQ(system_log_line(LogSeverity::error, "a", 1, ""), "<11>a[1]: ");
}

TEST(SystemLog, Line_ArrivesAsOneDatagram) {
  const MadeFolder folder;
  const std::string path = folder.path() + "/log";
  const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_TRUE(send_to_system_log(path, "<12>x[1]: y"));
  char received[64] = {};
  ASSERT_EQ(::recv(socket.get(), received, sizeof(received), 0), 11);
  EXPECT_STREQ(received, "<12>x[1]: y");
}

TEST(SystemLog, NobodyListens_IsReported) {
  EXPECT_FALSE(send_to_system_log("/nowhere/log", "x"));
  EXPECT_FALSE(send_to_system_log(std::string(200, 'x'), "x"));
}

}  // namespace
}  // namespace openperflib
