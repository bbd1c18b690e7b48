#include <gtest/gtest.h>

#include <array>
#include <string>

#include "openperflib/compat/windows/system/event_log_internal.h"
#include "openperflib/compat/windows/system/system.h"

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

}  // namespace
}  // namespace openperflib::compat
