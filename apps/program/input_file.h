// Reading a file that the user named.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"

namespace openperflib::apps {

// All bytes of `path` ("-": standard input), at most `limit` of them: more is EFBIG. Errors: what
// the system said.
[[nodiscard]] std::expected<std::vector<std::byte>, SourceFault> read_input(const std::string& path,
                                                                            std::size_t limit);

// Reads a regular file alone: a pipe that somebody has put in its place is not waited for.
[[nodiscard]] std::expected<std::vector<std::byte>, SourceFault> read_regular_file(
    const std::string& path, std::size_t limit);

}  // namespace openperflib::apps
