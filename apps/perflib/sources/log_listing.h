// The contents of a log, for list: its objects, instances and counters over all of its records.
#pragma once

#include <expected>
#include <vector>

#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/text/listing.h"

namespace openperflib::apps {

// Reads the logs of `options` to their end. A counter has data if one of its instances has a value
// in some record. Anomalies of the logs are reported.
[[nodiscard]] std::expected<std::vector<ListedObject>, Failure> list_log(const LogOptions& options);

}  // namespace openperflib::apps
