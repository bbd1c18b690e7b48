// Writes a reported event as a line of the system log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib::compat {

// Value. One event with the arguments of ReportEvent, in UTF-8.
struct ReportedEvent {
  std::string source;
  std::uint16_t type = 0;  // EVENTLOG_...
  std::uint16_t category = 0;
  std::uint32_t event = 0;
  std::vector<std::string> strings;
  std::span<const std::byte> data;
};

// The datagram that syslog(3) would send: "<12>source[17]: event 3 (category 1): one; two [0a0b]".
// Control characters become spaces, so that one event is one line.
[[nodiscard]] std::string log_line(const ReportedEvent& event, int process_id);

}  // namespace openperflib::compat
