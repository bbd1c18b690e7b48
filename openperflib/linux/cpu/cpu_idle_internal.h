// The idle states of a CPU (sys/devices/system/cpu/cpuN/cpuidle), grouped as on Windows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/cpu/cpu_file_internal.h"

namespace openperflib::linux_objects {

// The class of Windows for a state of Linux.
enum class IdleClass : std::uint8_t { c1, c2, c3, uncounted };
inline constexpr std::size_t kIdleClassCount = 3;

// C number = the first C<digits> of the name (C1E, NHM-C3), at most 3; POLL, snooze and C0 do not
// count; a name without a number (WFI, haltpoll idle, cpu-sleep-0) is C1 if it is the first state
// that counts, else C3.
[[nodiscard]] IdleClass idle_class(std::string_view name, bool is_first_that_counts) noexcept;

// Sums over states, or the reasons why they are missing.
struct IdleSums {
  std::array<Reading, kIdleClassCount> time_us;  // by IdleClass
  std::array<Reading, kIdleClassCount> usage;
  Reading all_time_us;  // of every state, including POLL and C0: all are idle
  Reading all_usage;
};

// Resource: the files of one CPU's states, looked up once.
class CpuIdle {
 public:
  // Looks up the states of a CPU and reads their names.
  CpuIdle(CollectContext& context, std::uint32_t cpu);
  void read(CollectContext& context, IdleSums& sums);
  void release(ProcRoot& root) noexcept;

 private:
  struct State {
    IdleClass idle_class;
    CpuFile time;
    CpuFile usage;
  };

  std::string folder_;
  std::vector<State> states_;  // by number
  int absent_ = 0;             // errno if the CPU has no such folder
};

}  // namespace openperflib::linux_objects
