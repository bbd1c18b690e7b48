#include "apps/program/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kStep = 1U << 20;

std::unexpected<SourceFault> fault(int errno_value, const std::string& path) {
  return std::unexpected(
      SourceFault{.errno_value = errno_value, .file = path, .error = std::nullopt});
}

std::expected<std::vector<std::byte>, SourceFault> read_all(int fd, const std::string& path,
                                                            std::size_t limit) {
  std::vector<std::byte> bytes;
  std::size_t size = 0;
  for (;;) {
    bytes.resize(size + kStep);
    const ssize_t got = ::read(fd, bytes.data() + size, kStep);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fault(errno, path);
    size += static_cast<std::size_t>(got);
    if (size > limit) return fault(EFBIG, path);
    if (got == 0) break;
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::expected<std::vector<std::byte>, SourceFault> read_input(const std::string& path,
                                                              std::size_t limit) {
  if (path == "-") return read_all(STDIN_FILENO, "standard input", limit);
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return fault(errno, path);
  return read_all(fd.get(), path, limit);
}

std::expected<std::vector<std::byte>, SourceFault> read_regular_file(const std::string& path,
                                                                     std::size_t limit) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!fd) return fault(errno, path);
  struct stat facts{};
  if (::fstat(fd.get(), &facts) != 0) return fault(errno, path);
  if (!S_ISREG(facts.st_mode)) {
    return std::unexpected(SourceFault{.errno_value = 0,
                                       .file = path,
                                       .error = std::nullopt,
                                       .message = "is not a regular file, and is not read"});
  }
  return read_all(fd.get(), path, limit);
}

}  // namespace openperflib::apps
