// The bytes of a whole file, for files that are small or read once.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

namespace openperflib {

// Errors: errno; EFBIG for a file of more than `most` bytes.
[[nodiscard]] std::expected<std::vector<std::byte>, int> read_whole_file(const std::string& path,
                                                                         std::size_t most);

}  // namespace openperflib
