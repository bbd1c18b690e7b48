// The stat of a thread, taken apart. A pure function: bytes in, numbers out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::linux_objects {

// Value. A word that lacks, or is no number of 64 bits, is a number that is not there.
struct ThreadStat {
  char state = '\0';  // as the kernel has it, '\0': none
  std::optional<std::uint64_t> user_ticks, system_ticks, start_ticks, policy;
  std::optional<std::int64_t> priority;  // 20 + nice; below 0: -1 - real-time priority
  std::optional<std::int64_t> nice;
};

// False where the text has no comm: that is no stat.
[[nodiscard]] bool parse_thread_stat(std::string_view text, ThreadStat& stat) noexcept;

}  // namespace openperflib::linux_objects
