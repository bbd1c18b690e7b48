// Parser for the text of /proc/stat: a pure function.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// The numbers of a cpuN line in order, as bits of a set.
enum TickField : std::uint16_t {
  kUserTicks = 1,
  kNiceTicks = 2,
  kSystemTicks = 4,
  kIdleTicks = 8,
  kIowaitTicks = 16,
  kIrqTicks = 32,
  kSoftirqTicks = 64,
  kStealTicks = 128,
  kGuestTicks = 256,
  kGuestNiceTicks = 512,
  // The busy times of a CPU. user and nice include the guest times; iowait is idle time.
  kBusyTicks = kUserTicks | kNiceTicks | kSystemTicks | kIrqTicks | kSoftirqTicks | kStealTicks,
};
inline constexpr std::size_t kTickFieldCount = 10;

// The ticks of one cpuN line, in USER_HZ. user and nice include the guest times. steal and the
// guest times are 0 if the line lacks them (old kernels); StatFile keeps a field that decreases, as
// iowait does, at its last value.
struct CpuTicks {
  std::uint32_t cpu = 0;  // N
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0,
                steal = 0, guest = 0, guest_nice = 0;
  std::uint16_t unreadable = 0;  // TickFields whose word is not a number and that have no value
  // user + nice + system + irq + softirq + steal.
  [[nodiscard]] std::uint64_t busy() const noexcept { return sum(kBusyTicks); }
  // The sum of a set of TickFields, or 2^64-1 if it does not fit.
  [[nodiscard]] std::uint64_t sum(std::uint16_t fields) const noexcept;
  bool operator==(const CpuTicks&) const = default;
};

// The members in the order of the line: bit i of TickField belongs to member i.
inline constexpr std::array<std::uint64_t CpuTicks::*, kTickFieldCount> kTickMembers = {
    &CpuTicks::user,   &CpuTicks::nice,      &CpuTicks::system,  &CpuTicks::idle,
    &CpuTicks::iowait, &CpuTicks::irq,       &CpuTicks::softirq, &CpuTicks::steal,
    &CpuTicks::guest,  &CpuTicks::guest_nice};

// A word of a cpuN line that is not a number.
struct TickFault {
  std::uint32_t cpu = 0;
  std::uint16_t field = 0;  // one TickField
  Error error{};
};

// The lines with a single number.
enum class StatNumber : std::uint8_t {
  interrupts,
  context_switches,
  boot_time,
  processes_running,
  processes_blocked,
  forks,
};
inline constexpr std::size_t kStatNumberCount = 6;

// Value, reused: parse_stat keeps its memory.
struct StatText {
  std::vector<CpuTicks> cpus;  // ascending by CPU
  std::vector<TickFault> tick_faults;
  std::array<std::expected<std::uint64_t, Error>, kStatNumberCount> numbers;  // by StatNumber
};

// Never fails: an unreadable number is an error of that number only. Other lines are skipped, as
// are cpuN lines whose N is not a number, above kHighestCpu, or not above the previous one: the
// kernel writes them in ascending order.
void parse_stat(std::string_view text, StatText& stat);

}  // namespace openperflib::linux_objects
