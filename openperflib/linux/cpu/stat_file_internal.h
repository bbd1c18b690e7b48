// /proc/stat, read and parsed once per collection: System, Processor and the Idle process share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/stat_text_internal.h"
#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

struct CollectContext;
struct ProcessorSources;  // processor_sources_internal.h
struct ProcessorSourcesDeleter {
  void operator()(ProcessorSources* sources) const noexcept;
};

// State of a CPU that keeps its values from decreasing within this process.
struct HeldCpu {
  CpuTicks ticks;
  std::optional<std::uint64_t> idle_100ns;
};

// Kept between collections, so that values that must not decrease can be held.
struct StatFile {
  // Reads the file, once per collection; the fields below are then of this collection.
  void ensure_read(CollectContext& context);

  ReasonId failure = Reasons::kPresent;  // why no CPU has ticks, else kPresent
  std::vector<CpuTicks> cpus;  // by number; without the file, the CPUs in sysfs, with 0 ticks
  bool has_ticks = false;      // false: `cpus` is from sysfs
  std::optional<std::uint64_t> interrupts;        // first number of `intr`
  std::optional<std::uint64_t> context_switches;  // ctxt
  std::optional<std::uint64_t> boot_time;         // btime, seconds since 1970, held
  std::optional<std::uint64_t> processes_running;
  std::optional<std::uint64_t> processes_blocked;  // procs_blocked
  std::optional<std::uint64_t> forks;              // processes: since boot
  // The raw idle time of each CPU, in 100 ns: time since boot minus busy time, never decreasing
  // within this process (docs/objects/processor.md); empty if the time since boot is unknown or no
  // CPU has ticks.
  std::vector<std::uint64_t> idle_100ns;
  // Why the raw idle time of a CPU is invalid, else kPresent; same size as `cpus`.
  std::vector<ReasonId> idle_reasons;
  // Incremented when the set of CPUs changes; state kept per CPU must then be rebuilt.
  std::uint64_t cpu_set_number = 0;
  KeptFile file{"proc/stat", FileEnd::short_read};  // written in one piece
  std::uint64_t collection_number = ~0ULL;

  // Why one of the numbers above is missing, else kPresent.
  [[nodiscard]] ReasonId number_reason(StatNumber number) const noexcept {
    return number_reasons_[static_cast<std::size_t>(number)];
  }
  // The ticks of a set of TickFields of cpus[position], in 100 ns, and why they are unknown, else
  // kPresent.
  struct Time {
    std::uint64_t time_100ns = 0;
    ReasonId reason = Reasons::kPresent;
  };
  [[nodiscard]] Time time(CollectContext& context, std::size_t position,
                          std::uint16_t fields) const;

  // What Processor and Processor Information also read, once per collection for both.
  std::unique_ptr<ProcessorSources, ProcessorSourcesDeleter> processor_sources;

 private:
  struct TickReason {
    std::uint32_t cpu;
    std::uint16_t field;
    ReasonId reason;
  };

  void forget();
  void take_text(CollectContext& context);
  void take_numbers(CollectContext& context);
  void take_cpus_of_sysfs(CollectContext& context);
  void hold_ticks();
  void hold_boot(const CollectContext& context) noexcept;
  void compute_idle(CollectContext& context);
  // The reason for a CPU with at least one unreadable field.
  [[nodiscard]] ReasonId tick_reason(std::uint32_t cpu, std::uint16_t fields) const noexcept;
  Time idle_time(CollectContext& context, std::size_t position);
  void note_cpu_set(CollectContext& context);

  StatText text_;
  std::vector<HeldCpu> held_;  // after a read: same size and order as `cpus`
  std::vector<HeldCpu> held_next_;
  std::vector<TickReason> tick_reasons_;
  std::array<ReasonId, kStatNumberCount> number_reasons_{};
  std::vector<CpuRange> online_;
  std::vector<std::uint32_t> cpu_set_;
  std::uint32_t folder_number_ = 0;  // of the root to which the set belongs
  std::optional<std::uint64_t> held_boot_;
  std::uint32_t boot_folder_number_ = 0;  // of the root to which btime belongs
};

}  // namespace openperflib::linux_objects
