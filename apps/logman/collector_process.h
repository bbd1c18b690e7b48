// Starting and ending the process of a collection.
#pragma once

#include <cstdint>
#include <string>

#include "apps/logman/collection_store.h"
#include "apps/logman/failure.h"

namespace openperflib::logman {

// Whether somebody waits for what he asked for (-as: nobody does).
enum class Wait : std::uint8_t { until_done, not_at_all };

// Starts the collection in a process of its own, without a terminal; comes back when its first
// sample is written or it waits for its time. Errors: it runs already (kInUse), or why it did not
// come that far; without waiting the second stands in the system's log.
[[nodiscard]] Outcome start_collection(const CollectionStore& store, const std::string& name,
                                       Wait wait);

// Ends its process, whose log is complete then. Errors: it does not run (kNotRunning), is another
// user's, or does not end.
[[nodiscard]] Outcome stop_collection(const CollectionStore& store, const std::string& name,
                                      Wait wait);

}  // namespace openperflib::logman
