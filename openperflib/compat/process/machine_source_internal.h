// What PDH reads this machine through: the LocalSource that this process has for its registry.
#pragma once

#include <memory>

#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/snapshot/source.h"

namespace openperflib::compat {

// A source of this machine whose blocks end with what describes them (Collection Status, Titles,
// Counter Links). The LocalSource stays open until all of these are destroyed and nobody else uses
// it; the first read() opens it. Any number of threads may use them, one at a time each: a read
// waits for those of the others.
[[nodiscard]] std::unique_ptr<Source> machine_source();

// This machine, as PDH reads it.
[[nodiscard]] PdhMachine this_pdh_machine();

}  // namespace openperflib::compat
