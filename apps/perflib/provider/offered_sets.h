// The counter sets that processes offer now, as the models of view want them.
#pragma once

#include <string_view>
#include <vector>

#include "openperflib/provider/v2/runtime_folders.h"
#include "openperflib/view/services/running_sets.h"

namespace openperflib::apps {

// One for each set of each process, by name, then by process. Offers that cannot be used are
// reported on stderr.
[[nodiscard]] std::vector<RunningSetFacts> offered_sets(const ReadingFolders& folders);

// Those that a name or a GUID means.
[[nodiscard]] std::vector<RunningSetFacts> sets_called(std::string_view name,
                                                       std::vector<RunningSetFacts> sets);

}  // namespace openperflib::apps
