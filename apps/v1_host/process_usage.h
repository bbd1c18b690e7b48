// What this process uses, for trials that look for leaks.
#pragma once

#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

// Fills in heap, descriptors, threads and pages; kNotCounted where the system does not say.
void count_usage(HostTrialResult& result);

}  // namespace openperflib
