#include "openperflib/alert/alert_condition.h"

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

constexpr FileTime kHour = 3600 * kTicksPerSecond;

}  // namespace

AlertState::AlertState(const AlertCondition& condition)
    : condition_(condition),
      recent_(std::max<std::size_t>(condition.window, 1), Verdict::unknown) {}

// Between threshold and clear value, an alert neither starts nor clears.
AlertState::Verdict AlertState::verdict_of(const Value& value, AlertBeside beside) const noexcept {
  if (beside == AlertBeside::unknown) return Verdict::unknown;
  if (beside == AlertBeside::fails) return Verdict::fine;
  if (condition_.when == AlertWhen::missing) {
    return value.usable() ? Verdict::fine : Verdict::beyond;
  }
  if (!value.usable()) return Verdict::unknown;
  const bool is_above = condition_.when == AlertWhen::above;
  const double clear = condition_.clear.value_or(condition_.threshold);
  if (is_above ? value.number > condition_.threshold : value.number < condition_.threshold) {
    return Verdict::beyond;
  }
  const bool is_back = is_above ? value.number <= clear : value.number >= clear;
  return is_back ? Verdict::fine : Verdict::between;
}

void AlertState::note(Verdict verdict) {
  if (recent_[next_] == Verdict::beyond) --beyond_;
  if (verdict == Verdict::beyond) ++beyond_;
  recent_[next_] = verdict;
  next_ = (next_ + 1) % recent_.size();
}

// Whether enough samples are beyond the threshold, and have been for the hold time.
bool AlertState::has_held(FileTime time) {
  if (beyond_ < condition_.needed) {
    since_.reset();
    return false;
  }
  if (!since_.has_value()) since_ = time;
  return time - *since_ >= condition_.hold;
}

bool AlertState::may_fire(FileTime time) {
  if (fired_.empty()) return true;
  if (time - fired_.back() < condition_.silence) return false;
  while (!fired_.empty() && time - fired_.front() >= kHour) fired_.pop_front();
  return condition_.per_hour == 0 || fired_.size() < condition_.per_hour;
}

AlertChange AlertState::fire(FileTime time) {
  if (!may_fire(time)) {
    const bool is_news = !is_held_back_;
    is_held_back_ = true;
    return is_news ? AlertChange::suppressed : AlertChange::none;
  }
  is_told_ = true;
  is_held_back_ = false;
  if (condition_.per_hour == 0) fired_.clear();
  fired_.push_back(time);
  return AlertChange::fired;
}

AlertChange AlertState::take(FileTime time, const Value& value, AlertBeside beside) {
  if (time < before_) {
    fired_.clear();
    since_.reset();
  }
  before_ = time;
  const Verdict verdict = verdict_of(value, beside);
  note(verdict);
  if (!is_beyond_) is_beyond_ = has_held(time);
  if (is_beyond_ && verdict == Verdict::fine && beyond_ < condition_.needed) {
    is_beyond_ = false;
    is_held_back_ = false;
    since_.reset();
    return std::exchange(is_told_, false) ? AlertChange::cleared : AlertChange::none;
  }
  return is_beyond_ && !is_told_ ? fire(time) : AlertChange::none;
}

}  // namespace openperflib
