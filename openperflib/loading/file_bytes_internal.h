// Whole files, read and written.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/loading/load_fault.h"

namespace openperflib {

// The bytes of a file. Errors: LoadErrc::file; a file with more than `most` bytes is EFBIG.
[[nodiscard]] std::expected<std::vector<std::byte>, LoadFault> read_file(const std::string& path,
                                                                         std::size_t most);

// Writes a file beside `path` and gives it that name once it is on the disk, so that a file that
// exists is replaced as a whole; pipes and devices are written directly. Errors: LoadErrc::file.
[[nodiscard]] std::expected<void, LoadFault> write_file(const std::string& path, Bytes bytes);

[[nodiscard]] LoadFault file_fault(const std::string& path, int errno_value);

}  // namespace openperflib
