// Parser for the stat of a thread: a pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::linux_objects {

// Value. If a word is missing or is not a 64-bit number, its number is missing.
struct ThreadStat {
  char state = '\0';  // the kernel's letter, '\0': none
  std::optional<std::uint64_t> user_ticks, system_ticks, start_ticks, policy;
  std::optional<std::int64_t> priority;  // 20 + nice; below 0: -1 - real-time priority
  std::optional<std::int64_t> nice;
};

// False if the text has no comm and so is not a stat.
[[nodiscard]] bool parse_thread_stat(std::string_view text, ThreadStat& stat) noexcept;

}  // namespace openperflib::linux_objects
