// This machine with all that publishes counters on it.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What LocalSource and CounterSession need to see all counters of this machine. What providers
// report goes to the system's log.
[[nodiscard]] LocalSourceOptions this_machine(const TitleTable& fixed);

}  // namespace openperflib
