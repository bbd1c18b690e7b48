// Writes a whole text to a descriptor.
#pragma once

#include <expected>
#include <string_view>

namespace openperflib {

// Writes all of `text` to `fd`, continuing after short writes and EINTR. Errors: errno.
[[nodiscard]] std::expected<void, int> write_all(int fd, std::string_view text) noexcept;

}  // namespace openperflib
