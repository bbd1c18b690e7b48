// ProcessRegistry: the only Registry of this process, guarded by a mutex.
#pragma once

#include <mutex>

#include "openperflib/abi/winreg_types.h"
#include "openperflib/os/process/fork_locked.h"
#include "openperflib/registry/registry.h"

namespace openperflib::compat {

// The titles that are the same on every machine.
[[nodiscard]] const TitleTable& fixed_titles_of_process() noexcept;

// Resource, one per process: created by the first call and never destroyed, so that threads that
// still run while the process exits may call. After fork(), the child keeps the open keys but
// collects for itself: it closes the sockets and folders of its parent before it reads anything.
class ProcessRegistry {
 public:
  // Calls work(registry) while holding the mutex, and returns its result.
  template <typename Work>
  static LSTATUS with(Work work) {
    ProcessRegistry& process = instance();
    const std::lock_guard lock(process.mutex_);
    process.leave_parent();
    return work(process.registry_);
  }

 private:
  ProcessRegistry();
  static ProcessRegistry& instance();
  friend class ForkLocked<ProcessRegistry>;
  void fork_begins();
  void fork_ends(bool is_child);
  // Closes what the parent's collections held open, once in each child.
  void leave_parent() noexcept;
  std::mutex mutex_;
  bool forked_ = false;  // this is a child that has not called anything yet
  Registry registry_;
};

}  // namespace openperflib::compat
