// Lists of CPUs as in sysfs: "0-3,8", or an empty line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// Above the limit of any kernel; a list with a higher CPU is refused (Errc::over_limit).
inline constexpr std::uint32_t kHighestCpu = 65'535;

// The CPUs from first to last, inclusive; `before` is the number of CPUs in the list before them.
struct CpuRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t before = 0;
  bool operator==(const CpuRange&) const = default;
};

// Reads sys/devices/system/cpu/online or nodeN/cpulist into `ranges`, which is cleared first and
// keeps its memory. Ranges must ascend, as written by the kernel. Errors: not_a_number, disagrees
// (a range not above the previous one), over_limit; `ranges` is then empty.
[[nodiscard]] std::expected<void, Error> parse_cpu_list(std::string_view text,
                                                        std::vector<CpuRange>& ranges);

// The number of CPUs in the ranges, and the position of `cpu` among them, from 0.
[[nodiscard]] std::size_t cpu_count(std::span<const CpuRange> ranges) noexcept;
[[nodiscard]] std::optional<std::size_t> cpu_position(std::span<const CpuRange> ranges,
                                                      std::uint32_t cpu) noexcept;

}  // namespace openperflib::linux_objects
