#include <algorithm>
#include <tuple>

#include "openperflib/analysis/stretches_internal.h"

namespace openperflib {
namespace {

void set(LevelNumbers& numbers, Statistic statistic, double number) {
  numbers[place_of(statistic)] = number;
}

bool is_more_extreme(double a, double b, bool is_upper) { return is_upper ? a > b : a < b; }

// The longer of equally extreme ones is worse, then the earlier.
bool is_worse(const FindingRun& a, const FindingRun& b, bool is_upper) {
  if (a.worst != b.worst) return is_more_extreme(a.worst, b.worst, is_upper);
  return std::tuple(b.beyond, a.first_record) < std::tuple(a.beyond, b.first_record);
}

}  // namespace

Statistic judged_statistic(const RuleLevel& level) {
  return level.limit.has_value() ? static_cast<Statistic>(level.limit->name - kFacts)
                                 : Statistic::avg;
}

bool is_upper_limit(const RuleLevel& level) {
  return !level.limit.has_value() || level.limit->is_upper;
}

double limit_of(const RuleLevel& level, const LevelNumbers& numbers) {
  return level.limit.has_value() ? level.limit->number.evaluate(numbers) : kNoNumber;
}

void SampleStatistics::add(double number, double weight) noexcept {
  minimum_ = count_ == 0 ? number : std::min(minimum_, number);
  maximum_ = count_ == 0 ? number : std::max(maximum_, number);
  if (count_++ == 0) first_ = number;
  last_ = number;
  sum_ += number;
  weighted_ += number * weight;
  weights_ += weight;
}

void SampleStatistics::fill(LevelNumbers& numbers) const noexcept {
  if (count_ == 0) return;
  const auto count = static_cast<double>(count_);
  // One sample is its own average, to the last digit.
  set(numbers, Statistic::avg, count_ == 1 && weights_ > 0 ? last_ : average());
  set(numbers, Statistic::min, minimum_);
  set(numbers, Statistic::max, maximum_);
  set(numbers, Statistic::first, first_);
  set(numbers, Statistic::last, last_);
  set(numbers, Statistic::sum, sum_);
  set(numbers, Statistic::weight, weights_ / count);
  set(numbers, Statistic::samples, count);
}

void LevelStretches::extend(Stretch& stretch, const Moment& moment, bool is_upper) {
  if (!stretch.is_open) {
    stretch = {};
    stretch.is_open = true;
    stretch.begin = moment.time;
    stretch.first_record = moment.record;
  }
  stretch.end = moment.time;
  stretch.last_record = moment.record;
  stretch.held.add(moment.value, moment.weight);
  stretch.beyond += moment.cover;
  stretch.score += moment.cover;
  if (stretch.held.count() != 1 && !is_more_extreme(moment.value, stretch.worst, is_upper)) return;
  stretch.worst = moment.value;
  stretch.worst_at = moment.time;
}

bool LevelStretches::holds(const RuleLevel& level, const Stretch& stretch, LevelNumbers& numbers) {
  stretch.held.fill(numbers);
  return level.when.holds(numbers);
}

void LevelStretches::keep(Kept& kept, const Stretch& stretch, bool is_upper) {
  ++kept.count;
  const FindingRun run{.time = {stretch.begin, stretch.end},
                       .average = stretch.held.average(),
                       .worst = stretch.worst,
                       .worst_at = stretch.worst_at,
                       .beyond = stretch.beyond,
                       .samples = stretch.held.count(),
                       .first_record = stretch.first_record,
                       .last_record = stretch.last_record};
  if (kept.runs.size() < FindingLevel::kMostRuns) {
    kept.runs.push_back(run);
    return;
  }
  const auto least = std::ranges::max_element(
      kept.runs,
      [&](const FindingRun& a, const FindingRun& b) { return is_worse(a, b, is_upper); });
  if (is_worse(run, *least, is_upper)) *least = run;
}

void LevelStretches::close(const RuleLevel& level, const StretchRules& rules) {
  const Stretch& best = open_->best;
  if (best.beyond >= rules.least) {
    keep(long_, best, is_upper_limit(level));
  } else if (rules.short_ones == StretchRules::Short::kept) {
    keep(short_, best, is_upper_limit(level));
  }
  open_->now.is_open = open_->side_by_side.is_open = false;
}

void LevelStretches::add_beyond(const RuleLevel& level, const StretchRules& rules,
                                const Moment& moment, LevelNumbers& numbers) {
  const bool is_upper = is_upper_limit(level);
  if (open_ == nullptr) open_ = std::make_unique<Open>();
  Open& open = *open_;
  const bool is_new = !open.now.is_open;
  extend(open.now, moment, is_upper);
  extend(open.side_by_side, moment, is_upper);
  const bool is_long_by_itself = open.side_by_side.beyond >= rules.least;
  if (!is_new && open.now.score <= open.best.score && !is_long_by_itself) return;
  if (!is_new && !holds(level, open.now, numbers)) {
    const Stretch next = open.side_by_side;
    close(level, rules);
    open.now = open.side_by_side = next;
  }
  open.best = open.now;
}

void LevelStretches::add_within(const RuleLevel& level, const StretchRules& rules,
                                const Moment& moment, bool is_held) {
  Stretch& now = open_->now;
  open_->side_by_side.is_open = false;
  if (is_held) now.held.add(moment.value, moment.weight);
  now.score -= moment.cover;
  if (now.score <= 0 || open_->best.score - now.score >= rules.gap) close(level, rules);
}

void LevelStretches::add(const RuleLevel& level, const StretchRules& rules, const Moment& moment,
                         bool is_held, LevelNumbers& numbers) {
  SampleStatistics alone;
  alone.add(moment.value, moment.weight);
  alone.fill(numbers);
  const bool is_beyond = is_held && level.when.holds(numbers);
  const auto is_open = [&] { return open_ != nullptr && open_->now.is_open; };
  if (is_open() && moment.elapsed - open_->last_elapsed > rules.gap) close(level, rules);
  if (is_beyond) {
    if (samples_++ == 0) {
      extent_.begin = moment.time;
      limit_ = limit_of(level, numbers);
    }
    extent_.end = moment.time;
    beyond_ += moment.cover;
    total_ += moment.value;
    add_beyond(level, rules, moment, numbers);
  } else if (is_open()) {
    add_within(level, rules, moment, is_held);
  }
  if (open_ != nullptr) open_->last_elapsed = moment.elapsed;
}

void LevelStretches::finish(const RuleLevel& level, const StretchRules& rules) {
  if (open_ != nullptr && open_->now.is_open) close(level, rules);
  open_.reset();
}

FindingLevel LevelStretches::found(const RuleLevel& level, bool of_short_ones) const {
  const Kept& kept = of_short_ones ? short_ : long_;
  FindingLevel found{.severity = level.severity,
                     .judged = judged_statistic(level),
                     .is_upper = is_upper_limit(level),
                     .limit = limit_,
                     .beyond = beyond_,
                     .samples = samples_,
                     .total = total_,
                     .extent = extent_,
                     .run_count = kept.count,
                     .runs = kept.runs};
  std::ranges::sort(found.runs, {}, &FindingRun::first_record);
  const auto worst = std::ranges::min_element(
      found.runs,
      [&](const FindingRun& a, const FindingRun& b) { return is_worse(a, b, found.is_upper); });
  found.worst = static_cast<std::size_t>(worst - found.runs.begin());
  return found;
}

}  // namespace openperflib
