// Parsers for the processes of a cgroup: pure functions.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Reads the ids of cgroup.procs, one per line in any order, into `ids`, reused: ascending and
// unique. Errors: a line that is not a 32-bit number; `ids` is then empty.
[[nodiscard]] std::expected<void, BadWord> parse_job_processes(std::string_view text,
                                                               std::vector<std::uint32_t>& ids);

// The number of ids in `now` that are not in `before`; both ascend.
[[nodiscard]] std::uint64_t count_new(std::span<const std::uint32_t> now,
                                      std::span<const std::uint32_t> before) noexcept;

}  // namespace openperflib::linux_objects
