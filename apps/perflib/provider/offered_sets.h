// The counter sets that processes offer now, as the models of view want them.
#pragma once

#include <string_view>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/provider/v2/runtime_folders.h"
#include "openperflib/view/services/running_sets.h"

namespace openperflib::apps {

// What processes offer. Value.
struct OfferedSets {
  std::vector<RunningSetFacts> sets;  // of each process, by name, then by process
  std::vector<SourceFault> refused;   // the offers that cannot be used, and why
};
// Reads them from the folders.
[[nodiscard]] OfferedSets offered_sets(const ReadingFolders& folders);

// Returns the sets with a name or a GUID.
[[nodiscard]] std::vector<RunningSetFacts> sets_called(std::string_view name,
                                                       std::vector<RunningSetFacts> sets);

}  // namespace openperflib::apps
