#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/make_folders.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/store/store_lock_internal.h"

namespace openperflib {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPause{2};
constexpr std::size_t kLongestRecord = std::size_t{16} << 20U;

// By the open file and not by the process, so that two threads exclude each other too.
bool set_lock(int fd, short type) noexcept {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return ::fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

// Whether the lock file still has its name: its owner removes it with the last service.
bool is_named(int folder_fd, int fd) noexcept {
  struct stat own{};
  struct stat named{};
  return ::fstat(fd, &own) == 0 && ::fstatat(folder_fd, StoreLock::kName, &named, 0) == 0 &&
         own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

// Waits by asking again: a lock that is waited for in the kernel could not be given up.
std::expected<void, StoreFault> wait_for(int fd, const std::string& path, Clock::time_point end) {
  while (!set_lock(fd, F_WRLCK)) {
    if (errno != EAGAIN && errno != EACCES && errno != EINTR) {
      return std::unexpected(system_fault(path, errno));
    }
    if (Clock::now() >= end) return std::unexpected(system_fault(path, ETIMEDOUT));
    std::this_thread::sleep_for(kPause);
  }
  return {};
}

}  // namespace

StoreLock::StoreLock(std::string folder, UniqueFd folder_fd, UniqueFd fd, bool is_folder_new)
    : folder_(std::move(folder)),
      folder_fd_(std::move(folder_fd)),
      fd_(std::move(fd)),
      is_folder_new_(is_folder_new) {}

// Closing alone would not release it: a child that was forked meanwhile has the open file, too.
StoreLock::~StoreLock() {
  if (fd_) (void)set_lock(fd_.get(), F_UNLCK);
}

std::expected<StoreLock, StoreFault> StoreLock::take(const std::string& folder, mode_t folder_mode,
                                                     std::chrono::milliseconds patience) {
  const Clock::time_point end = Clock::now() + patience;
  bool is_folder_new = false;
  do {  // until the lock has its name: each turn, another process has removed it
    const auto made = make_folders(folder, folder_mode);
    if (!made) return std::unexpected(system_fault(made.error().file, made.error().errno_value));
    is_folder_new = is_folder_new || *made;
    auto folder_fd = open_trusted_folder(folder);
    if (!folder_fd && folder_fd.error().source.errno_value == ENOENT) continue;
    if (!folder_fd) return std::unexpected(folder_fd.error());
    auto fd = open_trusted_file(folder_fd->get(), folder, kName, O_RDWR | O_CREAT, 0600);
    if (!fd && fd.error().source.errno_value == ENOENT) continue;
    if (!fd) return std::unexpected(fd.error());
    OPENPERFLIB_TRY(wait_for(fd->get(), folder + "/" + kName, end));
    if (is_named(folder_fd->get(), fd->get())) {
      return StoreLock(folder, *std::move(folder_fd), *std::move(fd), is_folder_new);
    }
  } while (Clock::now() < end);
  return std::unexpected(system_fault(folder + "/" + kName, ETIMEDOUT));
}

std::expected<std::string, StoreFault> StoreLock::record() const {
  const auto bytes =
      OPENPERFLIB_TRY(read_trusted_file(folder_fd_.get(), folder_, kName, kLongestRecord));
  return std::string(bytes.begin(), bytes.end());
}

std::expected<void, StoreFault> StoreLock::set_record(std::string_view text) const {
  const std::string path = folder_ + "/" + kName;
  if (::ftruncate(fd_.get(), 0) != 0 || ::lseek(fd_.get(), 0, SEEK_SET) != 0) {
    return std::unexpected(system_fault(path, errno));
  }
  const auto written = write_all(fd_.get(), text);
  if (!written) return std::unexpected(system_fault(path, written.error()));
  return {};
}

void StoreLock::remove() const {
  (void)::unlinkat(folder_fd_.get(), kName, 0);
  if (is_folder_new_) (void)::rmdir(folder_.c_str());
}

}  // namespace openperflib
