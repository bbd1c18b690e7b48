// The system's log, as a daemon offers it on a socket.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace openperflib {

// The numbers of syslog.
enum class LogSeverity : std::uint8_t { error = 3, warning = 4, notice = 5, information = 6 };

// What syslog(3) uses.
inline constexpr const char* kSystemLogSocket = "/dev/log";

// The datagram that syslog(3) would send for the facility "user": "<12>perflib[17]: text". Control
// characters become spaces, so that one event is one line.
[[nodiscard]] std::string system_log_line(LogSeverity severity, std::string_view program,
                                          int process_id, std::string_view text);

// Sends the datagram to the socket at `path` and never waits. False if no daemon receives it.
[[nodiscard]] bool send_to_system_log(const std::string& path, std::string_view line) noexcept;

}  // namespace openperflib
