// Parsers for the sources of Linux Pressure. Source: docs/objects/pressure.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// The two lines of a pressure file.
enum class PressureLine : std::uint8_t { some, full };
inline constexpr std::size_t kPressureLines = 2;

// total= of each line of "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", in microseconds. An
// error of the code missing: the file has no such line (cpu full before Linux 5.13).
using PressureTotals = std::array<std::expected<std::uint64_t, BadWord>, kPressureLines>;
[[nodiscard]] PressureTotals parse_pressure(std::string_view text) noexcept;

// Reads the mount points of cgroup v2 trees, in the order of /proc/self/mountinfo, into `points`,
// reused. They are not decoded: \040 is a blank.
void parse_cgroup_mounts(std::string_view mountinfo, std::vector<std::string_view>& points);

}  // namespace openperflib::linux_objects
