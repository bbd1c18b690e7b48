// The block of a log of objects at one time.
#pragma once

#include <cstddef>
#include <expected>
#include <vector>

#include "apps/perflib/sources/log_input.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib::apps {

// The first sample in the window: the requested objects of all its blocks in one block, under the
// header of the first; if one block contains exactly these, its unchanged bytes. Errors: the log
// cannot be read or has no blocks; it has none of the requested objects (does_not_exist).
[[nodiscard]] std::expected<std::vector<std::byte>, Failure> first_block(
    const LogOptions& options, const ObjectRequest& request);

}  // namespace openperflib::apps
