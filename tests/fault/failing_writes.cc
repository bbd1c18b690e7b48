// Loaded before a tool: writes to files of one folder fail from the n-th on, as on a disk that
// breaks. FAIL_IN: the folder; FAIL_FROM: the first write that fails, from 1; FAIL_WITH: its errno.
#include <dlfcn.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

bool is_in_folder(int fd) {
  const char* const folder = std::getenv("FAIL_IN");
  std::array<char, 4096> target{};
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  return folder != nullptr && length > 0 &&
         std::string_view(target.data(), static_cast<std::size_t>(length)).starts_with(folder);
}

// Whether this write is one that fails; errno is set then.
bool fails(int fd) {
  static long writes = 0;
  if (!is_in_folder(fd)) return false;
  if (++writes < std::atol(std::getenv("FAIL_FROM"))) return false;
  errno = std::atoi(std::getenv("FAIL_WITH"));
  return true;
}

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" ssize_t write(int fd, const void* bytes, size_t size) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t)>("write");
  return fails(fd) ? -1 : next(fd, bytes, size);
}

extern "C" ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return fails(fd) ? -1 : next(fd, bytes, size, offset);
}

extern "C" ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite64");
  return fails(fd) ? -1 : next(fd, bytes, size, offset);
}

extern "C" ssize_t writev(int fd, const iovec* pieces, int count) {
  static const auto next = real<ssize_t (*)(int, const iovec*, int)>("writev");
  return fails(fd) ? -1 : next(fd, pieces, count);
}
