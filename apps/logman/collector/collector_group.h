// The collectors of a set: one in this process, several in a process each.
#pragma once

#include <string>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"
#include "apps/logman/run/messenger.h"

namespace openperflib::logman {

// Runs all collectors of the set until each is done or a signal ends them; they end with this
// process, whatever happens to it. `messenger` is told when all of them are ready. Errors: one
// cannot begin, and so none does; or one failed later, which is in the system's log by then.
[[nodiscard]] Outcome run_collectors(const DataCollectorSet& set, const CollectionStore& store,
                                     Messenger& messenger);

// Keeps why a run failed, for `logman query`: until the next run, the first reason.
void note_failure(const CollectionStore& store, const std::string& set, const std::string& why);

}  // namespace openperflib::logman
