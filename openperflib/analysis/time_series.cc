#include <algorithm>
#include <array>
#include <cmath>

#include "openperflib/analysis/time_series_internal.h"

namespace openperflib {
namespace {

constexpr double kTicksPerHour = 3600.0 * kTicksPerSecond;
constexpr FileTime kPartOfShortLog =
    3;  // a log shorter than three times the rule's time is judged by a third of it
constexpr FileTime kPartOfInterval = 10;  // the permitted variation of intervals

double hours_between(FileTime begin, FileTime end) {
  return static_cast<double>(end - begin) / kTicksPerHour;
}

}  // namespace

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

double LinearTrend::slope(double interval) const noexcept {
  const bool is_long = is_long_enough(last_hours_ - first_hours_, interval);
  if (count_ < kLeastSamples || !is_long) return kNoNumber;
  if (hours_squares_ <= 0 || squares_ <= 0) return kNoNumber;
  const double fit = products_ * products_ / (hours_squares_ * squares_);
  return fit < kLeastFit ? kNoNumber : products_ / hours_squares_;
}

TimeSeries::Whole::Whole(const Rule& rule)
    : has_percentiles(rule.uses(Statistic::p95)), held(rule.conditions.size()) {}

void TimeSeries::Whole::restart() {
  for (Held& one : held) {
    one.statistics = {};
    one.distribution.clear();
  }
  trend = {};
  fired.clear();
  run = {};
}

TimeSeries::TimeSeries(const Rule& rule, const Facts& facts, const MachineShape& shape)
    : rule_(&rule) {
  if (rule.judge == Rule::Judge::whole) {
    whole_ = std::make_unique<Whole>(rule);
  } else {
    levels_.resize(rule.levels.size());
  }
  restart(facts, shape);
}

void TimeSeries::restart(const Facts& facts, const MachineShape& shape) {
  facts_ = &facts;
  shape_ = &shape;
  hold_ = std::min(rule_->hold, (shape.last_local - shape.first_local) / kPartOfShortLog);
  for (LevelStretches& level : levels_) level = LevelStretches();
  if (whole_ != nullptr) whole_->restart();
  count_ = 0;
  sum_ = 0;
  minimum_ = maximum_ = kNoNumber;
}

StretchRules TimeSeries::stretch_rules(std::size_t level) const {
  const bool keeps_short_ones =
      level == 0 && rule_->has_spikes && rule_->levels.front().severity > Severity::info;
  return {
      .hold = hold_,
      .least = hold_ - shape_->interval / kPartOfInterval,
      .gap = std::max(hold_, shape_->longest_step()),
      .short_ones = keeps_short_ones ? StretchRules::Short::kept : StretchRules::Short::forgotten};
}

LevelNumbers TimeSeries::known_numbers() const {
  LevelNumbers numbers;
  numbers.fill(kNoNumber);
  std::ranges::copy(facts_->numbers, numbers.begin());
  numbers[place_of(Statistic::hours)] = hours_between(shape_->first_local, shape_->last_local);
  return numbers;
}

void TimeSeries::add_to_whole(const Moment& moment, std::span<const bool> held) {
  Whole& whole = *whole_;
  FindingRun& run = whole.run;
  if (run.samples++ == 0) {
    run.time.begin = moment.time;
    run.first_record = moment.record;
  }
  run.time.end = moment.time;
  run.last_record = moment.record;
  run.beyond += moment.cover;
  whole.trend.add(hours_between(shape_->first_local, moment.time), moment.value);
  for (std::size_t i = 0; i < whole.held.size(); ++i) {
    if (!held[i]) continue;
    whole.held[i].statistics.add(moment.value, moment.weight);
    if (whole.has_percentiles) whole.held[i].distribution.add(moment.value);
  }
}

// A sample of weight 0 is an average of nothing.
void TimeSeries::add(const Moment& moment, std::span<const bool> held) {
  minimum_ = count_ == 0 ? moment.value : std::min(minimum_, moment.value);
  maximum_ = count_ == 0 ? moment.value : std::max(maximum_, moment.value);
  ++count_;
  sum_ += moment.value;
  if (moment.weight <= 0) return;
  if (whole_ != nullptr) {
    add_to_whole(moment, held);
    return;
  }
  LevelNumbers numbers = known_numbers();
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const RuleLevel& level = rule_->levels[i];
    levels_[i].add(level, stretch_rules(i), moment, held[level.condition], numbers);
  }
}

double TimeSeries::slope() const noexcept {
  return whole_->trend.slope(hours_between(0, shape_->interval));
}

// The severest level that holds.
void TimeSeries::judge_whole() {
  Whole& whole = *whole_;
  for (const RuleLevel& level : rule_->levels) {
    const Whole::Held& held = whole.held[level.condition];
    if (held.statistics.count() == 0) continue;
    LevelNumbers numbers = known_numbers();
    held.statistics.fill(numbers);
    numbers[place_of(Statistic::slope)] = slope();
    numbers[place_of(Statistic::p95)] =
        held.distribution.percentile(95).number;  // NaN without percentiles
    if (!level.when.holds(numbers)) continue;
    const Statistic judged = judged_statistic(level);
    whole.run.average = held.statistics.average();
    whole.run.worst = numbers[place_of(judged)];
    whole.run.worst_at = whole.run.time.end;
    whole.fired.push_back({.severity = level.severity,
                           .judged = judged,
                           .is_upper = is_upper_limit(level),
                           .limit = limit_of(level, numbers),
                           .beyond = whole.run.beyond,
                           .samples = held.statistics.count(),
                           .total = numbers[place_of(Statistic::sum)],
                           .extent = whole.run.time,
                           .run_count = 1,
                           .runs = {whole.run}});
    return;
  }
}

void TimeSeries::finish() {
  for (std::size_t i = 0; i < levels_.size(); ++i)
    levels_[i].finish(rule_->levels[i], stretch_rules(i));
  if (whole_ != nullptr) judge_whole();
}

std::optional<std::size_t> TimeSeries::fired_level() const {
  if (whole_ != nullptr)
    return whole_->fired.empty() ? std::nullopt : std::optional<std::size_t>(0);
  const auto fired = std::ranges::find_if(levels_, &LevelStretches::has_long);
  if (fired == levels_.end()) return std::nullopt;
  return static_cast<std::size_t>(fired - levels_.begin());
}

bool TimeSeries::is_spike() const {
  return !fired_level().has_value() && !levels_.empty() && levels_.front().has_short();
}

bool TimeSeries::has_finding() const { return fired_level().has_value() || is_spike(); }

Finding TimeSeries::finding() const {
  Finding found;
  found.is_spike = is_spike();
  const std::size_t fired = fired_level().value_or(0);
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (!levels_[i].was_exceeded()) continue;
    if (i == fired) found.level = found.levels.size();
    found.levels.push_back(levels_[i].found(rule_->levels[i], found.is_spike && i == 0));
  }
  if (whole_ != nullptr) found.levels = whole_->fired;
  found.severity = found.is_spike ? Severity::info : found.fired().severity;
  found.hold = hold_;
  found.samples = count_;
  found.average = count_ == 0 ? kNoNumber : sum_ / static_cast<double>(count_);
  found.minimum = minimum_;
  found.maximum = maximum_;
  if (whole_ != nullptr) found.slope = slope();
  return found;
}

// Times outside belong to the first or the last part.
std::size_t TimeSeriesTrace::part_of(FileTime time) const noexcept {
  const FileTime first = shape_->first_local;
  const FileTime last = shape_->last_local;
  if (last <= first || time <= first) return 0;
  const double share = static_cast<double>(time - first) / static_cast<double>(last - first);
  return std::min(kPoints - 1, static_cast<std::size_t>(share * static_cast<double>(kPoints)));
}

// A gap inside a part would be too narrow to see. A clock that is set back again and again does not
// create points without limit.
void TimeSeriesTrace::add(const Moment& moment) {
  const std::size_t part = part_of(moment.time);
  const double number = moment.value;
  const FileTime step = moment.time - last_time_;
  const FileTime longest_step = shape_->longest_step();
  const bool is_after_gap = !points_.empty() && longest_step > 0 && step > longest_step;
  const bool is_further = points_.empty() || part > furthest_part_;
  if (is_further || (part > last_part_ && points_.size() < kMostPoints)) {
    points_.push_back({.time = moment.time,
                       .least = number,
                       .largest = number,
                       .is_after_gap = is_after_gap,
                       .sum = number,
                       .samples = 1});
  } else {
    TimeSeriesPoint& point = points_.back();
    point.least = std::min(point.least, number);
    point.largest = std::max(point.largest, number);
    point.sum += number;
    ++point.samples;
  }
  last_part_ = part;
  furthest_part_ = std::max(furthest_part_, part);
  last_time_ = moment.time;
}

}  // namespace openperflib
