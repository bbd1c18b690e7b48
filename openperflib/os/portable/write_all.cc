#include "openperflib/os/portable/write_all.h"

#include <unistd.h>

#include <cerrno>

namespace openperflib {

std::expected<void, int> write_all(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return std::unexpected(errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace openperflib
