#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/process/process_cells_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr auto kPerSecond = static_cast<std::uint64_t>(kTicksPerSecond);

struct PriorityRow {
  std::int64_t highest_nice;
  std::uint8_t base;
};
constexpr auto kPriorities = std::to_array<PriorityRow>({
    {-15, 13},
    {-5, 10},
    {4, 8},
    {14, 6},
    {INT64_MAX, 4},
});
constexpr std::array<std::uint64_t, 3> kRealTimePolicies = {1, 2, 6};  // FIFO, RR, DEADLINE

// Seconds by which the boot times in two folders of one machine may differ (docs/objects.md,
// section 5).
constexpr std::uint64_t kLongestFolderSlip = 2;
constexpr std::string_view kNoTime = "no time of day: no /proc/uptime or no btime";
constexpr unsigned kIdBits = 22;  // a kernel has at most 2^22 ids

// btime has whole seconds, so that all collecting processes agree. A start time is useless without
// the time of the collection, because readers subtract the two.
Cell boot_of(CollectContext& context) {
  const StatFile& stat = context.stat;
  constexpr auto kEpoch = static_cast<std::uint64_t>(kUnixEpochAsFileTime);
  if (!stat.boot_time.has_value()) return missing(stat.number_reason(StatNumber::boot_time));
  if (!context.instant.realtime.has_value())
    return missing(context.reasons.add(kNoTime, MissingReason::no_clock));
  const auto since_1970 = checked_mul(*stat.boot_time, kPerSecond);
  const auto boot = since_1970.has_value() ? checked_add(*since_1970, kEpoch) : std::nullopt;
  if (!boot.has_value())
    return missing(
        context.reasons.add("/proc/stat: btime is not a valid time", MissingReason::unreadable));
  return {*boot};
}

}  // namespace

std::uint64_t instance_key(const CollectContext& context, std::optional<std::uint64_t> start_ticks,
                           std::uint32_t id) noexcept {
  if (!context.root.is_live()) return 0;
  return start_ticks.value_or(0) << kIdBits | id;
}

// A running machine stays in the same boot, whatever its clock is set to; the next folder may be of
// another boot.
Boot follow_boot(const CollectContext& context, std::optional<std::uint64_t>& boot_time) noexcept {
  const std::optional<std::uint64_t> now = context.stat.boot_time;
  const std::optional<std::uint64_t> before = std::exchange(boot_time, now);
  if (context.root.is_live()) return Boot::same;
  if (!now.has_value() || !before.has_value()) return Boot::another;
  const auto [least, most] = std::minmax({*now, *before});
  return most - least > kLongestFolderSlip ? Boot::another : Boot::same;
}

TickLength::TickLength(std::uint32_t user_hz) noexcept
    : user_hz_(user_hz), whole_(kPerSecond % user_hz == 0 ? kPerSecond / user_hz : 0) {}

std::optional<std::uint64_t> TickLength::as_100ns(std::uint64_t ticks) const noexcept {
  if (whole_ != 0) return checked_mul(ticks, whole_);
  const auto seconds = checked_mul(ticks / user_hz_, kPerSecond);
  if (!seconds.has_value()) return std::nullopt;
  return checked_add(*seconds, ticks % user_hz_ * kPerSecond / user_hz_);
}

ProcessCells::ProcessCells(CollectContext& context, std::string_view folder)
    : context_(context), folder_(folder), ticks_(context.user_hz), boot_(boot_of(context)) {}

Cell ProcessCells::lacking(std::string_view file, std::string_view word) {
  context_.scratch.assign(folder_).append(file);
  return missing(context_.reasons.add_lacking(context_.scratch, word));
}

Cell ProcessCells::too_large(std::string_view file) {
  std::string& text = context_.scratch;
  text.assign("/").append(folder_).append(file).append(": a value above 2^64-1");
  return missing(context_.reasons.add(text, MissingReason::out_of_range));
}

Cell ProcessCells::unusable(ProcessNumber number) {
  ReasonId& reason = unusable_[static_cast<std::size_t>(number)];
  if (reason == Reasons::kPresent) {
    reason = lacking(name_of(file_of(number)), name_of(number)).reason;
  }
  return missing(reason);
}

Cell ProcessCells::start_of(const Process& process) {
  const ReasonId reason = process.reason(ProcessFile::stat);
  if (reason != Reasons::kPresent) return missing(reason);
  return start_at(process.numbers.get(ProcessNumber::start_ticks));
}

Cell ProcessCells::time_of(std::optional<std::uint64_t> ticks, std::string_view word) {
  if (!ticks.has_value()) return lacking("stat", word);
  const auto time = ticks_.as_100ns(*ticks);
  return time.has_value() ? Cell{*time} : too_large("stat");
}

Cell ProcessCells::start_at(std::optional<std::uint64_t> ticks) {
  const Cell since_boot = time_of(ticks, name_of(ProcessNumber::start_ticks));
  if (!since_boot.is_present()) return since_boot;
  if (!boot_.is_present()) return boot_;
  const auto start = checked_add(boot_.value, since_boot.value);
  return start.has_value() ? Cell{*start} : too_large("stat");
}

bool is_real_time(std::uint64_t policy) noexcept {
  return std::ranges::count(kRealTimePolicies, policy) != 0;
}

std::uint64_t base_of_nice(std::int64_t nice) noexcept {
  const auto row = std::ranges::find_if(
      kPriorities, [nice](const PriorityRow& r) { return nice <= r.highest_nice; });
  return row->base;
}

}  // namespace openperflib::linux_objects
