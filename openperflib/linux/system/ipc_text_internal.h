// Parsers for the lists in /proc/sysvipc: pure functions.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Number of semaphores in all sets of /proc/sysvipc/sem: the fourth word of each line below the
// headings.
[[nodiscard]] std::expected<std::uint64_t, BadWord> parse_semaphores(
    std::string_view text) noexcept;

// Number of segments in /proc/sysvipc/shm: the lines below the headings.
[[nodiscard]] std::uint64_t count_segments(std::string_view text) noexcept;

}  // namespace openperflib::linux_objects
