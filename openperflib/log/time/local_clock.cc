#include "openperflib/log/time/local_clock.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "openperflib/base/checked.h"
#include "openperflib/log/time/clock_ticks_internal.h"

namespace openperflib {
namespace {

constexpr FileTime kShift = kDaylightMinutes * kTicksAMinute;

FileTime added(FileTime time_local, int bias_minutes) noexcept {
  return checked_add(time_local, bias_minutes * kTicksAMinute).value_or(time_local);
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

// Clocks are changed between nine in the evening and five in the morning, all over the world.
bool has_night(FileTime from_local, FileTime to_local) noexcept {
  constexpr FileTime kHour = 60 * kTicksAMinute;
  const auto first = std::min(from_local, to_local);
  const auto last = std::max(from_local, to_local);
  const auto time_of_day = [](FileTime time) {
    return (time % kTicksADay + kTicksADay) % kTicksADay;
  };
  return time_between(last, first) >= kTicksADay || time_of_day(last) < time_of_day(first) ||
         time_of_day(first) < 5 * kHour || time_of_day(last) >= 21 * kHour;
}

}  // namespace

LocalClock::LocalClock(const std::string& zone_name, std::optional<int> bias_minutes,
                       FileTime interval)
    : bias_minutes_(bias_minutes.value_or(0)), header_bias_(bias_minutes_), interval_(interval) {
  if (!bias_minutes.has_value() || is_fixed_offset(zone_name)) return;
  kind_ = Kind::by_jumps;
  zone_ = find_windows_zone(zone_name);
}

LocalClock::LocalClock(const TimeZoneRules& rules) : kind_(Kind::by_rules), rules_(rules) {}

void LocalClock::find_rules(FileTime time_local) noexcept {
  if (zone_ == nullptr) return;
  const std::uint16_t year = system_time_from(time_local).year;
  if (std::exchange(rules_year_, year) == year) return;
  rules_ = zone_->rules_in(year);
  if (!rules_.has_value()) kind_ = Kind::by_jumps;
}

// Bounded, so that the callers may add and subtract a shift.
FileTime LocalClock::step_to(FileTime time_local, int bias) const noexcept {
  constexpr FileTime kMost = std::numeric_limits<FileTime>::max() / 2;
  return std::clamp(time_between(added(time_local, bias), before_utc_), -kMost, kMost);
}

std::optional<int> LocalClock::second_bias(FileTime time_local, int bias) const noexcept {
  const auto later = rules_->bias_at(added(time_local, kDaylightMinutes));
  if (!later.has_value() || *later - bias != kDaylightMinutes) return std::nullopt;
  return *later;
}

bool LocalClock::is_skipped(FileTime time_local) const noexcept {
  const auto bias = rules_->bias_at(time_local);
  const auto earlier = rules_->bias_at(added(time_local, -kDaylightMinutes));
  return bias.has_value() && earlier.has_value() && *earlier - *bias == kDaylightMinutes;
}

// The header's bias is in force: where the rules say another one, they are not those of the
// machine.
bool LocalClock::rules_hold(FileTime time_local) const noexcept {
  if (!rules_.has_value() || is_skipped(time_local)) return false;
  const auto bias = rules_->bias_at(time_local);
  return bias.has_value() &&
         (*bias == bias_minutes_ || second_bias(time_local, *bias) == bias_minutes_);
}

bool LocalClock::adopts_zone(FileTime time_local, int bias) noexcept {
  const WindowsZone* const zone =
      zone_that_changes(*before_local_, bias_minutes_, time_local, bias);
  if (zone == nullptr) return false;
  zone_ = zone;
  rules_year_ = 0;
  kind_ = Kind::by_rules;
  find_rules(time_local);
  return true;
}

// In the hour that comes twice the clock shows daylight time until it goes back. After a gap it may
// have gone back unseen: then only the interval can tell.
int LocalClock::bias_by_rules(FileTime time_local) noexcept {
  const auto bias = rules_->bias_at(time_local);
  if (!bias.has_value()) return bias_minutes_;
  const FileTime step = step_to(time_local, *bias);
  if (const auto second = second_bias(time_local, *bias)) {
    if (step <= 0) return *second;
    // The first step of a log stands for its interval, where nothing else tells it.
    if (!interval_.is_known() || interval_.fits(step)) return *bias;
    if (interval_.fits(step + kShift)) return *second;
    is_certain_ = false;
    return *bias;
  }
  // The clock went on as if there were no change.
  const bool was_unchanged = *bias != bias_minutes_ && !interval_.fits(step) &&
                             interval_.fits(step_to(time_local, bias_minutes_));
  is_certain_ = !was_unchanged;
  return *bias;
}

// Without rules, the end of daylight time is where the clock goes back by an hour less the
// interval. Any other step that is not one interval is a change only on a day on which a zone with
// this offset has one, and uncertain at night.
int LocalClock::bias_by_jumps(FileTime time_local) noexcept {
  const FileTime step = step_to(time_local, bias_minutes_);
  if (interval_.fits(step)) return bias_minutes_;
  const int ended = bias_minutes_ + kDaylightMinutes;
  const int begun = bias_minutes_ - kDaylightMinutes;
  const bool may_end = step + kShift > 0 && bias_minutes_ <= header_bias_;
  if (may_end && step <= 0) {
    const bool is_long_enough = interval_.may_be_gap(step + kShift);
    if (is_long_enough && adopts_zone(time_local, ended)) return ended;
    if (interval_.fits(step + kShift)) return ended;
  } else if (may_end && interval_.is_confirmed() && interval_.fits(step + kShift)) {
    if (adopts_zone(time_local, ended)) return ended;
  }
  const bool may_begin = bias_minutes_ >= header_bias_ && interval_.fits(step - kShift);
  if (may_begin && adopts_zone(time_local, begun)) return begun;
  is_certain_ = !interval_.is_known() || !has_night(*before_local_, time_local);
  return bias_minutes_;
}

int LocalClock::first_bias(FileTime time_local) noexcept {
  if (kind_ == Kind::by_rules) return rules_->bias_at(time_local).value_or(bias_minutes_);
  if (kind_ == Kind::by_jumps) {
    find_rules(time_local);
    if (rules_hold(time_local)) kind_ = Kind::by_rules;
  }
  return bias_minutes_;
}

int LocalClock::next_bias(FileTime time_local) noexcept {
  is_certain_ = true;
  if (!before_local_.has_value()) return first_bias(time_local);
  if (kind_ == Kind::by_rules) find_rules(time_local);
  // A clock that shows a time that the rules skip follows other rules.
  if (kind_ == Kind::by_rules && is_skipped(time_local)) kind_ = Kind::by_jumps;
  if (kind_ == Kind::by_rules) return bias_by_rules(time_local);
  return kind_ == Kind::by_jumps ? bias_by_jumps(time_local) : bias_minutes_;
}

FileTime LocalClock::to_utc(FileTime time_local) noexcept {
  bias_minutes_ = next_bias(time_local);
  const FileTime time_utc = added(time_local, bias_minutes_);
  if (before_local_.has_value()) interval_.add(time_between(time_utc, before_utc_));
  before_local_ = time_local;
  before_utc_ = time_utc;
  return time_utc;
}

}  // namespace openperflib
