// The names that a counter path may have: those of a machine, or those of logs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/completion/path_completion.h"

namespace openperflib::apps {

// The objects that are collected here, with the counters that a machine usually has. Instances are
// read when they are asked for; none where that fails. `roots`: folders to read instead of this
// machine.
[[nodiscard]] CompletionNames names_of_machine(const Environment& environment,
                                               std::vector<std::string> roots);

// What the first records of the logs name. A log that cannot be opened, or is not a file or folder,
// names nothing.
[[nodiscard]] CompletionNames names_of_logs(std::span<const std::string> logs,
                                            const TitleTable& titles);

}  // namespace openperflib::apps
