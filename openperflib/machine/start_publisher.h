// Starts what offers the counter sets of a program to the readers on this machine.
#pragma once

#include <expected>

#include "openperflib/base/source_fault.h"
#include "openperflib/provider/v2/publish/counter_set.h"

namespace openperflib {

// Offers in the first folder of HostEnvironment::publishing_folders() that this process can write
// to. Errors: those of Publisher::start(); where XDG_RUNTIME_DIR is not set, what to do.
[[nodiscard]] std::expected<PublisherHandle, SourceFault> start_publisher();

}  // namespace openperflib
