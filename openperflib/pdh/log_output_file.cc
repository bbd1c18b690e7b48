#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/pdh/log_output_file_internal.h"

namespace openperflib {
namespace {

PdhStatus status_of_errno(int errno_value, PdhStatus otherwise) noexcept {
  switch (errno_value) {
    case EEXIST:
      return PDH_FILE_ALREADY_EXISTS;
    case ENOENT:
    case ENOTDIR:
      return PDH_FILE_NOT_FOUND;
    case EACCES:
    case EPERM:
    case EROFS:
      return PDH_ACCESS_DENIED;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return ERROR_DISK_FULL;
    default:
      return otherwise;
  }
}

struct stat facts_of(int fd) noexcept {
  struct stat facts{};
  (void)::fstat(fd, &facts);
  return facts;
}

}  // namespace

PdhStatus status_of_write(const SourceFault& fault, PdhStatus otherwise) noexcept {
  if (is_unmatched_append(fault)) return PDH_UNMATCHED_APPEND_COUNTER;
  if (const auto code = pdh_code_of(fault)) return *code;
  return status_of_errno(fault.errno_value, otherwise);
}

std::expected<LogOutputFile, PdhStatus> LogOutputFile::open(const std::string& path,
                                                            Existing existing) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  const bool is_created = static_cast<bool>(fd);
  if (!fd && errno == EEXIST && existing == Existing::kept) {
    fd = open_output(path, O_RDWR | O_CREAT | O_CLOEXEC);
  }
  fd = above_standard_streams(std::move(fd));
  if (!fd) return std::unexpected(status_of_errno(errno, PDH_LOG_FILE_CREATE_ERROR));
  if (!lock_output(fd.get(), path).has_value()) return std::unexpected(PDH_LOG_FILE_CREATE_ERROR);
  return LogOutputFile(std::move(fd), path, is_created);
}

std::uint64_t LogOutputFile::size() const noexcept {
  return static_cast<std::uint64_t>(facts_of(fd_.get()).st_size);
}

bool LogOutputFile::is_regular() const noexcept { return S_ISREG(facts_of(fd_.get()).st_mode); }

bool LogOutputFile::is_file(const std::string& path) const noexcept {
  const struct stat own = facts_of(fd_.get());
  struct stat named{};
  return ::stat(path.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
         own.st_ino == named.st_ino;
}

PdhStatus LogOutputFile::check() const {
  return check_still_there(fd_.get(), path_).has_value() ? kPdhSuccess : PDH_FILE_NOT_FOUND;
}

void LogOutputFile::empty() noexcept {
  (void)!::ftruncate(fd_.get(), 0);  // a pipe cannot be truncated
}

void LogOutputFile::discard() noexcept {
  if (is_created_ && check() == kPdhSuccess) (void)::unlink(path_.c_str());
  fd_.reset();
}

}  // namespace openperflib
