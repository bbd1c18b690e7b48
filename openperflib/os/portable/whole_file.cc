#include "openperflib/os/portable/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

std::expected<std::vector<std::byte>, int> read_whole_file(const std::string& path,
                                                           std::size_t most) {
  constexpr std::size_t kStep = std::size_t{1} << 16U;
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return std::unexpected(errno);
  std::vector<std::byte> bytes;
  for (std::size_t size = 0;;) {
    bytes.resize(size + kStep);
    const ssize_t got = ::read(fd.get(), bytes.data() + size, kStep);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(errno);
    size += static_cast<std::size_t>(got);
    bytes.resize(size);
    if (size > most) return std::unexpected(EFBIG);
    if (got == 0) return bytes;
  }
}

}  // namespace openperflib
