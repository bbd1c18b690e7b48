// What Processor and Processor Information read besides /proc/stat, once per collection for
// both, and only where a counter that needs it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/linux/cpu/cpu_columns_internal.h"
#include "openperflib/linux/cpu/cpu_file_internal.h"
#include "openperflib/linux/cpu/cpu_idle_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"

namespace openperflib::linux_objects {

// /proc/interrupts or /proc/softirqs: one number per CPU, or why it is missing.
class CpuColumnFile {
 public:
  CpuColumnFile(std::string path, FileEnd end) : file_(std::move(path), end) {}

  void ensure_read(CollectContext& context);
  // Call after ensure_read: the sum of a CPU's column, and the sum of its clock's rows.
  [[nodiscard]] Reading sum(CollectContext& context, std::uint32_t cpu) const;
  [[nodiscard]] Reading clock(CollectContext& context, std::uint32_t cpu) const;

 private:
  [[nodiscard]] std::expected<const CpuColumn*, ReasonId> column(CollectContext& context,
                                                                 std::uint32_t cpu) const;

  KeptFile file_;
  CpuColumns table_;
  ReasonId failure_ = Reasons::kPresent;
  std::uint64_t collection_number_ = ~0ULL;
};

// DPC Rate of each CPU: softirqs per tick of Windows' clock (15.625 ms) between the last two
// collections of this process that requested it.
class DpcRates {
 public:
  void ensure_computed(CollectContext& context, const CpuColumnFile& softirqs);
  // Returns the reading of stat.cpus[position].
  [[nodiscard]] const Reading& rate(std::size_t position) const { return cpus_[position].reading; }

 private:
  struct Cpu {
    std::uint32_t cpu = 0;
    std::uint32_t runs = 0;                  // modulo 2^32, like the kernel's counts
    std::optional<std::int64_t> when_100ns;  // since boot; nullopt: not seen yet
    std::optional<std::uint64_t> rate;
    Reading reading;
  };

  void follow_cpus(const StatFile& stat);
  static Reading advance(CollectContext& context, Cpu& cpu, const Reading& runs);

  std::vector<Cpu> cpus_;
  std::uint64_t cpu_set_number_ = 0;
  std::uint64_t collection_number_ = ~0ULL;
};

// The idle states of each CPU.
class CpuIdles {
 public:
  void ensure_read(CollectContext& context);
  // Returns the sums of stat.cpus[position].
  [[nodiscard]] const IdleSums& sums(std::size_t position) const { return sums_[position]; }

 private:
  void follow_cpus(CollectContext& context);

  std::vector<CpuIdle> cpus_;
  std::vector<IdleSums> sums_;
  std::uint64_t cpu_set_number_ = 0;
  std::uint64_t collection_number_ = ~0ULL;
};

struct ProcessorSources {
  CpuColumnFile interrupts{"proc/interrupts", FileEnd::read_of_nothing};  // one row per piece
  CpuColumnFile softirqs{"proc/softirqs", FileEnd::short_read};
  DpcRates dpc_rates;
  CpuIdles idles;
};

// The sources of this collection's StatFile, created on the first call.
[[nodiscard]] ProcessorSources& processor_sources(CollectContext& context);

}  // namespace openperflib::linux_objects
