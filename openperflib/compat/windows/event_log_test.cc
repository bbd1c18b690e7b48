#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>

#include "openperflib/compat/windows/event_log_internal.h"
#include "openperflib/compat/windows/system.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::compat {
namespace {

TEST(EventLog, Line_HasSourceNumbersStringsAndBytes) {
  constexpr std::array kData = {std::byte{0x0a}, std::byte{0xff}};
  const ReportedEvent event{"disk", EVENTLOG_WARNING_TYPE, 2, 51, {"one\nline", "two"}, kData};
  // 12 is facility user (1 * 8) and severity warning (4), as RFC 3164 numbers them.
  EXPECT_EQ(log_line(event, 17), "<12>disk[17]: event 51 (category 2): one line; two [0aff]");
}

TEST(EventLog, Severity_FollowsTheType) {
  const auto priority = [](std::uint16_t type) {
    return log_line({"s", type, 0, 0, {}, {}}, 1).substr(0, 4);
  };
  EXPECT_EQ(priority(EVENTLOG_ERROR_TYPE), "<11>");
  EXPECT_EQ(priority(EVENTLOG_AUDIT_FAILURE), "<11>");
  EXPECT_EQ(priority(EVENTLOG_INFORMATION_TYPE), "<14>");
  EXPECT_EQ(priority(EVENTLOG_SUCCESS), "<14>");
}

TEST(EventLog, LineIsADatagramToTheSocket) {
  std::string folder = testing::TempDir() + "event_log_XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/log";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  const UniqueFd log(::socket(AF_UNIX, SOCK_DGRAM, 0));
  ASSERT_EQ(::bind(log.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);

  EXPECT_TRUE(send_to_log(path, "<14>a line"));
  std::array<char, 64> got{};
  const ssize_t size = ::recv(log.get(), got.data(), got.size(), MSG_DONTWAIT);
  ASSERT_EQ(size, 10);
  EXPECT_EQ(std::string(got.data(), 10), "<14>a line");
  ::unlink(path.c_str());
  EXPECT_FALSE(send_to_log(path, "nobody is there"));
  ::rmdir(folder.c_str());
}

TEST(EventLog, PathTooLongForASocket_IsRefused) {
  EXPECT_FALSE(send_to_log(std::string(200, 'x'), "line"));
}

}  // namespace
}  // namespace openperflib::compat
