// /proc/loadavg: "0.20 0.18 0.12 1/80 11206".
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Threads of the machine, those of the kernel too: what stands behind the slash of the fourth word.
[[nodiscard]] std::expected<std::uint64_t, BadWord> parse_threads(std::string_view text) noexcept;

}  // namespace openperflib::linux_objects
