#include <pthread.h>

#include "openperflib/compat/process_registry_internal.h"

namespace openperflib::compat {
namespace {

// Of the 64 descriptors that the caller's process may be charged with, those for what is no kept
// file: the root, the list of processes, sockets.
constexpr unsigned kKeptDescriptors = 64 - 8;

}  // namespace

ProcessRegistry& ProcessRegistry::instance() {
  static ProcessRegistry& process = *new ProcessRegistry();
  return process;
}

ProcessRegistry::ProcessRegistry()
    : registry_({.kept_descriptors = kKeptDescriptors, .collection_status = false}) {
  // Nobody forks while another thread collects: the child would inherit the mutex locked.
  (void)::pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                         [] {
                           instance().forked_ = true;
                           instance().mutex_.unlock();
                         });
}

void ProcessRegistry::leave_parent() noexcept {
  if (!forked_) return;
  forked_ = false;
  registry_.release();
}

}  // namespace openperflib::compat
