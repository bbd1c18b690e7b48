#include <algorithm>
#include <array>
#include <cmath>

#include "openperflib/analysis/course_internal.h"

namespace openperflib {
namespace {

constexpr double kTicksPerHour = 3600.0 * kTicksPerSecond;

double hours_between(FileTime begin, FileTime end) {
  return static_cast<double>(end - begin) / kTicksPerHour;
}

}  // namespace

// Times outside belong to the first or the last part: a clock that was set back is no new slice.
std::size_t TimeFrame::part(FileTime time, std::size_t parts) const noexcept {
  if (last <= first || time <= first) return 0;
  const double share = static_cast<double>(time - first) / static_cast<double>(last - first);
  return std::min(parts - 1, static_cast<std::size_t>(share * static_cast<double>(parts)));
}

FileTime TimeFrame::begin_of(std::size_t slice, std::size_t count) const noexcept {
  const double share = static_cast<double>(slice) / static_cast<double>(count);
  return first + static_cast<FileTime>(share * static_cast<double>(last - first));
}

void LinearTrend::add(double hours, double number) noexcept {
  if (count_++ == 0) first_hours_ = hours;
  last_hours_ = hours;
  const double beside_hours = hours - mean_hours_;
  const double beside = number - mean_;
  mean_hours_ += beside_hours / static_cast<double>(count_);
  mean_ += beside / static_cast<double>(count_);
  hours_squares_ += beside_hours * (hours - mean_hours_);
  squares_ += beside * (number - mean_);
  products_ += beside_hours * (number - mean_);
}

double LinearTrend::slope() const noexcept {
  if (count_ < kLeastSamples || last_hours_ - first_hours_ < kLeastHours) return kNoNumber;
  if (hours_squares_ <= 0 || squares_ <= 0) return kNoNumber;
  const double fit = products_ * products_ / (hours_squares_ * squares_);
  return fit < kLeastFit ? kNoNumber : products_ / hours_squares_;
}

void HeldStatistics::add(double number, double weight) {
  minimum_ = count_ == 0 ? number : std::min(minimum_, number);
  maximum_ = count_ == 0 ? number : std::max(maximum_, number);
  if (count_++ == 0) first_ = number;
  last_ = number;
  sum_ += number;
  weighted_ += number * weight;
  weights_ += weight;
  if (percentiles_ == Percentiles::kept) distribution_.add(number);
}

void HeldStatistics::fill(std::span<double> numbers) const {
  if (count_ == 0) return;
  const auto set = [&](Statistic statistic, double number) {
    numbers[place_of(statistic)] = number;
  };
  set(Statistic::avg, weights_ > 0 ? weighted_ / weights_ : kNoNumber);
  set(Statistic::p95, distribution_.percentile(95).number);  // NaN without percentiles
  set(Statistic::min, minimum_);
  set(Statistic::max, maximum_);
  set(Statistic::first, first_);
  set(Statistic::last, last_);
  set(Statistic::sum, sum_);
  set(Statistic::weight, weights_ / static_cast<double>(count_));
}

Course::Course(const Rule& rule, const Facts& facts, const TimeFrame& frame)
    : rule_(&rule),
      facts_(&facts),
      frame_(&frame),
      slices_(rule.judge == Rule::Judge::whole ? 1 : frame.slices),
      held_(nothing_held()) {}

std::vector<HeldStatistics> Course::nothing_held() const {
  using Percentiles = HeldStatistics::Percentiles;
  const Percentiles kept = rule_->uses(Statistic::p95) ? Percentiles::kept : Percentiles::left_out;
  return {rule_->conditions.size(), HeldStatistics(kExactValues, kept)};
}

void Course::add_to_whole(const Moment& moment) {
  if (count_ == 0 || moment.value < minimum_) {
    minimum_ = moment.value;
    minimum_at_ = moment.time;
  }
  if (count_ == 0 || moment.value > maximum_) {
    maximum_ = moment.value;
    maximum_at_ = moment.time;
  }
  ++count_;
  sum_ += moment.value;
  trend_.add(hours_between(frame_->first, moment.time), moment.value);
}

// A gap inside a part would be too narrow to see. A clock that is set back again and again makes no
// points without end.
void Course::add_point(const Moment& moment) {
  const std::size_t part = frame_->part(moment.time, kPoints);
  const double number = moment.value;
  const FileTime step = moment.time - last_time_;
  const bool is_after_gap =
      !points_.empty() && frame_->longest_step > 0 && step > frame_->longest_step;
  const bool is_further = points_.empty() || part > furthest_part_;
  if (is_further || (part > last_part_ && points_.size() < kMostPoints)) {
    points_.push_back({moment.time, number, number, is_after_gap});
  } else {
    CoursePoint& point = points_.back();
    point.least = std::min(point.least, number);
    point.largest = std::max(point.largest, number);
  }
  last_part_ = part;
  furthest_part_ = std::max(furthest_part_, part);
  last_time_ = moment.time;
}

void Course::add(const Moment& moment, std::span<const bool> held) {
  const std::size_t slice = std::max(slice_, frame_->part(moment.time, slices_));
  if (slice != slice_) close_slice();
  slice_ = slice;
  ++in_slice_;
  add_point(moment);
  add_to_whole(moment);
  for (std::size_t i = 0; i < held_.size(); ++i) {
    if (held[i]) held_[i].add(moment.value, moment.weight);
  }
}

// The number that a level speaks of is that of its first comparison with a statistic alone; a fact
// is none.
void Course::judge(const RuleLevel& level, std::span<double> numbers) {
  const HeldStatistics& held = held_[level.condition];
  if (held.held() == 0) return;
  held.fill(numbers);
  numbers[place_of(Statistic::samples)] = static_cast<double>(held.held());
  const double share = static_cast<double>(held.held()) / static_cast<double>(in_slice_);
  const bool fires = share >= rule_->least_share && level.when.holds(numbers);
  const bool is_severest = &level == &rule_->levels.front();
  const bool spikes = !fires && is_severest && rule_->has_spikes &&
                      level.severity > Severity::info && level.spike.holds(numbers);
  if (!fires && !spikes) return;
  Verdict& verdict = verdicts_.emplace_back();
  verdict.slice = static_cast<std::uint32_t>(slice_);
  verdict.is_spike = spikes;
  verdict.severity = spikes ? Severity::info : level.severity;
  const auto limit = (spikes ? level.spike : level.when).limit(kFacts);
  if (!limit.has_value()) return;
  verdict.judged = static_cast<Statistic>(limit->name - kFacts);
  verdict.is_upper = limit->is_upper;
  verdict.number = numbers[limit->name];
  verdict.limit = limit->number.evaluate(numbers);
}

void Course::close_slice() {
  if (in_slice_ == 0) return;
  std::array<double, kFacts + kStatistics> numbers;
  numbers.fill(kNoNumber);
  std::ranges::copy(facts_->numbers, numbers.begin());
  numbers[place_of(Statistic::slope)] = trend_.slope();
  numbers[place_of(Statistic::hours)] =
      hours_between(frame_->first, frame_->last) / static_cast<double>(slices_);
  const std::size_t before = verdicts_.size();
  std::optional<Verdict> spike;
  for (const RuleLevel& level : rule_->levels) {
    judge(level, numbers);
    if (verdicts_.size() == before) continue;
    if (!verdicts_.back().is_spike) break;
    if (!spike.has_value()) spike = verdicts_.back();
    verdicts_.pop_back();
  }
  if (verdicts_.size() == before && spike.has_value()) verdicts_.push_back(*spike);
  held_ = nothing_held();
  in_slice_ = 0;
}

// Neighbours that fired with one severity are one range; a spike is none where some slice fired.
std::vector<FindingRange> Course::ranges(bool of_spikes) const {
  std::vector<FindingRange> all;
  std::uint32_t before = 0;
  for (const Verdict& verdict : verdicts_) {
    if (verdict.is_spike != of_spikes) continue;
    const TimeRange time{frame_->begin_of(verdict.slice, slices_),
                         frame_->begin_of(verdict.slice + 1, slices_)};
    const bool goes_on =
        !all.empty() && verdict.slice == before + 1 && verdict.severity == all.back().severity;
    if (!goes_on) {
      all.push_back({time, verdict.severity, verdict.number});
    } else {
      FindingRange& range = all.back();
      range.time.end = time.end;
      const bool is_worse =
          verdict.is_upper ? verdict.number > range.worst : verdict.number < range.worst;
      if (is_worse) range.worst = verdict.number;
    }
    before = verdict.slice;
  }
  return all;
}

Finding Course::finding() const {
  Finding found;
  const Verdict* worst = nullptr;
  for (const Verdict& one : verdicts_) {
    const auto rank = [](const Verdict& v) { return std::pair(!v.is_spike, v.severity); };
    const bool is_equal = worst != nullptr && rank(one) == rank(*worst);
    const bool is_beyond =
        is_equal && (one.is_upper ? one.number > worst->number : one.number < worst->number);
    if (worst == nullptr || rank(one) > rank(*worst) || is_beyond) worst = &one;
  }
  found.samples = count_;
  found.average = count_ == 0 ? kNoNumber : sum_ / static_cast<double>(count_);
  found.minimum = minimum_;
  found.maximum = maximum_;
  found.slope = trend_.slope();
  found.course = points_;
  if (worst == nullptr) return found;
  found.is_spike = worst->is_spike;
  found.severity = worst->severity;
  found.judged = worst->judged;
  found.worst = worst->number;
  found.limit = worst->limit;
  found.is_upper = worst->is_upper;
  found.extreme_at = worst->is_upper ? maximum_at_ : minimum_at_;
  found.ranges = ranges(found.is_spike);
  const double whole = hours_between(frame_->first, frame_->last);
  for (const FindingRange& range : found.ranges) {
    found.share += whole > 0 ? hours_between(range.time.begin, range.time.end) / whole : 1;
  }
  return found;
}

}  // namespace openperflib
