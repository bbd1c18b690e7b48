// Shared by the rows of processes and those of threads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/linux/process/ended_totals_internal.h"
#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/linux/process/process_text_internal.h"
#include "openperflib/linux/table/cell_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// Returns the key of a process or thread, which identifies it across collections of this machine,
// whatever its clock is set to. Below a folder it is 0, none: the next collection may be of another
// boot, in which ids and ticks are reassigned. There, readers identify processes by the start times
// in the block.
[[nodiscard]] std::uint64_t instance_key(const CollectContext& context,
                                         std::optional<std::uint64_t> start_ticks,
                                         std::uint32_t id) noexcept;

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

// ProcessCells: what the files of processes or threads say, as cells, and why a number is missing.
// Refers to the context of one collection, whose scratch it uses.
class ProcessCells {
 public:
  // Call after stat.ensure_read. `folder`: the place of the files, as in reasons: "proc/PID/".
  ProcessCells(CollectContext& context, std::string_view folder);

  [[nodiscard]] Cell lacking(std::string_view file, std::string_view word);
  [[nodiscard]] Cell too_large(std::string_view file);

  // Returns a number of a process as its file has it.
  [[nodiscard]] Cell number_of(const Process& process, ProcessNumber number) {
    const ReasonId reason = process.reason(file_of(number));
    if (reason != Reasons::kPresent) return missing(reason);
    const auto value = process.numbers.get(number);
    return value.has_value() ? Cell{*value} : unusable(number);
  }
  // Returns the start of a process as FILETIME.
  [[nodiscard]] Cell start_of(const Process& process);

  // Returns a time of stat in units of 100 ns; nullopt: stat has no such word.
  [[nodiscard]] Cell time_of(std::optional<std::uint64_t> ticks, std::string_view word);
  // Returns a start as FILETIME, from the ticks since boot.
  [[nodiscard]] Cell start_at(std::optional<std::uint64_t> ticks);

  // btime of /proc/stat as FILETIME; also missing if the collection has no time, because a start
  // time is then useless.
  [[nodiscard]] Cell boot() const noexcept { return boot_; }
  [[nodiscard]] const TickLength& ticks() const noexcept { return ticks_; }

 private:
  [[nodiscard]] Cell unusable(ProcessNumber number);

  CollectContext& context_;
  std::string_view folder_;
  TickLength ticks_;
  Cell boot_;
  std::array<ReasonId, kProcessNumberCount> unusable_{};  // kPresent: not created yet
};

// Windows' base priority of a real-time policy, and of the class closest to a nice value.
inline constexpr std::uint64_t kRealTimeBase = 24;
[[nodiscard]] bool is_real_time(std::uint64_t policy) noexcept;
[[nodiscard]] std::uint64_t base_of_nice(std::int64_t nice) noexcept;

}  // namespace openperflib::linux_objects
