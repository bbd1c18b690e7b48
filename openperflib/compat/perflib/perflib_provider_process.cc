#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/compat/perflib/perflib_provider_directory_internal.h"
#include "openperflib/compat/perflib/perflib_provider_process_internal.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {
namespace {

// Why nothing can be published: there is no room, or no folder that may be used.
DWORD code_of_publishing_fault(const SourceFault& fault) noexcept {
  switch (fault.errno_value) {
    case ENOMEM:
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
      return ERROR_NOT_ENOUGH_MEMORY;
    default:
      return ERROR_ACCESS_DENIED;
  }
}

[[gnu::constructor(kProvidersRegister)]] void register_providers() noexcept {
  ForkLocked<ProcessProviders>::register_handlers();
}

}  // namespace

ProcessProviders& ProcessProviders::instance() noexcept {
  alignas(ProcessProviders) static std::array<std::byte, sizeof(ProcessProviders)> room;
  return ForkLocked<ProcessProviders>::instance(
      [] { return new (room.data()) ProcessProviders(); });
}

void ProcessProviders::fork_begins() {
  mutex_.lock();
  if (publisher_ != nullptr) publisher_->lock();
  handles_.lock();
  InstanceDirectory::of_process().lock();
}

void ProcessProviders::fork_ends(bool is_child) {
  InstanceDirectory::of_process().unlock();
  handles_.unlock();
  if (publisher_ != nullptr) publisher_->unlock();
  mutex_.unlock();
  if (is_child) leave_parent();
}

// What the providers own stays in memory for ever: values that the child still writes are there,
// and the memory functions are the parent's. The publisher closes its copy of the socket, so that
// nobody waits for an answer of the child.
void ProcessProviders::leave_parent() {
  handles_.leave_all();
  publisher_.reset();
  users_ = 0;
}

std::expected<Publisher*, DWORD> ProcessProviders::join_publisher() {
  const std::lock_guard lock(mutex_);
  if (users_ == 0) {
    auto publisher = Publisher::start(HostEnvironment::publishing_folders());
    if (!publisher.has_value()) return std::unexpected(code_of_publishing_fault(publisher.error()));
    publisher_ = *std::move(publisher);
  }
  ++users_;
  return publisher_.get();
}

void ProcessProviders::leave_publisher() {
  std::unique_ptr<Publisher> last;  // its thread may wait for the mutex before it ends
  const std::lock_guard lock(mutex_);
  if (--users_ == 0) last.swap(publisher_);
}

std::expected<HANDLE, DWORD> ProcessProviders::start(ProviderOptions options) {
  Publisher* const publisher = OPENPERFLIB_TRY(join_publisher());
  auto leave = [](ProcessProviders* self) { self->leave_publisher(); };
  std::unique_ptr<ProcessProviders, decltype(leave)> joined(this, leave);
  HANDLE const handle =
      handles_.add(std::make_shared<PerflibProvider>(*publisher, std::move(options)));
  if (handle == nullptr) return std::unexpected(ERROR_NOT_ENOUGH_MEMORY);
  (void)joined.release();
  return handle;
}

std::expected<void, DWORD> ProcessProviders::stop(HANDLE handle) {
  const Provider known = handles_.find(handle);
  if (known == nullptr) return std::unexpected(ERROR_INVALID_HANDLE);
  if (known->is_in_callback()) return std::unexpected(ERROR_POSSIBLE_DEADLOCK);
  const Provider provider = handles_.remove(handle);
  if (provider == nullptr) return std::unexpected(ERROR_INVALID_HANDLE);  // another thread did it
  provider->withdraw();
  leave_publisher();
  return {};
}

}  // namespace openperflib::compat
