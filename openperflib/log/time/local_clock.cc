#include "openperflib/log/time/local_clock.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/log/time/windows_zone_rules.h"

namespace openperflib {
namespace {

FileTime added(FileTime time_local, int bias_minutes) noexcept {
  return checked_add(time_local, bias_minutes * (60 * kTicksPerSecond)).value_or(time_local);
}

// 0 if 64 bits do not hold it: the times of a damaged log may be any number.
FileTime time_between(FileTime later, FileTime earlier) noexcept {
  return checked_sub(later, earlier).value_or(0);
}

// "CET", "UTC+01:00": letters and digits of an offset that stays.
bool is_fixed_offset(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == ':';
  });
}

}  // namespace

LocalClock::LocalClock(std::string zone_name, std::optional<int> bias_minutes)
    : zone_name_(std::move(zone_name)), bias_minutes_(bias_minutes.value_or(0)) {
  if (bias_minutes.has_value() && !is_fixed_offset(zone_name_)) kind_ = Kind::by_jumps;
}

LocalClock::LocalClock(const TimeZoneRules& rules) : kind_(Kind::by_rules), rules_(rules) {}

void LocalClock::find_rules(FileTime time_local) noexcept {
  if (zone_name_.empty()) return;
  const std::uint16_t year = system_time_from(time_local).year;
  if (std::exchange(rules_year_, year) == year) return;
  rules_ = rules_of_windows_zone(zone_name_, year);
  if (!rules_.has_value()) kind_ = Kind::by_jumps;
}

// Of a time that the clock shows twice, as standard time: the bias then.
std::optional<int> LocalClock::second_bias(FileTime time_local, int bias) const noexcept {
  const auto later = rules_->bias_at(added(time_local, kDaylightMinutes));
  if (!later.has_value() || *later - bias != kDaylightMinutes) return std::nullopt;
  return *later;
}

// In the hour that comes twice it is standard time where daylight time would go back.
int LocalClock::bias_by_rules(FileTime time_local) const noexcept {
  const auto bias = rules_->bias_at(time_local);
  if (!bias.has_value()) return bias_minutes_;
  const bool would_go_back = before_local_.has_value() && added(time_local, *bias) <= before_utc_;
  return would_go_back ? second_bias(time_local, *bias).value_or(*bias) : *bias;
}

// The header's bias is in force: where the rules say another one, they are not those of the
// machine.
bool LocalClock::rules_hold(FileTime time_local) const noexcept {
  if (!rules_.has_value()) return false;
  const auto bias = rules_->bias_at(time_local);
  return bias.has_value() &&
         (*bias == bias_minutes_ || second_bias(time_local, *bias) == bias_minutes_);
}

bool LocalClock::is_end_of_daylight(FileTime time_local) const noexcept {
  if (!before_local_.has_value() || interval_ <= 0) return false;
  // If an hour came twice.
  const FileTime step = added(time_between(time_local, *before_local_), kDaylightMinutes);
  const FileTime slack = std::max<FileTime>(2 * kTicksPerSecond, interval_ / 2);
  return step > 0 && step - interval_ <= slack && interval_ - step <= slack;
}

int LocalClock::next_bias(FileTime time_local) noexcept {
  if (kind_ == Kind::by_jumps && !before_local_.has_value()) {
    find_rules(time_local);
    if (rules_hold(time_local)) kind_ = Kind::by_rules;
    return bias_minutes_;
  }
  if (kind_ == Kind::by_rules) find_rules(time_local);
  if (kind_ == Kind::by_rules) return bias_by_rules(time_local);
  if (kind_ != Kind::by_jumps || has_jumped_ || !is_end_of_daylight(time_local)) {
    return bias_minutes_;
  }
  has_jumped_ = true;
  return bias_minutes_ + kDaylightMinutes;
}

FileTime LocalClock::to_utc(FileTime time_local) noexcept {
  bias_minutes_ = next_bias(time_local);
  const FileTime time_utc = added(time_local, bias_minutes_);
  if (before_local_.has_value()) interval_ = time_between(time_utc, before_utc_);
  before_local_ = time_local;
  before_utc_ = time_utc;
  return time_utc;
}

}  // namespace openperflib
