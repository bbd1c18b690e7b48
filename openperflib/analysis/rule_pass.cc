#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

#include "openperflib/analysis/rule_pass_internal.h"

namespace openperflib {
namespace {

// Processes that lived less than an interval contribute from their start: they are often the cause.
QueryOptions options_of_rules() {
  QueryOptions options;
  options.units = QueryOptions::Units::of_names;
  options.first_rates = QueryOptions::FirstRates::start;
  return options;
}

}  // namespace

RulePass::RulePass(const AnalysisInput& input, const TitleTable& titles)
    : rules_(input.rules),
      shapes_(input.shape.machines),
      moments_(shapes_.size()),
      query_(titles, options_of_rules()),
      rows_(input.workers, *this) {
  for (const MachineShape& shape : shapes_) {
    const auto known = std::ranges::find(input.facts, shape.machine, &Facts::machine);
    facts_.push_back(known != input.facts.end() ? *known
                                                : Facts{.machine = shape.machine, .sources = {}});
  }
  plans_ = plan_rules(input, query_);
}

void RulePass::judge_all() {
  for (const RulePlan& plan : plans_) {
    if (plan.skipped.empty())
      time_series_.emplace_back(rules_[plan.rule], plan, time_series_input());
  }
}

void RulePass::trace(std::size_t rule, std::span<const std::uint64_t> serials) {
  time_series_.emplace_back(rules_[rule], plans_[rule], time_series_input(), serials);
}

void RulePass::bind() {
  const Binding& binding = query_.binding();
  const bool keeps_names = binding.keeps_names() && binding.generation() == generation_ + 1;
  generation_ = binding.generation();
  sums_.clear();
  index_.assign(binding);
  for (RuleTimeSeries& time_series : time_series_) time_series.bind(index_, sums_);
  for (Contributors& contributors : contributors_) contributors.bind(index_);
  order_takers();
  if (!keeps_names) find_machines();
}

// The series of a block share the name of its machine.
void RulePass::find_machines() {
  machine_of_.clear();
  std::string_view machine;  // of the series before
  for (const Series& series : query_.binding().series()) {
    const bool is_same = !machine_of_.empty() && are_one_text(machine, series.machine);
    machine = series.machine;
    if (is_same) {
      machine_of_.push_back(machine_of_.back());
      continue;
    }
    const auto known = std::ranges::find(shapes_, machine, &MachineShape::machine);
    machine_of_.push_back(static_cast<std::uint32_t>(known - shapes_.begin()));
  }
}

void RulePass::order_takers() {
  takers_.resize(time_series_.size() + contributors_.size());
  std::iota(takers_.begin(), takers_.end(), std::uint32_t{0});
  std::ranges::stable_sort(takers_, std::greater(), [&](std::uint32_t taker) {
    return taker < time_series_.size() ? time_series_[taker].number_count()
                                       : contributors_[taker - time_series_.size()].number_count();
  });
}

// Rules judge what lasts: a process has a number for them in its second sample. Who contributed is
// another question.
void RulePass::move_first_rates(RuleRow& row) const {
  row.first_rates.clear();
  for (const std::size_t i : query_.first_rates()) {
    row.first_rates.push_back(
        {static_cast<std::uint32_t>(i), std::exchange(row.numbers[i], kNoNumber)});
  }
}

void RulePass::fill_numbers(RuleRow& row) {
  const auto& values = query_.row().values;
  row.numbers.resize(values.size() + sums_.size());
  // One machine is in all records, even without usable readings.
  for (MachineMoment& moment : moments_) moment.is_present = moments_.size() == 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_usable = values[i].usable();
    row.numbers[i] = is_usable ? values[i].number : kNoNumber;
    if (is_usable && machine_of_[i] < moments_.size()) moments_[machine_of_[i]].is_present = true;
  }
  move_first_rates(row);
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    row.numbers[values.size() + i] = RuleTimeSeries::value_of(sums_[i], row.numbers);
  }
}

// A sample covers the time since the one before, but not a gap; if the clock was set back, one
// interval.
void RulePass::move_clocks(FileTime time_local) {
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    MachineMoment& now = moments_[i];
    if (!now.is_present) continue;
    const FileTime interval = shapes_[i].interval;
    const FileTime step = time_local - now.before;
    const bool is_forward = now.has_before && step >= 0;
    now.seconds = now.has_before ? static_cast<double>(step) / kTicksPerSecond : kNoNumber;
    now.cover = is_forward ? std::min(step, shapes_[i].longest_step()) : interval;
    if (now.has_before) now.elapsed += is_forward ? step : interval;
    now.covered += now.cover;
    now.before = time_local;
    now.has_before = true;
  }
}

void RulePass::add(FileTime time_local, const Record& record) {
  query_.take(record);
  is_newly_bound_ = query_.binding().generation() != generation_;
  if (is_newly_bound_) {
    rows_.flush();
    bind();
  }
  RuleRow& row = rows_.next();
  fill_numbers(row);
  move_clocks(time_local);
  row.time = time_local;
  row.record = records_++;
  row.moments = moments_;
  rows_.add();
}

void RulePass::take_rows(std::size_t taker, std::span<const RuleRow> rows) {
  const std::size_t position = takers_[taker];
  if (position < time_series_.size()) {
    for (const RuleRow& row : rows) time_series_[position].add(row);
    return;
  }
  Contributors& contributors = contributors_[position - time_series_.size()];
  for (const RuleRow& row : rows) contributors.add(row);
}

std::span<RuleTimeSeries> RulePass::time_series() {
  rows_.flush();
  return time_series_;
}

std::span<Contributors> RulePass::contributors() {
  rows_.flush();
  return contributors_;
}

}  // namespace openperflib
