#include <algorithm>

#include "openperflib/base/checked.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/linux/cpu/cpu_file_internal.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kOnlineCpus = "sys/devices/system/cpu/online";
constexpr const char* kCpuFolders = "sys/devices/system/cpu";
constexpr Field kCpuLine{"line", "cpuN"};
// Seconds by which btime may differ within a boot unless the clock was set manually.
constexpr std::uint64_t kLongestBootSlip = 1;

// floor(ticks x 10^7 / user_hz); nullopt from 2^64.
std::optional<std::uint64_t> ticks_to_100ns(std::uint64_t ticks, std::uint32_t user_hz) noexcept {
  constexpr auto kPerSecond = static_cast<std::uint64_t>(kTicksPerSecond);
  const auto seconds = checked_mul(ticks / user_hz, kPerSecond);
  if (!seconds.has_value()) return std::nullopt;
  return checked_add(*seconds, ticks % user_hz * kPerSecond / user_hz);
}

// `now`, with each field at least as large as before; an unreadable field keeps its previous value.
CpuTicks held(CpuTicks& now, const CpuTicks& before) noexcept {
  CpuTicks remembered = now;
  for (std::size_t i = 0; i < kTickFieldCount; ++i) {
    const auto member = kTickMembers[i];
    remembered.*member = std::max(now.*member, before.*member);
    if ((now.unreadable >> i & 1U) == 0) now.*member = remembered.*member;
  }
  return remembered;
}

// Appends the CPUs in `online`: "0-3,8".
bool append_online(CollectContext& context, std::vector<CpuRange>& ranges,
                   std::vector<CpuTicks>& cpus) {
  const auto text = context.root.read(kOnlineCpus, context.buffer);
  if (!text.has_value() || !parse_cpu_list(*text, ranges).has_value()) return false;
  for (const CpuRange& range : ranges) {
    for (std::uint32_t cpu = range.first; cpu <= range.last; ++cpu) {
      cpus.emplace_back().cpu = cpu;
    }
  }
  return !cpus.empty();
}

// Appends the CPUs that have a folder cpuN.
void append_folders(CollectContext& context, std::vector<CpuTicks>& cpus) {
  std::vector<char> names;
  if (!context.root.list(kCpuFolders, names).has_value()) return;
  for (std::size_t at = 0; at < names.size();) {
    const std::string_view name(names.data() + at);
    const auto cpu = numbered_name(name, "cpu");
    if (cpu.has_value() && *cpu <= kHighestCpu) cpus.emplace_back().cpu = *cpu;
    at += name.size() + 1;
  }
  std::ranges::sort(cpus, {}, &CpuTicks::cpu);
}

}  // namespace

void StatFile::forget() {
  failure = Reasons::kPresent;
  has_ticks = false;
  cpus.clear();
  tick_reasons_.clear();
  idle_100ns.clear();
  idle_reasons.clear();
}

void StatFile::take_text(CollectContext& context) {
  const auto text = context.root.read(file, context.buffer);
  parse_stat(text.value_or(std::string_view()), text_);
  has_ticks = !text_.cpus.empty();
  if (!text.has_value()) failure = file_reason(context, file.path(), text.error());
  take_numbers(context);
  if (!has_ticks && text.has_value()) {
    failure = file_reason(context, file.path(), Error{Errc::missing, 0, &kCpuLine, 0});
  }
  cpus.assign(text_.cpus.begin(), text_.cpus.end());
  for (const TickFault& fault : text_.tick_faults) {
    const ReasonId reason = file_reason(context, file.path(), fault.error);
    tick_reasons_.push_back({fault.cpu, fault.field, reason});
  }
}

void StatFile::take_numbers(CollectContext& context) {
  const std::array<std::optional<std::uint64_t>*, kStatNumberCount> places = {
      &interrupts, &context_switches, &boot_time, &processes_running, &processes_blocked, &forks};
  for (std::size_t i = 0; i < kStatNumberCount; ++i) {
    const auto& number = text_.numbers[i];
    places[i]->reset();
    number_reasons_[i] = failure;  // that of the file for now
    if (failure != Reasons::kPresent) continue;
    if (number.has_value()) {
      *places[i] = *number;
    } else {
      number_reasons_[i] = file_reason(context, file.path(), number.error());
    }
  }
}

// The kernel recalculates btime at each reading as time of day minus time since boot, in whole
// seconds: a step of a few milliseconds (NTP) that crosses a second moves it by one. To keep the
// start times of processes stable, the first btime is kept until a more distant one is read.
void StatFile::hold_boot(const CollectContext& context) noexcept {
  if (!boot_time.has_value()) return;
  const bool same_folder = boot_folder_number_ == context.root.folder_number();
  boot_folder_number_ = context.root.folder_number();
  const auto [least, most] = std::minmax({*boot_time, held_boot_.value_or(*boot_time)});
  if (!same_folder || most - least > kLongestBootSlip) held_boot_.reset();
  if (!held_boot_.has_value()) held_boot_ = boot_time;
  boot_time = held_boot_;
}

void StatFile::take_cpus_of_sysfs(CollectContext& context) {
  if (!append_online(context, online_, cpus)) append_folders(context, cpus);
}

// A CPU without a line is removed: its instance has ended.
void StatFile::hold_ticks() {
  held_.reserve(cpus.size());  // both now, so that the next collection allocates nothing
  held_next_.reserve(cpus.size());
  held_next_.clear();
  auto before = held_.begin();
  for (CpuTicks& now : cpus) {
    while (before != held_.end() && before->ticks.cpu < now.cpu) ++before;
    const bool known = before != held_.end() && before->ticks.cpu == now.cpu;
    HeldCpu& next = held_next_.emplace_back();
    next.ticks = known ? held(now, before->ticks) : now;
    if (known) next.idle_100ns = before->idle_100ns;
  }
  held_.swap(held_next_);
}

ReasonId StatFile::tick_reason(std::uint32_t cpu, std::uint16_t fields) const noexcept {
  auto row = std::ranges::lower_bound(tick_reasons_, cpu, {}, &TickReason::cpu);
  while ((row->field & fields) == 0) ++row;
  return row->reason;
}

StatFile::Time StatFile::time(CollectContext& context, std::size_t position,
                              std::uint16_t fields) const {
  if (!has_ticks) return {0, failure};
  const CpuTicks& ticks = cpus[position];
  if ((ticks.unreadable & fields) != 0) return {0, tick_reason(ticks.cpu, fields)};
  const auto time_100ns = ticks_to_100ns(ticks.sum(fields), context.user_hz);
  if (time_100ns.has_value()) return {*time_100ns, Reasons::kPresent};
  return {0, context.reasons.add("/proc/stat: the time of a CPU is above 2^64-1",
                                 MissingReason::out_of_range)};
}

StatFile::Time StatFile::idle_time(CollectContext& context, std::size_t position) {
  const Time busy = time(context, position, kBusyTicks);
  const auto& since_boot = context.instant.boottime_100ns;
  if (busy.reason != Reasons::kPresent) return busy;
  if (!since_boot.has_value()) return {0, no_boottime_reason(context)};
  const auto up = static_cast<std::uint64_t>(std::max<std::int64_t>(*since_boot, 0));
  std::optional<std::uint64_t>& held_idle = held_[position].idle_100ns;
  held_idle = std::max(up - std::min(up, busy.time_100ns), held_idle.value_or(0));
  return {*held_idle, Reasons::kPresent};
}

void StatFile::compute_idle(CollectContext& context) {
  const bool told = has_ticks && context.instant.boottime_100ns.has_value();
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    const Time idle = idle_time(context, i);
    idle_reasons.push_back(idle.reason);
    if (told) idle_100ns.push_back(idle.time_100ns);
  }
}

void StatFile::note_cpu_set(CollectContext& context) {
  const bool same_folder = folder_number_ == context.root.folder_number();
  if (same_folder && std::ranges::equal(cpus, cpu_set_, {}, &CpuTicks::cpu)) return;
  folder_number_ = context.root.folder_number();
  cpu_set_.clear();
  for (const CpuTicks& ticks : cpus) cpu_set_.push_back(ticks.cpu);
  ++cpu_set_number;
}

void StatFile::ensure_read(CollectContext& context) {
  if (collection_number == context.number) return;
  collection_number = context.number;
  forget();
  take_text(context);
  hold_boot(context);
  if (has_ticks) {
    hold_ticks();
  } else {
    take_cpus_of_sysfs(context);
  }
  compute_idle(context);
  note_cpu_set(context);
}

}  // namespace openperflib::linux_objects
