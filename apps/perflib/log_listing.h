// What a log has, for list: its objects, instances and counters over all of its records.
#pragma once

#include <expected>
#include <vector>

#include "apps/perflib/listing.h"
#include "apps/perflib/log_input.h"

namespace openperflib::apps {

// Reads the logs of `options` to their end. A counter has data where one of its instances had it in
// one record. An exit code after a message; what is odd in the logs is told.
[[nodiscard]] std::expected<std::vector<ListedObject>, int> list_log(const LogOptions& options);

}  // namespace openperflib::apps
