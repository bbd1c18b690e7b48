// ControlCallback: how a provider learns that its counters are read.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "openperflib/base/guid.h"

namespace openperflib {

// What a reader wants. The texts live as long as the call.
struct ControlRequest {
  std::uint32_t code = 0;  // PERF_ADD_COUNTER, PERF_REMOVE_COUNTER, PERF_ENUM_INSTANCES, ...
  Guid set = {};
  // PERF_ADD_COUNTER and PERF_REMOVE_COUNTER name a counter, and its instances.
  std::uint32_t counter = 0;               // its id, or PERF_WILDCARD_COUNTER
  std::u16string_view instance_name = {};  // foreign: any code units; "*": all
  std::uint32_t instance_id = 0;
  std::string_view machine = {};  // the name of this one
};

// Returns 0, or the code of an error of Windows; readers get that of PERF_ADD_COUNTER,
// PERF_ENUM_INSTANCES and PERF_COLLECT_START, and ignore those of other requests. It is called in a
// thread of the publisher, by one request at a time, and may call all functions of the publisher
// but those that wait for it. It must not throw. A reader waits for it no longer than a second.
using ControlCallback = std::function<std::uint32_t(const ControlRequest& request)>;

}  // namespace openperflib
