// Writing to a descriptor until all is written.
#pragma once

#include <expected>
#include <string_view>

namespace openperflib {

// Writes all of `text` to `fd`; short writes and EINTR are continued. Errors: errno.
[[nodiscard]] std::expected<void, int> write_all(int fd, std::string_view text) noexcept;

}  // namespace openperflib
