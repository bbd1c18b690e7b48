#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/state/store/store_file_internal.h"
#include "openperflib/state/texts/draft_files_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostOpen = 32;

int write_file(int fd, std::string_view text, mode_t mode, std::int64_t modified_ns) {
  const auto written = write_all(fd, text);
  if (!written.has_value()) return written.error();
  const timespec time{.tv_sec = modified_ns / kNanosecondsPerSecond,
                      .tv_nsec = modified_ns % kNanosecondsPerSecond};
  const std::array<timespec, 2> times{time, time};
  return ::fchmod(fd, mode) == 0 && ::futimens(fd, times.data()) == 0 ? 0 : errno;
}

}  // namespace

std::expected<void, StoreFault> DraftFiles::write(int folder_fd, const std::string& folder,
                                                  const std::string& name, std::string_view text,
                                                  mode_t mode, std::int64_t modified_ns) {
  if (drafts_.size() == kMostOpen) OPENPERFLIB_TRY(sync());
  (void)::unlinkat(folder_fd, name.c_str(), 0);  // of a process that was killed
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  std::string path = folder + "/" + name;
  UniqueFd fd = above_standard_streams(UniqueFd(::openat(folder_fd, name.c_str(), kFlags, 0600)));
  if (!fd) return std::unexpected(system_fault(path, errno));
  if (const int errno_value = write_file(fd.get(), text, mode, modified_ns); errno_value != 0) {
    (void)::unlinkat(folder_fd, name.c_str(), 0);
    return std::unexpected(system_fault(path, errno_value));
  }
  drafts_.push_back({std::move(path), std::move(fd)});
  return {};
}

std::expected<void, StoreFault> DraftFiles::sync() {
  const std::vector<Draft> drafts = std::exchange(drafts_, {});
  for (const Draft& draft : drafts) {
    if (::fsync(draft.fd.get()) != 0) return std::unexpected(system_fault(draft.path, errno));
  }
  return {};
}

}  // namespace openperflib
