// The block that a log of objects has of one moment.
#pragma once

#include <cstddef>
#include <expected>
#include <vector>

#include "apps/perflib/log_input.h"
#include "openperflib/query/object_request.h"

namespace openperflib::apps {

// The first sample in the window: the wanted objects of all its blocks in one, under the header of
// the first; where it is one block of nothing else, its very bytes. An exit code after a message:
// the log cannot be read or holds no blocks (kFailed), or none of what is wanted (kDoesNotExist).
[[nodiscard]] std::expected<std::vector<std::byte>, int> first_block(const LogOptions& options,
                                                                     const ObjectRequest& request);

}  // namespace openperflib::apps
