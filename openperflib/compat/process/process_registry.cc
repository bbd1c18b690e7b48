#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/machine/event_log.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/machine/machine_providers.h"
#include "openperflib/os/process/fork_locked.h"
#include "openperflib/provider/provider.h"
#include "openperflib/registry/descriptor_share.h"

namespace openperflib::compat {

namespace {

// Empty in the host of a module, which has no modules itself.
ModuleFactory modules_of_process() {
  if (HostEnvironment::is_module_host()) return {};
  return [](unsigned most_hosts) {
    return machine_providers(fixed_titles(), {.most_hosts = most_hosts})();
  };
}

[[gnu::constructor(kRegistryRegisters)]] void register_registry() noexcept {
  ForkLocked<ProcessRegistry>::register_handlers();
}

}  // namespace

const TitleTable& fixed_titles_of_process() noexcept { return fixed_titles(); }

ProcessRegistry& ProcessRegistry::instance() {
  return ForkLocked<ProcessRegistry>::instance([] { return new ProcessRegistry(); });
}

ProcessRegistry::ProcessRegistry()
    : registry_(fixed_titles(),
                {.kept_descriptors = share_descriptors(0).files,
                 .collection_status = false,
                 .log_event = system_event_log()},
                HostEnvironment::stores(), modules_of_process()) {}

// fork() waits until no thread collects; otherwise the child would inherit the mutex locked.
void ProcessRegistry::fork_begins() { mutex_.lock(); }

void ProcessRegistry::fork_ends(bool is_child) {
  if (is_child) forked_ = true;
  mutex_.unlock();
}

void ProcessRegistry::leave_parent() noexcept {
  if (!forked_) return;
  forked_ = false;
  registry_.release_in_child();
}

}  // namespace openperflib::compat
