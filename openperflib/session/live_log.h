// The log that a session of this machine is written into, as everything that writes one makes it.
#pragma once

#include <string>
#include <vector>

#include "openperflib/log/create_log.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// A log of readings for the row that the session has and those after it. `paths`: as they were
// given to the query.
[[nodiscard]] CreateLogOptions live_log_options(const CounterSession& session,
                                                std::vector<std::string> paths);

}  // namespace openperflib
