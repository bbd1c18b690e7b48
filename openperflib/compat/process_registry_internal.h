// ProcessRegistry: the one Registry of this process, behind a mutex.
#pragma once

#include <mutex>

#include "openperflib/compat/registry_internal.h"

namespace openperflib::compat {

// Resource, one a process: made by the first call, never destroyed, so that threads that still run
// while the process exits may call. After fork() the child has the keys that were open, and
// collects for itself: sockets and folders of its parent are closed before it reads.
class ProcessRegistry {
 public:
  // Calls work(registry) with the mutex held; its result.
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
  // Lets go of what the parent's collections held, once in a child.
  void leave_parent() noexcept;
  std::mutex mutex_;
  bool forked_ = false;  // this is a child that has not called yet
  Registry registry_;
};

}  // namespace openperflib::compat
