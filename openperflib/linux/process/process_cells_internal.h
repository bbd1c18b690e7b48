// Shared by the rows of processes and those of threads.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/linux/process/ended_totals_internal.h"
#include "openperflib/linux/table/cell_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// btime of /proc/stat as FILETIME; also missing if the collection has no time, because a start time
// is then useless. Call after stat.ensure_read.
[[nodiscard]] Cell boot_of(CollectContext& context);

// Whether this collection belongs to the same boot as `boot_time`, in seconds, which is then
// updated.
[[nodiscard]] Boot follow_boot(const CollectContext& context,
                               std::optional<std::uint64_t>& boot_time) noexcept;

// Value. The length of a tick of USER_HZ.
class TickLength {
 public:
  explicit TickLength(std::uint32_t user_hz) noexcept;
  // floor(ticks x 10^7 / USER_HZ); nullopt above 2^64-1.
  [[nodiscard]] std::optional<std::uint64_t> as_100ns(std::uint64_t ticks) const noexcept;

 private:
  std::uint32_t user_hz_;
  std::uint64_t whole_;  // units of 100 ns per tick; 0: not a whole number
};

// Windows' base priority of a real-time policy, and of the class closest to a nice value.
inline constexpr std::uint64_t kRealTimeBase = 24;
[[nodiscard]] bool is_real_time(std::uint64_t policy) noexcept;
[[nodiscard]] std::uint64_t base_of_nice(std::int64_t nice) noexcept;

}  // namespace openperflib::linux_objects
