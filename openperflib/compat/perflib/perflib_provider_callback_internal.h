// The callback of a program's provider, as the publisher calls it.
#pragma once

#include "openperflib/abi/perflib_types.h"
#include "openperflib/provider/v2/publish/control_callback.h"

namespace openperflib::compat {

// Hands each request on as perflib.h has it: a PERF_COUNTER_IDENTITY with its texts for
// PERF_ADD_COUNTER and PERF_REMOVE_COUNTER, the machine's name for all others. Empty if `callback`
// is NULL. Returns ERROR_NOT_ENOUGH_MEMORY if there is no memory for what it hands on.
[[nodiscard]] ControlCallback control_callback(PERFLIBREQUEST callback);

}  // namespace openperflib::compat
