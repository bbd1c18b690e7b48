#include <pthread.h>

#include "openperflib/compat/machine_source_internal.h"
#include "openperflib/compat/process_names_internal.h"

namespace openperflib::compat {

ProcessNames& ProcessNames::instance() {
  static ProcessNames& process = *new ProcessNames();
  return process;
}

// No thread holds one of these mutexes and waits for another.
ProcessNames::ProcessNames() : names_(this_pdh_machine()) {
  const auto unlock = [] {
    instance().expansions_.unlock();
    instance().names_.unlock();
  };
  (void)::pthread_atfork(
      [] {
        instance().names_.lock();
        instance().expansions_.lock();
      },
      unlock, unlock);
}

}  // namespace openperflib::compat
