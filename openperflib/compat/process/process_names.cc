#include "openperflib/compat/process/machine_source_internal.h"
#include "openperflib/compat/process/process_names_internal.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {

namespace {

[[gnu::constructor(kNamesRegister)]] void register_names() noexcept {
  ForkLocked<ProcessNames>::register_handlers();
}

}  // namespace

ProcessNames& ProcessNames::instance() {
  return ForkLocked<ProcessNames>::instance([] { return new ProcessNames(); });
}

ProcessNames::ProcessNames() : names_(this_pdh_machine()) {}

// No thread holds one of these mutexes and waits for the other.
void ProcessNames::fork_begins() {
  names_.lock();
  expansions_.lock();
}

void ProcessNames::fork_ends(bool /*is_child*/) {
  expansions_.unlock();
  names_.unlock();
}

}  // namespace openperflib::compat
