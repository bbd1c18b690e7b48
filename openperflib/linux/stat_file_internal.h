// /proc/stat, read and parsed once a collection: System, Processor and the Idle process share it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/linux/object_table_internal.h"
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

struct Collection;

// Ticks of one cpuN line, in USER_HZ. guest times are inside user and nice. A field that the line
// lacks (old kernels) is 0; a field that goes backwards is held at its last value (iowait does).
struct CpuTicks {
  std::uint32_t cpu = 0;  // N
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0,
                guest = 0, guest_nice = 0;
  // user + nice + system + irq + softirq + steal: what keeps a CPU out of its idle thread.
  [[nodiscard]] std::uint64_t busy() const noexcept;
};

// Kept between collections, which is how it knows what must not fall.
struct StatFile {
  // Reads the file, once a collection; the fields below are then of this collection.
  void ensure_read(Collection& collection);

  ReasonId failure = Reasons::kPresent;  // why nothing could be read, else kPresent
  std::vector<CpuTicks> cpus;            // by number; without the file: the CPUs sysfs names, ticks 0
  bool has_ticks = false;                // false: cpus come from sysfs
  std::optional<std::uint64_t> interrupts;    // first number of `intr`
  std::optional<std::uint64_t> context_switches;  // ctxt
  std::optional<std::uint64_t> boot_time;     // btime, seconds since 1970
  std::optional<std::uint64_t> processes_running;
  // Idle raw of each CPU, in 100 ns: time since boot minus busy, never falling within this process
  // (docs/objects.md, section 5); empty where the instant has no time since boot.
  std::vector<std::uint64_t> idle_100ns;
  KeptFile file{"proc/stat"};
  std::uint64_t collection_number = ~0ULL;
};

}  // namespace openperflib::linux_objects
