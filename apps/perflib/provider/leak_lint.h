// Many equal collections: how long they take, and what they leave behind.
#pragma once

#include <cstdint>

#include "apps/perflib/provider/trial_run.h"

namespace openperflib::apps {

// Fills in median_us and growth of the report, and adds what leaks to its findings. Returns false
// where the module cannot be called any more. Very slow modules are not called often enough to say
// anything.
bool look_for_leaks(TrialRun& run, const LintQuery& query, std::uint32_t buffer_size,
                    ModuleReport& report);

}  // namespace openperflib::apps
