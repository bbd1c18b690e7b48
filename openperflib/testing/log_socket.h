// LogSocket: a system's log of the tests, which keeps what it receives.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {

// Resource: owns a socket in a folder of its own.
class LogSocket {
 public:
  LogSocket() : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path().data(), path().size());
    is_bound_ =
        ::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  // False: nothing can be received.
  [[nodiscard]] bool is_bound() const noexcept { return is_bound_; }
  // The socket, in place of /dev/log.
  [[nodiscard]] std::string path() const { return folder_.path() + "/log"; }
  // The oldest line that was not taken yet; empty: there is none.
  [[nodiscard]] std::string take() {
    std::array<char, 4096> line{};
    const ssize_t length = ::recv(socket_.get(), line.data(), line.size(), MSG_DONTWAIT);
    return {line.data(), length > 0 ? static_cast<std::size_t>(length) : 0};
  }

 private:
  MadeFolder folder_;
  UniqueFd socket_;
  bool is_bound_ = false;
};

}  // namespace openperflib
