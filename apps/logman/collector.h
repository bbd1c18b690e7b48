// What the process of a collection does.
#pragma once

#include <functional>

#include "apps/logman/collection_set.h"
#include "apps/logman/collection_store.h"
#include "apps/logman/failure.h"

namespace openperflib::logman {

// Collects as the set says, until it is done or a signal ends it. `ready` is called once: when the
// first sample was written, or when there is nothing to do but to wait for the time to begin.
// Errors: nothing can be collected, or a log cannot be written; what was written is a whole log.
[[nodiscard]] Outcome run_collector(const CollectionSet& set, const CollectionStore& store,
                                    const std::function<void()>& ready);

}  // namespace openperflib::logman
