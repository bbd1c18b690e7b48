// Lists of CPUs as sysfs writes them: "0-3,8", an empty line for none.
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

// No kernel has as many; a list that names a CPU above it is refused (Errc::over_limit).
inline constexpr std::uint32_t kHighestCpu = 65'535;

// CPUs first to last, both included; `before` is how many CPUs the list names before them.
struct CpuRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t before = 0;
  bool operator==(const CpuRange&) const = default;
};

// Reads sys/devices/system/cpu/online or nodeN/cpulist into `ranges`, which is cleared first and
// keeps its memory. Ranges ascend, as the kernel writes them. Errors: not_a_number, disagrees (a
// range that does not follow the one before it), over_limit; `ranges` is then empty.
[[nodiscard]] std::expected<void, Error> parse_cpu_list(std::string_view text,
                                                        std::vector<CpuRange>& ranges);

// How many CPUs the ranges name, and where among them `cpu` stands, from 0.
[[nodiscard]] std::size_t cpu_count(std::span<const CpuRange> ranges) noexcept;
[[nodiscard]] std::optional<std::size_t> cpu_position(std::span<const CpuRange> ranges,
                                                      std::uint32_t cpu) noexcept;

}  // namespace openperflib::linux_objects
