// This machine with all providers of its counters.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Returns the options with which LocalSource and CounterSession see all counters of this machine.
// Events of providers go to the log of the system.
[[nodiscard]] LocalSourceOptions this_machine(const TitleTable& fixed);

}  // namespace openperflib
