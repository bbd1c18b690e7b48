#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"
#include "openperflib/linux/cpu/cpu_speed_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr Field kBaseFrequency{"cpufreq", "base_frequency"};
constexpr Field kNominal{"acpi_cppc", "nominal_freq"};
constexpr Field kNow{"cpufreq", "scaling_cur_freq"};
constexpr Field kLimit{"cpufreq", "scaling_max_freq"};
constexpr Field kMaximum{"cpufreq", "cpuinfo_max_freq"};
constexpr Field kMhz{"processor", "cpu MHz"};
constexpr std::uint64_t kKhzPerMhz = 1'000;

// "cpu MHz\t\t: 799.998": the key, and the value with its offset.
struct CpuinfoLine {
  std::string_view key;
  Word value;
};

CpuinfoLine split(std::string_view line, std::size_t offset) noexcept {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  Words value(line.substr(colon + 1), offset + colon + 1);
  return {trimmed(line.substr(0, colon)), value.next_word()};
}

// "799.998" is 799.
std::expected<std::uint64_t, Error> parse_mhz(const Word& word) noexcept {
  const std::size_t point = std::min(word.text.find('.'), word.text.size());
  const std::string_view fraction = word.text.substr(std::min(point + 1, word.text.size()));
  if (fraction.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::unexpected(Error{Errc::not_a_number, 0, &kMhz, word.offset});
  }
  return cpu_number({word.text.substr(0, point), word.offset}, kMhz);
}

std::string cpu_path(std::uint32_t cpu, const Field& field) {
  return fmt::format("sys/devices/system/cpu/cpu{}/{}/{}", cpu, field.structure, field.name);
}

CpuFile cpu_file(std::uint32_t cpu, const Field& field) {
  return CpuFile(cpu_path(cpu, field), field);
}

// floor(100 x part / whole); no number if the whole is unknown or 0.
Reading percent(CollectContext& context, const Reading& part, const Reading& whole) {
  if (!part.has_value()) return part;
  if (!whole.has_value()) return whole;
  const auto hundredfold = checked_mul<std::uint64_t>(*part, 100);
  if (*whole != 0 && hundredfold.has_value()) return *hundredfold / *whole;
  return std::unexpected(context.reasons.add("a frequency of 0 or above 2^64-1: cpufreq",
                                             MissingReason::out_of_range));
}

// floor(kHz / 10 / MHz) is percent.
Reading performance(const Reading& now_khz, const Reading& nominal_mhz) noexcept {
  if (!now_khz.has_value()) return now_khz;
  if (!nominal_mhz.has_value()) return nominal_mhz;
  return *now_khz / 10 / *nominal_mhz;
}

}  // namespace

void parse_cpuinfo_mhz(std::string_view text, std::vector<CpuMhz>& cpus) {
  cpus.clear();
  std::optional<std::uint32_t> cpu;
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const CpuinfoLine parts = split(line, lines.offset());
    if (parts.key == "processor") cpu = numbered_name(parts.value.text, "");
    if (parts.key != "cpu MHz" || !cpu.has_value()) continue;
    if (cpus.empty() || *cpu > cpus.back().cpu) cpus.push_back({*cpu, parse_mhz(parts.value)});
  }
}

CpuSpeedFiles::CpuSpeedFiles(std::uint32_t cpu)
    : base_khz_(cpu_file(cpu, kBaseFrequency)),
      nominal_mhz_(cpu_file(cpu, kNominal)),
      now_khz_(cpu_file(cpu, kNow)),
      limit_khz_(cpu_file(cpu, kLimit)),
      maximum_khz_(cpu_file(cpu, kMaximum)) {}

// In MHz; 0 if sysfs does not have it (firmware that does not know it also writes 0).
std::uint64_t CpuSpeedFiles::read_nominal_mhz(CollectContext& context) {
  const std::uint64_t base_mhz = base_khz_.read(context).value_or(0) / kKhzPerMhz;
  return base_mhz != 0 ? base_mhz : nominal_mhz_.read(context).value_or(0);
}

template <typename Cpuinfo>
void CpuSpeedFiles::read(CollectContext& context, Cpuinfo cpuinfo, CpuSpeed& speed) {
  const std::uint64_t nominal_mhz = read_nominal_mhz(context);
  speed.frequency_mhz = nominal_mhz != 0 ? Reading(nominal_mhz) : cpuinfo();
  const Reading now = now_khz_.read(context);
  const Reading maximum = maximum_khz_.read(context);
  speed.percent_of_maximum = percent(context, now, maximum);
  speed.percent_limit = percent(context, limit_khz_.read(context), maximum);
  speed.performance = performance(now, speed.frequency_mhz);
}

void CpuSpeedFiles::release(ProcRoot& root) noexcept {
  for (CpuFile* file : {&base_khz_, &nominal_mhz_, &now_khz_, &limit_khz_, &maximum_khz_}) {
    file->release(root);
  }
}

void CpuSpeeds::follow_cpus(CollectContext& context) {
  const StatFile& stat = context.stat;
  if (cpu_set_number_ == stat.cpu_set_number) return;
  cpu_set_number_ = stat.cpu_set_number;
  for (CpuSpeedFiles& files : files_) files.release(context.root);
  files_.clear();
  for (const CpuTicks& ticks : stat.cpus) files_.emplace_back(ticks.cpu);
  speeds_.resize(files_.size());
}

// Reading this file makes the kernel query every CPU for its frequency, so it is read only if
// needed.
void CpuSpeeds::ensure_cpuinfo_read(CollectContext& context) {
  if (cpuinfo_collection_ == context.number) return;
  cpuinfo_collection_ = context.number;
  const auto text = context.root.read(cpuinfo_, context.buffer);
  cpuinfo_failure_ =
      text.has_value() ? Reasons::kPresent : file_reason(context, cpuinfo_.path(), text.error());
  parse_cpuinfo_mhz(text.value_or(std::string_view()), cpuinfo_cpus_);
}

Reading CpuSpeeds::cpuinfo_mhz(CollectContext& context, std::uint32_t cpu) {
  ensure_cpuinfo_read(context);
  if (cpuinfo_failure_ != Reasons::kPresent) return std::unexpected(cpuinfo_failure_);
  const auto found = std::ranges::lower_bound(cpuinfo_cpus_, cpu, {}, &CpuMhz::cpu);
  const bool is_there = found != cpuinfo_cpus_.end() && found->cpu == cpu;
  if (is_there && !found->mhz.has_value()) {
    return std::unexpected(file_reason(context, cpuinfo_.path(), found->mhz.error()));
  }
  if (is_there && *found->mhz != 0) return *found->mhz;
  return std::unexpected(context.reasons.add_lacking(cpuinfo_.path(), "cpu MHz of this CPU"));
}

void CpuSpeeds::read(CollectContext& context) {
  follow_cpus(context);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::uint32_t cpu = context.stat.cpus[i].cpu;
    files_[i].read(context, [&] { return cpuinfo_mhz(context, cpu); }, speeds_[i]);
  }
}

}  // namespace openperflib::linux_objects
