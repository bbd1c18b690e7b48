// Loaded before a tool: writes to files of one folder fail from the n-th on, as on a disk that
// breaks. FAIL_IN: the folder; FAIL_FROM: the first write that fails, from 1; FAIL_WITH: its errno.
// With FAIL_READS_FROM instead it is reads at a position (pread) that fail. With FAIL_ROOM it is a
// disk of so many bytes, which the files of the folder and of those in it fill.
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
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

off_t used_bytes() {
  off_t sum = 0;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::getenv("FAIL_IN"), error)) {
    if (entry.is_regular_file(error)) sum += static_cast<off_t>(entry.file_size(error));
  }
  return sum;
}

// Whether the files would be larger than the disk when this write has ended at that byte.
bool is_beyond(int fd, off_t end, const char* room) {
  struct stat facts{};
  if (::fstat(fd, &facts) != 0 || end <= facts.st_size) return false;
  return used_bytes() + end - facts.st_size > std::atol(room);
}

// Whether the next call is one of those that fail, of which the first has the number in the
// variable; errno is set then.
bool is_time(long& calls, const char* variable) {
  const char* const first = std::getenv(variable);
  if (first == nullptr || ++calls < std::atol(first)) return false;
  errno = std::atoi(std::getenv("FAIL_WITH"));
  return true;
}

// Whether this write, which ends at that byte, is one that fails; errno is set then.
bool fails(int fd, off_t end) {
  static long writes = 0;
  if (!is_in_folder(fd)) return false;
  if (const char* const room = std::getenv("FAIL_ROOM"); room != nullptr) {
    errno = ENOSPC;
    return is_beyond(fd, end, room);
  }
  return is_time(writes, "FAIL_FROM");
}

bool read_fails(int fd) {
  static long reads = 0;
  return is_in_folder(fd) && is_time(reads, "FAIL_READS_FROM");
}

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" ssize_t write(int fd, const void* bytes, size_t size) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t)>("write");
  const off_t end = ::lseek(fd, 0, SEEK_CUR) + static_cast<off_t>(size);
  return fails(fd, end) ? -1 : next(fd, bytes, size);
}

extern "C" ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return fails(fd, offset + static_cast<off_t>(size)) ? -1 : next(fd, bytes, size, offset);
}

extern "C" ssize_t pwrite64(int fd, const void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite64");
  return fails(fd, offset + static_cast<off_t>(size)) ? -1 : next(fd, bytes, size, offset);
}

extern "C" ssize_t writev(int fd, const iovec* pieces, int count) {
  static const auto next = real<ssize_t (*)(int, const iovec*, int)>("writev");
  return fails(fd, 0) ? -1 : next(fd, pieces, count);
}

extern "C" ssize_t pread(int fd, void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, void*, size_t, off_t)>("pread");
  return read_fails(fd) ? -1 : next(fd, bytes, size, offset);
}

extern "C" ssize_t pread64(int fd, void* bytes, size_t size, off_t offset) {
  static const auto next = real<ssize_t (*)(int, void*, size_t, off_t)>("pread64");
  return read_fails(fd) ? -1 : next(fd, bytes, size, offset);
}
