#include "openperflib/os/files/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

namespace openperflib {
namespace {

std::unexpected<SourceFault> said(const std::string& path, const char* text) {
  return std::unexpected(
      SourceFault{.errno_value = 0, .file = path, .error = std::nullopt, .message = text});
}

std::unexpected<SourceFault> is_written_elsewhere(const std::string& path) {
  return said(path, "another process is writing it");
}

bool is_fifo(const std::string& path) noexcept {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode);
}

// Signals that end or stop a program act while this lives.
class ActingSignals {
 public:
  ActingSignals() noexcept {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) {
      sigaddset(&set, signal);
    }
    ::pthread_sigmask(SIG_UNBLOCK, &set, &before_);
  }
  ~ActingSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  ActingSignals(const ActingSignals&) = delete;
  ActingSignals& operator=(const ActingSignals&) = delete;

 private:
  sigset_t before_{};
};

// The whole file, by the open file and not by the process: a program with two of them excludes
// itself too.
struct flock whole_file(short type) noexcept {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

UniqueFd open_output(const std::string& path, int flags, mode_t mode) {
  if (!is_fifo(path)) return UniqueFd(::open(path.c_str(), flags, mode));
  const ActingSignals acting;
  return UniqueFd(::open(path.c_str(), flags, mode));
}

SourceFault creation_fault(SourceFault fault) {
  const std::size_t slash = fault.file.rfind('/');
  if (fault.errno_value != ENOENT || slash == std::string::npos || slash == 0) return fault;
  const std::string folder = fault.file.substr(0, slash);
  struct stat facts{};
  if (::stat(folder.c_str(), &facts) == 0) return fault;
  fault.errno_value = 0;
  fault.message = "the folder " + folder + " does not exist; create it first";
  return fault;
}

std::expected<void, SourceFault> lock_output(int fd, const std::string& path) {
  struct stat facts{};
  if (::fstat(fd, &facts) != 0) return {};
  int result = 0;
  if (S_ISREG(facts.st_mode)) {
    struct flock lock = whole_file(F_WRLCK);
    result = ::fcntl(fd, F_OFD_SETLK, &lock);
  } else if (S_ISDIR(facts.st_mode)) {
    result =
        ::flock(fd, LOCK_EX | LOCK_NB);  // the other kind needs a descriptor that can be written
  }
  const bool is_held = result != 0 && (errno == EAGAIN || errno == EACCES);
  return is_held ? is_written_elsewhere(path) : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> check_unlocked(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct flock lock = whole_file(F_RDLCK);
  if (!fd || ::fcntl(fd.get(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return {};
  return is_written_elsewhere(path);
}

std::expected<void, SourceFault> check_still_there(int fd, const std::string& path) {
  struct stat own{};
  if (::fstat(fd, &own) != 0 || !S_ISREG(own.st_mode)) return {};
  struct stat named{};
  const bool has_name = ::stat(path.c_str(), &named) == 0;
  if (has_name && named.st_dev == own.st_dev && named.st_ino == own.st_ino) return {};
  if (!has_name && errno != ENOENT && errno != ENOTDIR) return {};  // nobody can tell
  if (own.st_nlink == 0) return said(path, "was deleted or replaced while it was written");
  return said(path, "was renamed while it was written");
}

}  // namespace openperflib
