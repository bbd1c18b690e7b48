// Environment: what main() knows of the machine and hands to a tool.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// Value; lives as long as the run of the tool.
struct Environment {
  const TitleTable& titles;        // the fixed ones
  ProviderFactory providers = {};  // of this machine, besides Linux
  EventSink log_event = {};        // gets what they report
};

}  // namespace openperflib::apps
