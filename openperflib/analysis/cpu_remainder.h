// CpuRemainder: processor time that none of the processes in the readings accounts for.
//
// Source: docs/adr/0039-short-lives-are-seen.md.
#pragma once

#include <limits>
#include <string_view>

namespace openperflib {

// The counters that it is made of. Process V2 has the processes of Process, under names with ids.
inline constexpr std::string_view kTimeOfProcesses = "\\Process(*)\\% Processor Time";
inline constexpr std::string_view kTimeOfProcessesV2 = "\\Process V2(*)\\% Processor Time";
inline constexpr std::string_view kTimeOfProcessors = "\\Processor(*)\\% Processor Time";
inline constexpr std::string_view kForksPerSecond = "\\Linux System\\Forks/sec";

// Value: averages of one interval, in percent of one processor, as the counters of processes are.
struct CpuRemainder {
  double used = 0;          // by all processors
  double by_processes = 0;  // by those that the readings have
  double forks_per_second = std::numeric_limits<double>::quiet_NaN();  // NaN: not known

  // Returns the rest: processes that began and ended within the interval or ended in it, and
  // interrupts. Never below 0: the times of processes are rounded to the ticks of the system.
  [[nodiscard]] double rest() const noexcept {
    return used > by_processes ? used - by_processes : 0;
  }
  // Returns whether the rest is worth a line: more than rounding explains, and a tenth of all.
  [[nodiscard]] bool is_notable() const noexcept {
    constexpr double kLeast = 5;
    constexpr double kLeastShare = 0.1;
    return rest() >= kLeast && rest() > kLeastShare * used;
  }
  bool operator==(const CpuRemainder&) const = default;
};

}  // namespace openperflib
