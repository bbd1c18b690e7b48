// The counters of a CPU that this process adds up itself: how fast it ran, and what it did with it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/linux/cpu_file_internal.h"
#include "openperflib/linux/cpu_speed_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {

// A sum that grows at each collection by (ms gone by) x percent, from 0. Process-private.
class WeightedTime {
 public:
  // `time_ms` is a running total. What cannot be read now is made up for at the next collection.
  [[nodiscard]] Reading grow(Collection& collection, const Reading& time_ms,
                             const Reading& percent);

 private:
  std::optional<std::uint64_t> last_ms_;
  std::uint64_t sum_ = 0;
};

// Of one CPU: the numerators of % Processor Performance, % Processor Utility, % Privileged Utility.
struct ProcessorUtility {
  Reading performance;
  Reading utility;
  Reading privileged;
};

class ProcessorUtilities {
 public:
  // Once a collection; after StatFile and `speeds` were read.
  void grow(Collection& collection, const CpuSpeeds& speeds);
  // Of stat.cpus[position].
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

// Whether a CPU was throttled since this process's last collection.
class ThrottleCounts {
 public:
  // `earlier`: of the same CPU, before the set of CPUs changed; or nullptr.
  ThrottleCounts(std::uint32_t cpu, const ThrottleCounts* earlier);
  [[nodiscard]] std::uint32_t cpu() const noexcept { return cpu_; }
  // 1 or 0; first collection; why neither count can be read.
  [[nodiscard]] Reading rose(Collection& collection);
  void release(ProcRoot& root) noexcept;

 private:
  struct Count {
    Reading rose(Collection& collection);
    CpuFile file;
    std::optional<std::uint64_t> last;
  };
  std::uint32_t cpu_;
  Count core_;
  Count package_;
};

// Milliseconds since boot, of the collection's instant.
[[nodiscard]] Reading milliseconds_since_boot(Collection& collection);

}  // namespace openperflib::linux_objects
