#include "apps/logman/collection/collector_lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/base/whole_number_internal.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/portable/write_all.h"

namespace openperflib::logman {
namespace {

// The whole file, locked by the open file and not by the process: a process that inherits the
// descriptor also holds the lock, and asking takes nothing, so that no query makes a start fail.
struct flock whole_file() {
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// false: another process holds it. Errors: errno.
std::expected<bool, int> try_lock(int fd) {
  struct flock lock = whole_file();
  if (::fcntl(fd, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  return std::unexpected(errno);
}

std::expected<bool, int> is_locked(int fd) {
  struct flock lock = whole_file();
  if (::fcntl(fd, F_OFD_GETLK, &lock) != 0) return std::unexpected(errno);
  return lock.l_type != F_UNLCK;
}

// The space-separated word with that number, from 0.
std::string_view word_at(std::string_view text, std::size_t number) {
  for (; number > 0 && !text.empty(); --number) {
    text.remove_prefix(std::min(text.find(' '), text.size() - 1) + 1);
  }
  return text.substr(0, text.find(' '));
}

// Parses "PID TICKS\n", as written by sign().
std::optional<ProcessIdentity> signature_in(std::string_view text) {
  if (!text.ends_with('\n')) return std::nullopt;
  text.remove_suffix(1);
  const auto pid = whole_number<pid_t>(word_at(text, 0));
  const auto ticks = whole_number<std::uint64_t>(word_at(text, 1));
  if (!pid.has_value() || !ticks.has_value()) return std::nullopt;
  return ProcessIdentity{.pid = *pid, .start_ticks = *ticks};
}

std::optional<ProcessIdentity> read_signature(int fd) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::pread(fd, bytes.data(), bytes.size(), 0);
  if (got <= 0) return std::nullopt;
  return signature_in({bytes.data(), static_cast<std::size_t>(got)});
}

}  // namespace

std::optional<ProcessIdentity> identity_of(pid_t pid) {
  const auto root = ProcRoot::open("", 0);
  if (!root.has_value()) return std::nullopt;
  TextBuffer buffer;
  const auto text = root->read(fmt::format("proc/{}/stat", pid).c_str(), buffer);
  if (!text.has_value()) return std::nullopt;
  const std::size_t name_end = text->rfind(')');  // the name may contain anything
  if (name_end == std::string_view::npos || name_end + 2 > text->size()) return std::nullopt;
  constexpr std::size_t kStartTime = 22 - 3;  // counted from the state, field 3
  const auto ticks = whole_number<std::uint64_t>(word_at(text->substr(name_end + 2), kStartTime));
  if (!ticks.has_value()) return std::nullopt;
  return ProcessIdentity{.pid = pid, .start_ticks = *ticks};
}

std::expected<std::optional<CollectorLock>, Failure> CollectorLock::take(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!fd) return system_failure(errno, path);
  const auto locked = try_lock(fd.get());
  if (!locked.has_value()) return system_failure(locked.error(), path);
  if (!*locked) return std::nullopt;
  if (::ftruncate(fd.get(), 0) != 0) return system_failure(errno, path);
  return CollectorLock(std::move(fd), path);
}

Outcome CollectorLock::sign() {
  const auto self = identity_of(::getpid());
  if (!self.has_value()) return system_failure(ESRCH, "/proc/self/stat");
  const auto written = write_all(fd_.get(), fmt::format("{} {}\n", self->pid, self->start_ticks));
  if (!written.has_value()) return system_failure(written.error(), path_);
  return {};
}

std::expected<LockState, Failure> lock_state(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd && errno == ENOENT) return LockState{};
  if (!fd) return system_failure(errno, path);
  const auto locked = is_locked(fd.get());
  if (!locked.has_value()) return system_failure(locked.error(), path);
  if (!*locked) return LockState{};
  return LockState{.is_held = true, .holder = read_signature(fd.get())};
}

}  // namespace openperflib::logman
