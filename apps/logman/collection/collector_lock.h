// CollectorLock: a file that the process of a collection keeps locked as long as it lives, so that
// a killed process does not look like a running one.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "apps/logman/run/failure.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::logman {

// Value. A process that cannot be taken for another one that got its number later.
struct ProcessIdentity {
  pid_t pid = 0;
  std::uint64_t start_ticks = 0;  // field 22 of /proc/PID/stat
  bool operator==(const ProcessIdentity&) const = default;
};

// The identity of a running process; nullopt: no process has this number.
[[nodiscard]] std::optional<ProcessIdentity> identity_of(pid_t pid);

// Resource, movable. Held by every process that inherits the descriptor; it ends with the last of
// them.
class CollectorLock {
 public:
  // nullopt: somebody else holds it. Errors: the system's.
  [[nodiscard]] static std::expected<std::optional<CollectorLock>, Failure> take(
      const std::string& path);
  // Writes who holds it: the calling process.
  [[nodiscard]] Outcome sign();
  // Gives the lock up before the process ends, once no other process holds the descriptor.
  void release() noexcept { fd_.reset(); }

 private:
  CollectorLock(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  UniqueFd fd_;
  std::string path_;
};

// What a lock file tells of the process that holds it.
struct LockState {
  bool is_held = false;
  std::optional<ProcessIdentity> holder;  // where it has signed
};

// Does not wait. A missing file is not locked. Errors: it cannot be read.
[[nodiscard]] std::expected<LockState, Failure> lock_state(const std::string& path);

}  // namespace openperflib::logman
