#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/cpu_set_internal.h"
#include "openperflib/linux/cpu/processor_utility_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::uint64_t k100nsPerMillisecond = 10'000;
constexpr std::uint16_t kPrivilegedTicks = kSystemTicks | kIrqTicks | kSoftirqTicks;
constexpr Field kCoreCount{"thermal_throttle", "core_throttle_count"};
constexpr Field kPackageCount{"thermal_throttle", "package_throttle_count"};

Reading milliseconds(const StatFile::Time& time) noexcept {
  if (time.reason != Reasons::kPresent) return std::unexpected(time.reason);
  return time.time_100ns / k100nsPerMillisecond;
}

CpuFile throttle_file(std::uint32_t cpu, const Field& field) {
  return CpuFile(
      fmt::format("sys/devices/system/cpu/cpu{}/{}/{}", cpu, field.structure, field.name), field);
}

}  // namespace

Reading milliseconds_since_boot(CollectContext& context) {
  const auto& since_boot = context.instant.boottime_100ns;
  if (!since_boot.has_value()) return std::unexpected(no_boottime_reason(context));
  const auto up_100ns = static_cast<std::uint64_t>(std::max<std::int64_t>(*since_boot, 0));
  return up_100ns / k100nsPerMillisecond;
}

Reading WeightedTime::grow(CollectContext& context, const Reading& time_ms,
                           const Reading& percent) {
  if (!time_ms.has_value()) return time_ms;
  if (!percent.has_value()) return percent;
  const std::uint64_t last_ms = std::min(last_ms_.value_or(*time_ms), *time_ms);
  const auto grown = checked_mul(*time_ms - last_ms, *percent);
  const auto sum = grown.has_value() ? checked_add(sum_, *grown) : std::nullopt;
  if (!sum.has_value()) {
    return std::unexpected(
        context.reasons.add("a frequency is too high: cpufreq", MissingReason::out_of_range));
  }
  last_ms_ = *time_ms;
  sum_ = *sum;
  return sum_;
}

// A CPU that stays keeps its sums.
void ProcessorUtilities::follow_cpus(const StatFile& stat) {
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  follow_cpu_set(cpus_, stat);
}

void ProcessorUtilities::grow(CollectContext& context, const CpuSpeeds& speeds) {
  const StatFile& stat = context.stat;
  follow_cpus(stat);
  const Reading up = milliseconds_since_boot(context);
  for (std::size_t i = 0; i < cpus_.size(); ++i) {
    Cpu& cpu = cpus_[i];
    // The base of all three is the time since boot; without it, none has a value.
    const Reading percent = up.has_value() ? speeds.speed(i).performance : up;
    const Reading busy = milliseconds(stat.time(context, i, kBusyTicks));
    const Reading privileged = milliseconds(stat.time(context, i, kPrivilegedTicks));
    cpu.readings = {cpu.up.grow(context, up, percent), cpu.busy.grow(context, busy, percent),
                    cpu.privileged.grow(context, privileged, percent)};
  }
}

ThrottleCounts::ThrottleCounts(std::uint32_t cpu, const ThrottleCounts* earlier)
    : cpu_(cpu),
      core_{throttle_file(cpu, kCoreCount), {}},
      package_{throttle_file(cpu, kPackageCount), {}} {
  if (earlier == nullptr) return;
  core_.last = earlier->core_.last;
  package_.last = earlier->package_.last;
}

Reading ThrottleCounts::Count::rose(CollectContext& context) {
  const Reading now = file.read(context);
  if (!now.has_value()) return now;
  const std::optional<std::uint64_t> before = std::exchange(last, *now);
  if (!before.has_value()) return std::unexpected(Reasons::kFirstCollection);
  return *now > *before ? 1 : 0;
}

Reading ThrottleCounts::rose(CollectContext& context) {
  const Reading core = core_.rose(context);
  const Reading package = package_.rose(context);
  if (core.has_value() && package.has_value()) return *core | *package;
  if (core.has_value()) return core;
  if (package.has_value()) return package;
  return package.error() == Reasons::kFirstCollection ? package : core;
}

void ThrottleCounts::release(ProcRoot& root) noexcept {
  core_.file.release(root);
  package_.file.release(root);
}

}  // namespace openperflib::linux_objects
