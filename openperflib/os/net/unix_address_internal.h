// The address of a socket that has a name in the file system.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <expected>
#include <string>

namespace openperflib {

// Errors: ENAMETOOLONG for a path of more than 107 bytes.
[[nodiscard]] inline std::expected<sockaddr_un, int> unix_address(
    const std::string& path) noexcept {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return std::unexpected(ENAMETOOLONG);
  std::ranges::copy(path, static_cast<char*>(address.sun_path));
  return address;
}

// As bind(), connect() and sendto() take it.
[[nodiscard]] inline const sockaddr* generic(const sockaddr_un& address) noexcept {
  return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

}  // namespace openperflib
