// The work of the process of a collection.
#pragma once

#include <functional>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"

namespace openperflib::logman {

// Collects as the collector and its set say, until it is done or a signal ends it. `ready` is
// called once: when the first sample is written, or when the collection only waits for its time to
// begin. Errors: nothing can be collected, or a log cannot be written; the part that was written is
// a complete log.
[[nodiscard]] Outcome run_collector(const SetCollector& one, const CollectionStore& store,
                                    const std::function<void()>& ready);

}  // namespace openperflib::logman
