// The instances of a rule from row to row.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/base/utf16.h"

namespace openperflib {
namespace {

std::uint64_t mixed(std::uint64_t sum, std::uint64_t part) noexcept {
  constexpr std::uint64_t kPrime = 0x100000001B3;
  return (sum ^ part) * kPrime;
}

std::uint64_t mixed(std::uint64_t sum, std::string_view part) noexcept {
  return mixed(sum, std::hash<std::string_view>()(part));
}

std::uint64_t instance_key(std::uint64_t path, const Series& series) noexcept {
  std::uint64_t key = mixed(mixed(mixed(path + 1, series.machine), series.parent),
                            series.instance.value_or(std::string_view()));
  // "SQLServer:Buffer Manager", "MSSQL$B:Buffer Manager": what stands before the colon is an
  // instance too.
  const std::size_t colon = series.object.find(':');
  if (colon != std::string_view::npos) key = mixed(key, series.object.substr(0, colon));
  return mixed(key, series.instance_number);
}

std::uint64_t name_key(const Series& series) noexcept {
  return mixed(mixed(mixed(7, series.machine), series.object),
               series.instance.value_or(std::string_view()));
}

std::string shown(const Series& series) {
  std::string text(series.instance.value_or(std::string_view()));
  if (!series.parent.empty()) text = std::string(series.parent) + "/" + text;
  if (series.instance_number != 0) text += "#" + std::to_string(series.instance_number);
  return text;
}

}  // namespace

BindingIndex::BindingIndex(const Binding& binding) : series_(binding.series()) {
  for (std::uint32_t i = 0; i < series_.size(); ++i) {
    const Series& one = series_[i];
    if (one.counter_ordinal == Series::kNoOrdinal) continue;
    if (by_path_.size() <= one.path) by_path_.resize(one.path + std::size_t{1});
    by_path_[one.path].push_back(i);
    by_instance_.try_emplace(instance_key(one.path, one), i);
  }
}

std::span<const std::uint32_t> BindingIndex::of_path(std::uint32_t path) const noexcept {
  return path < by_path_.size() ? std::span<const std::uint32_t>(by_path_[path])
                                : std::span<const std::uint32_t>();
}

std::uint32_t BindingIndex::on_machine(std::uint32_t path,
                                       std::string_view machine) const noexcept {
  for (const std::uint32_t i : of_path(path)) {
    if (series_[i].machine == machine) return i;
  }
  return kNowhere;
}

std::uint32_t BindingIndex::beside(std::uint32_t path, const Series& series) const noexcept {
  const auto known = by_instance_.find(instance_key(path, series));
  return known == by_instance_.end() ? kNowhere : known->second;
}

double RuleCourses::value_of(const Sum& sum, std::span<const double> numbers) {
  double total = 0;
  double largest = kNoNumber;
  std::size_t count = 0;
  for (const std::uint32_t place : sum.parts) {
    const double part = numbers[place];
    if (std::isnan(part)) continue;
    total += part;
    largest = count++ == 0 ? part : std::max(largest, part);
  }
  if (count == 0) return kNoNumber;
  if (sum.over == CounterChoice::Over::largest) return largest;
  return sum.over == CounterChoice::Over::sum ? total : total / static_cast<double>(count);
}

RuleCourses::RuleCourses(const Rule& rule, const RulePlan& plan, std::span<const Facts> facts,
                         const TimeFrame& frame)
    : rule_(&rule), plan_(&plan), facts_(facts), frame_(&frame) {
  const auto looks_back = [](const std::optional<Expression>& one) {
    return one.has_value() && one->uses_before();
  };
  looks_back_ = rule.value.uses_before() || looks_back(rule.weight) ||
                std::ranges::any_of(rule.conditions, looks_back);
  scratch_.resize(kFirstCounterPlace + rule.counters.size(), kNoNumber);
}

bool RuleCourses::is_left_out(const Series& series) const {
  const std::string name = folded(series.instance.value_or(std::string_view()));
  return std::ranges::any_of(rule_->except, [&](const std::string& except) {
    return name == except || (except == "_total" && name.ends_with(",_total"));
  });
}

std::uint32_t RuleCourses::sum_of(const BindingIndex& index, std::string_view machine,
                                  const PlannedCounter& counter, std::vector<Sum>& sums) const {
  Sum sum{.over = counter.over, .parts = {}};
  for (const std::uint32_t i : index.of_path(counter.path)) {
    const Series& series = index.series()[i];
    if (series.machine == machine && !is_left_out(series)) sum.parts.push_back(i);
  }
  if (sum.parts.empty()) return kNowhere;
  sums.push_back(std::move(sum));
  return static_cast<std::uint32_t>(index.series().size() + sums.size() - 1);
}

std::uint32_t RuleCourses::place_of_counter(const BindingIndex& index, std::string_view machine,
                                            const Series* series, const PlannedCounter& counter,
                                            std::vector<Sum>& sums) const {
  if (counter.path == kNowhere) return kNowhere;
  if (counter.over != CounterChoice::Over::none) return sum_of(index, machine, counter, sums);
  if (!counter.has_instances || series == nullptr) return index.on_machine(counter.path, machine);
  return index.beside(counter.path, *series);
}

std::uint32_t RuleCourses::new_subject(std::uint64_t key, Subject subject) {
  if (subjects_.size() >= Analysis::kMostCourses) {
    ++changes_.left_out;
    return kNowhere;
  }
  subjects_.push_back(std::move(subject));
  by_key_[key] = static_cast<std::uint32_t>(subjects_.size() - 1);
  return by_key_[key];
}

std::uint32_t RuleCourses::subject_of(std::uint64_t key, std::string_view machine,
                                      const Series* series) {
  const std::string instance = series == nullptr ? std::string() : shown(*series);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    Subject& subject = subjects_[known->second];
    if (subject.instance != instance) {
      ++changes_.renamed;
      subject.instance = instance;
    }
    return known->second;
  }
  const auto facts = std::ranges::find(facts_, machine, &Facts::machine);
  const Facts& of_machine = facts == facts_.end() ? facts_.front() : *facts;
  return new_subject(key,
                     {.course = Course(*rule_, of_machine, *frame_),
                      .facts = &of_machine,
                      .machine = std::string(machine),
                      .object = series == nullptr ? std::string() : std::string(series->object),
                      .instance = instance,
                      .process_id = series == nullptr ? 0 : series->process_id,
                      .before = {}});
}

void RuleCourses::add_place(const BindingIndex& index, std::string_view machine,
                            const Series* series, std::vector<Sum>& sums) {
  Place place;
  place.key = mixed(1, machine);
  if (series != nullptr) {
    place.name_key = name_key(*series);
    place.key = series->process_id != 0 ? mixed(place.name_key, series->process_id)
                                        : mixed(place.key, series->identity);
    const bool is_told = series->process_id != 0 || plan_->process_ids == kNowhere;
    if (!is_told) place.process_id_place = index.beside(plan_->process_ids, *series);
  }
  place.subject = subject_of(place.key, machine, series);
  if (place.subject == kNowhere) return;
  places_.push_back(place);
  for (const PlannedCounter& counter : plan_->counters) {
    counters_.push_back(place_of_counter(index, machine, series, counter, sums));
  }
}

void RuleCourses::bind(const BindingIndex& index, std::vector<Sum>& sums) {
  places_.clear();
  counters_.clear();
  if (facts_.empty()) return;
  if (!plan_->primary.has_value()) {
    for (const Facts& one : facts_) add_place(index, one.machine, nullptr, sums);
    return;
  }
  for (const std::uint32_t i : index.of_path(plan_->counters[*plan_->primary].path)) {
    const Series& series = index.series()[i];
    if (!is_left_out(series)) add_place(index, series.machine, &series, sums);
  }
}

// A name goes from one process to the next: where the log has their ids, each has a course of its
// own.
void RuleCourses::follow_process(Place& place, std::span<const double> numbers) {
  if (place.subject == kNowhere || place.process_id_place == kNowhere) return;
  const double number = numbers[place.process_id_place];
  if (!(number > 0 && number < 4294967296.0)) return;
  const auto id = static_cast<std::uint32_t>(number);
  Subject& now = subjects_[place.subject];
  if (now.process_id == id) return;
  const std::uint64_t key = mixed(place.name_key, id);
  const bool is_first = now.process_id == 0;
  const auto known = by_key_.find(key);
  if (!is_first) ++changes_.swapped;
  if (known != by_key_.end()) {
    place.subject = known->second;
  } else if (is_first) {
    now.process_id = id;
    by_key_[key] = place.subject;
  } else {
    Subject names{.course = Course(*rule_, *now.facts, *frame_),
                  .facts = now.facts,
                  .machine = now.machine,
                  .object = now.object,
                  .instance = now.instance,
                  .process_id = id,
                  .before = {}};
    place.subject = new_subject(key, std::move(names));
    if (place.subject == kNowhere) return;
  }
  by_key_[place.key] = place.subject;
}

void RuleCourses::add_to(Subject& subject, FileTime time, double seconds,
                         std::span<const std::uint32_t> counters, std::span<const double> numbers) {
  std::ranges::copy(subject.facts->numbers, scratch_.begin());
  scratch_[kSecondsPlace] = seconds;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    scratch_[kFirstCounterPlace + i] = counters[i] == kNowhere
                                           ? rule_->counters[i].otherwise.value_or(kNoNumber)
                                           : numbers[counters[i]] * plan_->counters[i].times;
  }
  Moment moment{.time = time, .value = rule_->value.evaluate(scratch_, subject.before)};
  if (rule_->weight.has_value()) moment.weight = rule_->weight->evaluate(scratch_, subject.before);
  bool held[kMostConditions] = {};
  for (std::size_t i = 0; i < rule_->conditions.size(); ++i) {
    const auto& condition = rule_->conditions[i];
    held[i] = !condition.has_value() || condition->holds(scratch_, subject.before);
  }
  if (!std::isnan(moment.value) && moment.weight >= 0) {
    subject.course.add(moment, std::span(held).first(rule_->conditions.size()));
  }
  if (!looks_back_) return;
  subject.before.resize(scratch_.size(), kNoNumber);
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    if (!std::isnan(scratch_[i])) subject.before[i] = scratch_[i];
  }
}

void RuleCourses::add(FileTime time, double seconds, std::span<const double> numbers) {
  const std::size_t width = plan_->counters.size();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    follow_process(places_[i], numbers);
    if (places_[i].subject == kNowhere) continue;
    add_to(subjects_[places_[i].subject], time, seconds,
           std::span(counters_).subspan(i * width, width), numbers);
  }
}

RuleOutcome RuleCourses::outcome() {
  RuleOutcome outcome{.rule = plan_->rule, .reason = {}, .findings = {}};
  for (Subject& subject : subjects_) {
    subject.course.finish();
    if (subject.course.samples() != 0) ++outcome.instances;
    if (subject.course.verdicts().empty()) continue;
    Finding& found = outcome.findings.emplace_back(subject.course.finding());
    found.rule = plan_->rule;
    found.machine = subject.machine;
    found.object = subject.object;
    found.instance = subject.instance;
    found.process_id = subject.process_id;
  }
  std::ranges::stable_sort(outcome.findings, [](const Finding& a, const Finding& b) {
    const auto badness = [](const Finding& one) { return one.is_upper ? one.worst : -one.worst; };
    return std::tuple(a.is_spike, b.severity, b.share, badness(b)) <
           std::tuple(b.is_spike, a.severity, a.share, badness(a));
  });
  const bool is_judged = outcome.instances != 0;
  outcome.state = !outcome.findings.empty() ? RuleOutcome::State::fired
                  : is_judged               ? RuleOutcome::State::clean
                                            : RuleOutcome::State::skipped;
  if (!is_judged) outcome.reason = "no sample has the values that it needs";
  return outcome;
}

}  // namespace openperflib
