// The counters of a CPU that this process sums up itself: its performance and utility.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/linux/cpu/cpu_file_internal.h"
#include "openperflib/linux/cpu/cpu_speed_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"

namespace openperflib::linux_objects {

// A sum that starts at 0 and grows in each collection by (elapsed ms) x percent. Process-private.
class WeightedTime {
 public:
  // `time_ms` is a running total, so that a failed reading is made up for in the next collection.
  [[nodiscard]] Reading grow(CollectContext& context, const Reading& time_ms,
                             const Reading& percent);

 private:
  std::optional<std::uint64_t> last_ms_;
  std::uint64_t sum_ = 0;
};

// The numerators of % Processor Performance, % Processor Utility and % Privileged Utility of a CPU.
struct ProcessorUtility {
  Reading performance;
  Reading utility;
  Reading privileged;
};

class ProcessorUtilities {
 public:
  // Call once per collection, after StatFile and `speeds` have been read.
  void grow(CollectContext& context, const CpuSpeeds& speeds);
  // Returns the readings of stat.cpus[position].
  [[nodiscard]] const ProcessorUtility& utility(std::size_t position) const {
    return cpus_[position].readings;
  }

 private:
  struct Cpu {
    std::uint32_t cpu = 0;
    WeightedTime up;
    WeightedTime busy;
    WeightedTime privileged;
    ProcessorUtility readings;
  };

  void follow_cpus(const StatFile& stat);

  std::vector<Cpu> cpus_;
  std::uint64_t cpu_set_number_ = 0;
};

// Tells whether a CPU was throttled since the last collection of this process.
class ThrottleCounts {
 public:
  // `earlier`: the counts of the same CPU before the set of CPUs changed, or nullptr.
  ThrottleCounts(std::uint32_t cpu, const ThrottleCounts* earlier);
  [[nodiscard]] std::uint32_t cpu() const noexcept { return cpu_; }
  // 1 or 0; or a reason: first collection, or why neither count can be read.
  [[nodiscard]] Reading rose(CollectContext& context);
  void release(ProcRoot& root) noexcept;

 private:
  struct Count {
    Reading rose(CollectContext& context);
    CpuFile file;
    std::optional<std::uint64_t> last;
  };
  std::uint32_t cpu_;
  Count core_;
  Count package_;
};

// Milliseconds since boot at the instant of the collection.
[[nodiscard]] Reading milliseconds_since_boot(CollectContext& context);

}  // namespace openperflib::linux_objects
