// What the rows of processes and those of threads are made of alike.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/linux/cell_internal.h"
#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/ended_totals_internal.h"

namespace openperflib::linux_objects {

// btime of /proc/stat as FILETIME; missing too where the collection has no time: a start says
// nothing then. After stat.ensure_read.
[[nodiscard]] Cell boot_of(Collection& collection);

// Whether this collection is of the same boot as the one of which `boot_time` is, in seconds; that
// becomes this one's.
[[nodiscard]] Boot follow_boot(const Collection& collection,
                               std::optional<std::uint64_t>& boot_time) noexcept;

// Value. How long a tick of USER_HZ is.
class TickLength {
 public:
  explicit TickLength(std::uint32_t user_hz) noexcept;
  // floor(ticks x 10^7 / USER_HZ); nothing above 2^64-1.
  [[nodiscard]] std::optional<std::uint64_t> as_100ns(std::uint64_t ticks) const noexcept;

 private:
  std::uint32_t user_hz_;
  std::uint64_t whole_;  // units of 100 ns a tick; 0: no whole number of them
};

// Windows' base priority of a real-time policy, and of the class that a nice value comes nearest
// to.
inline constexpr std::uint64_t kRealTimeBase = 24;
[[nodiscard]] bool is_real_time(std::uint64_t policy) noexcept;
[[nodiscard]] std::uint64_t base_of_nice(std::int64_t nice) noexcept;

}  // namespace openperflib::linux_objects
