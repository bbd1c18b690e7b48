#include <pthread.h>

#include "openperflib/compat/process_modules_internal.h"
#include "openperflib/compat/process_registry_internal.h"
#include "openperflib/compat/process_stores_internal.h"

namespace openperflib::compat {
namespace {

// The library may use 64 descriptors of the caller's process. The last 8 are for the root, the list
// of processes and sockets, which are not kept files.
constexpr unsigned kKeptDescriptors = 64 - 8;

}  // namespace

ProcessRegistry& ProcessRegistry::instance() {
  static ProcessRegistry& process = *new ProcessRegistry();
  return process;
}

ProcessRegistry::ProcessRegistry()
    : registry_(fixed_titles(),
                {.kept_descriptors = kKeptDescriptors,
                 .collection_status = false,
                 .providers = process_modules(fixed_titles()),
                 .log_event = system_event_log()},
                store_folders_of_process()) {
  // fork() waits until no thread collects; otherwise the child would inherit the mutex locked.
  (void)::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                         [] {
                           instance().forked_ = true;
                           instance().mutex_.unlock();
                         });
}

void ProcessRegistry::leave_parent() noexcept {
  if (!forked_) return;
  forked_ = false;
  registry_.release_in_child();
}

}  // namespace openperflib::compat
