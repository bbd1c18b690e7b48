// Starting and ending the process of a collection.
#pragma once

#include <cstdint>
#include <string>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/run/failure.h"

namespace openperflib::logman {

// Whether the tool waits for the result (-as: it does not).
enum class Wait : std::uint8_t { until_done, not_at_all };

// Starts the collection in a new process without a terminal, and returns when its first sample is
// written or it waits for its time. Errors: it is already running (kInUse), or why it could not
// start; without waiting, the latter is logged to syslog.
[[nodiscard]] Outcome start_collection(const CollectionStore& store, const std::string& name,
                                       Wait wait);

// Ends its process, whose log is complete then. Errors: it is not running (kNotRunning), belongs to
// another user, or does not end.
[[nodiscard]] Outcome stop_collection(const CollectionStore& store, const std::string& name,
                                      Wait wait);

}  // namespace openperflib::logman
