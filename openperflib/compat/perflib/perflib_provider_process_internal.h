// ProcessProviders: the providers of this process, and the one publisher of all of them.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <mutex>

#include "openperflib/compat/handle_table_internal.h"
#include "openperflib/compat/perflib/perflib_provider_object_internal.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {

// Resource, one per process: created by the first call, which cannot fail, and never destroyed, so
// that threads that still run while the process exits may call. The publisher runs while there is a
// provider. After fork() the child has no open handle; the instances that it inherited stay where
// they are, so that their values can go on.
class ProcessProviders {
 public:
  using Provider = std::shared_ptr<PerflibProvider>;
  static ProcessProviders& instance() noexcept;

  // Errors: the code of why nothing can be published. std::bad_alloc: nothing has changed.
  [[nodiscard]] std::expected<HANDLE, DWORD> start(ProviderOptions options);
  // nullptr: the handle is not open.
  [[nodiscard]] Provider find(HANDLE handle) const { return handles_.find(handle); }
  // Closes the handle, and withdraws its provider. Needs no memory. Errors: it is not open; this is
  // its callback.
  [[nodiscard]] std::expected<void, DWORD> stop(HANDLE handle);

 private:
  friend class ForkLocked<ProcessProviders>;
  ProcessProviders() noexcept = default;
  // The publisher for one provider more, and for one fewer.
  [[nodiscard]] std::expected<Publisher*, DWORD> join_publisher();
  void leave_publisher();
  void fork_begins();
  void fork_ends(bool is_child);
  void leave_parent();

  std::mutex mutex_;
  std::unique_ptr<Publisher> publisher_;
  std::size_t users_ = 0;
  HandleTable<PerflibProvider> handles_{HandleKind::provider};
};

}  // namespace openperflib::compat
