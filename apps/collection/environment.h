// Environment: what main() knows of the machine and hands to a tool.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// Value; lives as long as the run of the tool. Tools that collect change a copy of a machine by
// their own options.
struct Environment {
  const TitleTable& titles;                   // the fixed ones
  LocalSourceOptions machine = {};            // with all that publishes counters on it
  LocalSourceOptions described_machine = {};  // the same, which describes objects, starts nothing
};

}  // namespace openperflib::apps
