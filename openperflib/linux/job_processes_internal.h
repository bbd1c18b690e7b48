// The processes of a cgroup. Pure functions.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// The ids of cgroup.procs, one a line and in any order, into `ids`, reused: ascending, each once.
// Errors: a line that is no number of 32 bits; `ids` is empty then.
[[nodiscard]] std::expected<void, BadWord> parse_job_processes(std::string_view text,
                                                               std::vector<std::uint32_t>& ids);

// How many ids of `now` are not in `before`; both ascend.
[[nodiscard]] std::uint64_t count_new(std::span<const std::uint32_t> now,
                                      std::span<const std::uint32_t> before) noexcept;

}  // namespace openperflib::linux_objects
