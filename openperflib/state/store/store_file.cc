#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store/store_file_internal.h"

namespace openperflib {
namespace {

std::int64_t nanoseconds(const timespec& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * kNanosecondsPerSecond + time.tv_nsec;
}

FileStamp stamp_of(const struct stat& facts) noexcept {
  return {.errno_value = 0,
          .device = facts.st_dev,
          .inode = facts.st_ino,
          .size = facts.st_size,
          .modified_ns = nanoseconds(facts.st_mtim),
          .changed_ns = nanoseconds(facts.st_ctim)};
}

StoreFault not_trusted(const std::string& file) {
  return {StoreErrc::not_trusted, {.errno_value = 0, .file = file, .error = std::nullopt}};
}

// Whether only root and this user can have written it.
bool is_trusted(const struct stat& facts) noexcept {
  const bool is_ours = facts.st_uid == 0 || facts.st_uid == ::geteuid();
  return is_ours && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// open() does not say in which way a link is not what it looks for.
bool is_link(int folder_fd, const char* name) noexcept {
  struct stat facts{};
  return ::fstatat(folder_fd, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(facts.st_mode);
}

// Takes over an opened descriptor if its owner, mode and kind are right.
std::expected<UniqueFd, StoreFault> checked(UniqueFd fd, const std::string& path, mode_t kind) {
  struct stat facts{};
  if (::fstat(fd.get(), &facts) != 0) return std::unexpected(system_fault(path, errno));
  const bool is_right = (facts.st_mode & S_IFMT) == kind && is_trusted(facts);
  if (!is_right) return std::unexpected(not_trusted(path));
  return fd;
}

std::expected<std::vector<unsigned char>, StoreFault> read_whole(int fd, const std::string& path,
                                                                 std::size_t size) {
  std::vector<unsigned char> bytes(size);
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(fd, bytes.data() + filled, size - filled, static_cast<off_t>(filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(system_fault(path, errno));
    if (got == 0) break;  // somebody has cut it: what is missing shows
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

std::expected<StoreFile, StoreFault> read_opened(int fd, const std::string& path,
                                                 std::size_t most) {
  struct stat facts{};
  if (::fstat(fd, &facts) != 0) return std::unexpected(system_fault(path, errno));
  if (!std::in_range<std::size_t>(facts.st_size) ||
      static_cast<std::size_t>(facts.st_size) > most) {
    return std::unexpected(StoreFault{StoreErrc::damaged,
                                      {.errno_value = 0,
                                       .file = path,
                                       .error = std::nullopt,
                                       .message = "is larger than it may be"}});
  }
  auto bytes = OPENPERFLIB_TRY(read_whole(fd, path, static_cast<std::size_t>(facts.st_size)));
  return StoreFile{std::move(bytes), stamp_of(facts)};
}

}  // namespace

bool is_missing(const StoreFault& fault) noexcept {
  return fault.code == StoreErrc::io && fault.source.errno_value == ENOENT;
}

FileStamp stamp_of(const std::string& path) noexcept {
  struct stat facts{};
  if (::lstat(path.c_str(), &facts) != 0) return {.errno_value = errno};
  return stamp_of(facts);
}

StoreFault system_fault(const std::string& file, int errno_value) {
  const bool is_refused = errno_value == EACCES || errno_value == EPERM;
  return {is_refused ? StoreErrc::no_permission : StoreErrc::io,
          {.errno_value = errno_value, .file = file, .error = std::nullopt}};
}

std::expected<UniqueFd, StoreFault> open_trusted_folder(const std::string& folder) {
  return open_trusted_folder_at(AT_FDCWD, folder.c_str(), folder);
}

std::expected<UniqueFd, StoreFault> open_trusted_folder_at(int parent_fd, const char* name,
                                                           const std::string& path) {
  UniqueFd fd = above_standard_streams(
      UniqueFd(::openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)));
  if (fd) return checked(std::move(fd), path, S_IFDIR);
  const int errno_value = errno;
  if (is_link(parent_fd, name)) return std::unexpected(not_trusted(path));
  return std::unexpected(system_fault(path, errno_value));
}

std::expected<UniqueFd, StoreFault> open_trusted_file(int folder_fd, const std::string& folder,
                                                      const std::string& name, int flags,
                                                      mode_t mode) {
  const std::string path = folder + "/" + name;
  UniqueFd fd = above_standard_streams(UniqueFd(
      ::openat(folder_fd, name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)));
  if (fd) return checked(std::move(fd), path, S_IFREG);
  const int errno_value = errno;
  if (is_link(folder_fd, name.c_str())) return std::unexpected(not_trusted(path));
  return std::unexpected(system_fault(path, errno_value));
}

std::expected<std::optional<StoreFile>, StoreFault> read_store_file(const std::string& folder) {
  const auto folder_fd = open_trusted_folder(folder);
  if (!folder_fd.has_value()) {
    if (is_missing(folder_fd.error())) return std::nullopt;
    return std::unexpected(folder_fd.error());
  }
  const auto fd = open_trusted_file(folder_fd->get(), folder, kStoreName, O_RDONLY);
  if (!fd.has_value()) {
    if (is_missing(fd.error())) return std::nullopt;
    return std::unexpected(fd.error());
  }
  return read_opened(fd->get(), folder + "/" + kStoreName, kLargestStore);
}

std::expected<std::vector<unsigned char>, StoreFault> read_trusted_file(int folder_fd,
                                                                        const std::string& folder,
                                                                        const std::string& name,
                                                                        std::size_t most) {
  const UniqueFd fd = OPENPERFLIB_TRY(open_trusted_file(folder_fd, folder, name, O_RDONLY));
  return OPENPERFLIB_TRY(read_opened(fd.get(), folder + "/" + name, most)).bytes;
}

std::int64_t now_ns() noexcept {
  timespec now{};
  (void)::clock_gettime(CLOCK_REALTIME, &now);
  return nanoseconds(now);
}

}  // namespace openperflib
