#include "openperflib/os/net/system_log.h"

#include <sys/socket.h>
#include <syslog.h>

#include "openperflib/os/net/unix_address_internal.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

std::string system_log_line(LogSeverity severity, std::string_view program, int process_id,
                            std::string_view text) {
  std::string line(program);
  line += '[' + std::to_string(process_id) + "]: ";
  line += text;
  for (char& character : line) {
    if (static_cast<unsigned char>(character) < ' ' || character == '\x7f') character = ' ';
  }
  return '<' + std::to_string(LOG_USER | static_cast<int>(severity)) + '>' + line;
}

bool send_to_system_log(const std::string& path, std::string_view line) noexcept {
  const auto address = unix_address(path);
  if (!address.has_value()) return false;
  const UniqueFd socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  return ::sendto(socket.get(), line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                  generic(*address), sizeof(*address)) == static_cast<ssize_t>(line.size());
}

}  // namespace openperflib
