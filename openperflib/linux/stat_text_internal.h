// The text of /proc/stat, taken apart. A pure function: bytes in, numbers and faults out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"

namespace openperflib::linux_objects {

// The numbers of a cpuN line in their order; bits of a set of them.
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
  // What keeps a CPU out of its idle thread. Guest times are inside user and nice; iowait is idle.
  kBusyTicks = kUserTicks | kNiceTicks | kSystemTicks | kIrqTicks | kSoftirqTicks | kStealTicks,
};
inline constexpr std::size_t kTickFieldCount = 10;

// Ticks of one cpuN line, in USER_HZ. guest times are inside user and nice. Of the fields, steal
// and the guest ones are 0 where the line lacks them (old kernels); in StatFile, one that goes
// backwards is held at its last value (iowait does).
struct CpuTicks {
  std::uint32_t cpu = 0;  // N
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0,
                steal = 0, guest = 0, guest_nice = 0;
  std::uint16_t unreadable = 0;  // TickFields whose word is no number: they have no value
  // user + nice + system + irq + softirq + steal: what keeps a CPU out of its idle thread.
  [[nodiscard]] std::uint64_t busy() const noexcept { return sum(kBusyTicks); }
  // The sum of a set of TickFields; 2^64-1 where it does not fit.
  [[nodiscard]] std::uint64_t sum(std::uint16_t fields) const noexcept;
  bool operator==(const CpuTicks&) const = default;
};

// The members in the order of the line: bit i of TickField is member i.
inline constexpr std::array<std::uint64_t CpuTicks::*, kTickFieldCount> kTickMembers = {
    &CpuTicks::user,   &CpuTicks::nice,      &CpuTicks::system,  &CpuTicks::idle,
    &CpuTicks::iowait, &CpuTicks::irq,       &CpuTicks::softirq, &CpuTicks::steal,
    &CpuTicks::guest,  &CpuTicks::guest_nice};

// A word of a cpuN line that is no number.
struct TickFault {
  std::uint32_t cpu = 0;
  std::uint16_t field = 0;  // one TickField
  Error error{};
};

// The lines with one number of their own.
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

// Never fails: what cannot be read is a fault of its own number. A line of another kind is skipped,
// and so is a cpuN line whose N is no number, above kHighestCpu, or not above that of the line
// before: the kernel writes them ascending.
void parse_stat(std::string_view text, StatText& stat);

}  // namespace openperflib::linux_objects
