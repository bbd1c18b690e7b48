// Environment: what main() knows of the machine and hands to a tool.
#pragma once

#include <chrono>

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// How long the tools wait at most for other processes, where no row is due afterwards.
inline constexpr std::chrono::seconds kSingleCollectionLimit{2};

// Value; lives as long as the run of the tool.
struct Environment {
  const TitleTable& titles;                  // the fixed ones
  ProviderFactory providers = {};            // of this machine, besides Linux
  ProviderFactory described_providers = {};  // the same, which describe objects and start nothing
  EventSink log_event = {};                  // gets what they report
};

}  // namespace openperflib::apps
