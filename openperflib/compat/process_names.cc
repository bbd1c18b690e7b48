#include <pthread.h>

#include "openperflib/compat/machine_source_internal.h"
#include "openperflib/compat/process_names_internal.h"
#include "openperflib/os/made_once.h"

namespace openperflib::compat {

ProcessNames& ProcessNames::instance() {
  return made_once([] { return new ProcessNames(); });
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
