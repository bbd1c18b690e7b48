// The frequencies of a CPU, from cpufreq, ACPI and /proc/cpuinfo.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/linux/cpu/cpu_file_internal.h"

namespace openperflib::linux_objects {

// "cpu MHz" of a CPU, truncated to an integer, or what is wrong with it.
struct CpuMhz {
  std::uint32_t cpu = 0;
  std::expected<std::uint64_t, Error> mhz;
};

// Reads the CPUs of /proc/cpuinfo that have such a line into `cpus`, which is cleared first and
// keeps its memory. They ascend, as written by the kernel; any other is skipped. Never fails.
void parse_cpuinfo_mhz(std::string_view text, std::vector<CpuMhz>& cpus);

// The values derived from the frequencies of a CPU.
struct CpuSpeed {
  Reading frequency_mhz;       // nominal: Processor Frequency
  Reading percent_of_maximum;  // now
  Reading percent_limit;       // limit for the kernel
  Reading performance;         // now, in percent of nominal; may exceed 100
};

// Resource: the files of one CPU.
class CpuSpeedFiles {
 public:
  explicit CpuSpeedFiles(std::uint32_t cpu);
  // `cpuinfo` provides the nominal frequency if sysfs does not.
  template <typename Cpuinfo>
  void read(CollectContext& context, Cpuinfo cpuinfo, CpuSpeed& speed);
  void release(ProcRoot& root) noexcept;

 private:
  [[nodiscard]] std::uint64_t read_nominal_mhz(CollectContext& context);

  CpuFile base_khz_;
  CpuFile nominal_mhz_;
  CpuFile now_khz_;
  CpuFile limit_khz_;
  CpuFile maximum_khz_;
};

// The speeds of all CPUs, read once per collection.
class CpuSpeeds {
 public:
  void read(CollectContext& context);
  // The speed of stat.cpus[position].
  [[nodiscard]] const CpuSpeed& speed(std::size_t position) const { return speeds_[position]; }

 private:
  void follow_cpus(CollectContext& context);
  [[nodiscard]] Reading cpuinfo_mhz(CollectContext& context, std::uint32_t cpu);
  void ensure_cpuinfo_read(CollectContext& context);

  std::vector<CpuSpeedFiles> files_;
  std::vector<CpuSpeed> speeds_;
  KeptFile cpuinfo_{"proc/cpuinfo"};
  std::vector<CpuMhz> cpuinfo_cpus_;
  ReasonId cpuinfo_failure_ = Reasons::kPresent;
  std::uint64_t cpuinfo_collection_ = ~0ULL;
  std::uint64_t cpu_set_number_ = 0;
};

}  // namespace openperflib::linux_objects
