// The instances of a rule from row to row.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "openperflib/analysis/rule_time_series_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Threads write the numbers of rules that stand side by side in memory: so far apart, no cache line
// has those of two.
constexpr std::size_t kNumbersApart = 16;

}  // namespace

double RuleTimeSeries::value_of(const Sum& sum, std::span<const double> numbers) {
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

RuleTimeSeries::RuleTimeSeries(const Rule& rule, const RulePlan& plan, const TimeSeriesInput& input)
    : rule_(&rule), plan_(&plan), input_(input) {
  const auto looks_back = [](const std::optional<Expression>& one) {
    return one.has_value() && one->uses_before();
  };
  for (std::size_t i = 0; i < rule.counters.size(); ++i) {
    const bool is_weight = rule.weight.has_value() && rule.weight->uses(kFirstCounterPlace + i);
    if (is_weight) weight_counters_.push_back(i);
  }
  looks_back_ = rule.value.uses_before() || looks_back(rule.weight) ||
                std::ranges::any_of(rule.conditions, looks_back);
  const std::size_t numbers = kFirstCounterPlace + rule.counters.size();
  scratch_.reserve(numbers + kNumbersApart);
  scratch_.resize(numbers, kNoNumber);
}

RuleTimeSeries::RuleTimeSeries(const Rule& rule, const RulePlan& plan, const TimeSeriesInput& input,
                               std::span<const std::uint64_t> traced)
    : RuleTimeSeries(rule, plan, input) {
  is_tracing_ = true;
  traced_.assign(traced.begin(), traced.end());
  std::ranges::sort(traced_);
}

bool RuleTimeSeries::is_left_out(const BindingIndex& index, std::uint32_t position) const {
  const std::string& name = index.name(position);
  const std::string& parent = index.parent(position);
  return std::ranges::any_of(rule_->except, [&](const std::string& except) {
    return name == except || parent == except || (except == "_total" && name.ends_with(",_total"));
  });
}

bool RuleTimeSeries::judges_total_of(const BindingIndex& index, std::string_view machine,
                                     std::uint32_t path) const {
  return rule_->judges_total && std::ranges::all_of(index.of_path(path), [&](std::uint32_t i) {
           const Series& series = index.series()[i];
           return series.machine != machine || is_left_out(index, i);
         });
}

std::uint32_t RuleTimeSeries::sum_of(const BindingIndex& index, std::string_view machine,
                                     const PlannedCounter& counter, std::vector<Sum>& sums) const {
  Sum sum{.over = counter.over, .parts = {}};
  const bool takes_total = judges_total_of(index, machine, counter.path);
  for (const std::uint32_t i : index.of_path(counter.path)) {
    const Series& series = index.series()[i];
    if (series.machine != machine) continue;
    const bool is_total = takes_total && is_total_name(index.name(i));
    if (is_total || !is_left_out(index, i)) sum.parts.push_back(i);
  }
  if (sum.parts.empty()) return kNowhere;
  sums.push_back(std::move(sum));
  return static_cast<std::uint32_t>(index.series().size() + sums.size() - 1);
}

std::uint32_t RuleTimeSeries::place_of_counter(const BindingIndex& index, std::string_view machine,
                                               const Series* series, const PlannedCounter& counter,
                                               std::vector<Sum>& sums) const {
  if (counter.path == kNowhere) return kNowhere;
  if (counter.over != CounterChoice::Over::none) return sum_of(index, machine, counter, sums);
  if (!counter.has_instances || series == nullptr) return index.on_machine(counter.path, machine);
  return index.beside(counter.path, *series);
}

std::size_t RuleTimeSeries::machine_of(std::string_view name) const {
  const auto known = std::ranges::find(input_.facts, name, &Facts::machine);
  return known == input_.facts.end() ? 0 : static_cast<std::size_t>(known - input_.facts.begin());
}

void RuleTimeSeries::give_trace(Subject& subject) {
  if (!is_tracing_ || !std::ranges::binary_search(traced_, subject.serial)) return;
  subject.trace = std::make_unique<TimeSeriesTrace>(input_.shapes[subject.machine]);
}

// Many processes are gone before they have a number.
TimeSeries& RuleTimeSeries::time_series_of(Subject& subject) {
  if (subject.time_series != nullptr) return *subject.time_series;
  const Facts& facts = input_.facts[subject.machine];
  const MachineShape& shape = input_.shapes[subject.machine];
  if (spare_.empty()) {
    subject.time_series = std::make_unique<TimeSeries>(*rule_, facts, shape);
  } else {
    subject.time_series = std::move(spare_.back());
    spare_.pop_back();
    subject.time_series->restart(facts, shape);
  }
  return *subject.time_series;
}

std::uint32_t RuleTimeSeries::new_subject(std::uint64_t key, Subject subject) {
  if (subjects_.size() - free_.size() >= Analysis::kMostTimeSeries) {
    ++changes_.left_out;
    return kNowhere;
  }
  subject.key = key;
  subject.serial = serials_++;
  const Bound bound{.binding = bindings_, .serial = subject.serial};
  give_trace(subject);
  std::uint32_t place = 0;
  if (free_.empty()) {
    place = static_cast<std::uint32_t>(subjects_.size());
    subjects_.push_back(std::move(subject));
    bound_.push_back(bound);
  } else {
    place = free_.back();
    free_.pop_back();
    subjects_[place] = std::move(subject);
    bound_[place] = bound;
  }
  by_key_.set(key, place);
  return place;
}

std::uint32_t RuleTimeSeries::subject_of(std::uint64_t key, std::size_t machine,
                                         const Series* series, std::string instance) {
  if (const std::uint32_t known = by_key_.find(key); known != SubjectTable::kNone) {
    Subject& subject = subjects_[known];
    bound_[known].binding = bindings_;
    if (subject.instance != instance) {
      ++changes_.renamed;
      subject.instance = std::move(instance);
    }
    return known;
  }
  return new_subject(key,
                     {.time_series = nullptr,
                      .trace = nullptr,
                      .machine = machine,
                      .object = series == nullptr ? std::string() : std::string(series->object),
                      .instance = std::move(instance),
                      .process_id = series == nullptr ? 0 : series->process_id,
                      .before = {}});
}

// The series of a binding share the texts of their machine and of their object.
std::uint64_t RuleTimeSeries::name_key(const Series& series) {
  const bool is_same = object_.is_set && are_one_text(object_.machine, series.machine) &&
                       are_one_text(object_.name, series.object);
  if (!is_same) {
    object_ = {.is_set = true,
               .machine = series.machine,
               .name = series.object,
               .key = mixed(mixed(7, series.machine), series.object)};
  }
  return mixed(object_.key, series.instance.value_or(std::string_view()));
}

// Both bindings have their places in the order of their series, and most of these follow the one
// that was before them.
const RuleTimeSeries::Place* RuleTimeSeries::place_before(const BindingIndex& index,
                                                          std::uint32_t position) {
  const std::uint32_t before = index.before(position);
  if (before == kNowhere) return nullptr;
  const bool is_next =
      next_before_ < places_before_.size() && places_before_[next_before_].series == before;
  if (!is_next) {
    const auto at = std::ranges::lower_bound(places_before_, before, {}, &Place::series);
    if (at == places_before_.end() || at->series != before) return nullptr;
    next_before_ = static_cast<std::size_t>(at - places_before_.begin());
  }
  return &places_before_[next_before_++];
}

// The same series of an instance with the same name and number has the key that it had.
bool RuleTimeSeries::continues(const Place& before, const Series& series) const {
  return before.subject != kNowhere && before.process_id == series.process_id &&
         is_shown_as(series, subjects_[before.subject].instance);
}

RuleTimeSeries::Place RuleTimeSeries::place_of(const BindingIndex& index, std::size_t machine,
                                               std::uint32_t position) {
  const Series& series = index.series()[position];
  Place place;
  const Place* const before = place_before(index, position);
  if (before != nullptr && continues(*before, series)) {
    place = *before;
    bound_[place.subject].binding = bindings_;
  } else {
    place.name_key = name_key(series);
    place.key = series.process_id != 0
                    ? mixed(place.name_key, series.process_id)
                    : mixed(mixed(1, std::string_view(series.machine)), series.identity);
    place.process_id = series.process_id;
    place.subject = subject_of(place.key, machine, &series, index.shown(position));
  }
  place.series = position;
  const bool is_told = series.process_id != 0 || plan_->process_ids == kNowhere;
  place.process_id_place = is_told ? kNowhere : index.beside(plan_->process_ids, series);
  return place;
}

void RuleTimeSeries::add_place(const BindingIndex& index, std::string_view machine,
                               const Series* series, const Place& place, std::vector<Sum>& sums) {
  if (place.subject == kNowhere) return;
  places_.push_back(place);
  for (const PlannedCounter& counter : plan_->counters) {
    counters_.push_back(place_of_counter(index, machine, series, counter, sums));
  }
}

void RuleTimeSeries::bind_machines(const BindingIndex& index, std::vector<Sum>& sums) {
  for (std::size_t i = 0; i < input_.facts.size(); ++i) {
    const std::string_view machine = input_.facts[i].machine;
    Place place;
    place.key = mixed(1, machine);
    place.subject = subject_of(place.key, i, nullptr, {});
    add_place(index, machine, nullptr, place, sums);
  }
}

void RuleTimeSeries::bind(const BindingIndex& index, std::vector<Sum>& sums) {
  ++bindings_;
  std::swap(places_, places_before_);
  next_before_ = 0;
  object_ = {};
  places_.clear();
  counters_.clear();
  if (input_.facts.empty()) return;
  if (!plan_->primary.has_value()) return bind_machines(index, sums);
  const std::uint32_t path = plan_->counters[*plan_->primary].path;
  std::set<std::string_view> with_total;  // machines that have nothing but _Total
  for (const Facts& machine : input_.facts) {
    if (judges_total_of(index, machine.machine, path)) with_total.insert(machine.machine);
  }
  std::string_view machine;  // of the series before, which is mostly that of all
  std::size_t machine_number = machine_of(machine);
  for (const std::uint32_t i : index.of_path(path)) {
    const Series& series = index.series()[i];
    if (!are_one_text(machine, series.machine)) {
      machine = series.machine;
      machine_number = machine_of(machine);
    }
    const bool is_total =
        !with_total.empty() && with_total.contains(machine) && is_total_name(index.name(i));
    has_judged_total_ = has_judged_total_ || is_total;
    if (is_total || !is_left_out(index, i)) {
      const Place place = place_of(index, machine_number, i);
      add_place(index, series.machine, &series, place, sums);
    } else {
      has_left_out_ = true;
    }
  }
  forget_those_gone();
}

// An instance that is gone may come back: the last ones that went are kept for a while.
void RuleTimeSeries::forget_those_gone() {
  gone_.clear();
  for (std::uint32_t i = 0; i < bound_.size(); ++i) {
    if (bound_[i].binding != 0 && bound_[i].binding != bindings_) gone_.emplace_back(bound_[i], i);
  }
  if (gone_.size() <= kKeptGone) return;
  const auto kept = gone_.end() - static_cast<std::ptrdiff_t>(kKeptGone);
  std::ranges::nth_element(gone_, kept);
  gone_.erase(kept, gone_.end());
  std::ranges::sort(gone_);
  bool have_other_keys = false;
  for (const auto& [bound, place] : gone_) {
    have_other_keys = have_other_keys || subjects_[place].has_other_keys;
    forget(place);
  }
  if (!have_other_keys) return;
  by_key_.erase_if([&](std::uint32_t place) { return bound_[place].binding == 0; });
}

void RuleTimeSeries::forget(std::uint32_t subject) {
  Subject& gone = subjects_[subject];
  end(gone);
  forget_key(gone.key, subject);
  if (gone.time_series != nullptr) spare_.push_back(std::move(gone.time_series));
  gone = {};
  bound_[subject] = {};
  free_.push_back(subject);
}

// The key may be that of another subject now.
void RuleTimeSeries::forget_key(std::uint64_t key, std::uint32_t subject) {
  if (by_key_.find(key) == subject) by_key_.erase(key);
}

void RuleTimeSeries::end(Subject& subject) {
  if (subject.trace != nullptr) traces_[subject.serial] = subject.trace->points();
  if (subject.time_series == nullptr) return;
  subject.time_series->finish();
  if (subject.time_series->samples() != 0) ++judged_;
  if (!subject.time_series->has_finding()) return;
  Finding& found = findings_.emplace_back(subject.time_series->finding());
  found.rule = plan_->rule;
  found.machine = input_.facts[subject.machine].machine;
  found.object = subject.object;
  found.instance = subject.instance;
  found.process_id = subject.process_id;
  found.serial = subject.serial;
  if (findings_.size() >= 2 * RuleOutcome::kMostFindings) keep_worst_findings();
}

void RuleTimeSeries::end_all() {
  for (std::uint32_t i = 0; i < subjects_.size(); ++i) {
    if (bound_[i].binding != 0) end(subjects_[i]);
  }
  subjects_.clear();
  bound_.clear();
}

// The severest first; of one severity those that lasted longest, then those with the worst value.
void RuleTimeSeries::keep_worst_findings() {
  const auto rank = [](const Finding& one) {
    const double worst = one.worst_run().worst;
    const double badness = one.fired().is_upper ? worst : -worst;
    return std::tuple(!one.is_spike, one.severity, one.fired().beyond, badness);
  };
  std::ranges::sort(findings_, [&](const Finding& a, const Finding& b) {
    const auto of_a = rank(a);
    const auto of_b = rank(b);
    return of_a != of_b ? of_a > of_b : a.serial < b.serial;
  });
  if (findings_.size() <= RuleOutcome::kMostFindings) return;
  more_ += findings_.size() - RuleOutcome::kMostFindings;
  findings_.resize(RuleOutcome::kMostFindings);
}

// A name passes from one process to the next: if the log has their ids, each has its own time
// series.
void RuleTimeSeries::follow_process(Place& place, std::span<const double> numbers) {
  if (place.subject == kNowhere || place.process_id_place == kNowhere) return;
  const double number = numbers[place.process_id_place];
  if (!(number > 0 && number < 4294967296.0)) return;
  const auto id = static_cast<std::uint32_t>(number);
  Subject& now = subjects_[place.subject];
  if (now.process_id == id) return;
  const std::uint64_t key = mixed(place.name_key, id);
  const bool is_first = now.process_id == 0;
  const std::uint32_t known = by_key_.find(key);
  if (!is_first) ++changes_.swapped;
  if (known != SubjectTable::kNone) {
    place.subject = known;
    bound_[place.subject].binding = bindings_;
  } else if (is_first) {
    now.process_id = id;
    now.has_other_keys = true;
    by_key_.set(key, place.subject);
  } else {
    Subject names{.time_series = nullptr,
                  .trace = nullptr,
                  .machine = now.machine,
                  .object = now.object,
                  .instance = now.instance,
                  .process_id = id,
                  .before = {}};
    place.subject = new_subject(key, std::move(names));
    if (place.subject == kNowhere) return;
  }
  subjects_[place.subject].has_other_keys = true;
  by_key_.set(place.key, place.subject);
}

// The counter of a weight that the log lacks leaves all samples with the same weight; one that has
// no value now leaves this sample without one.
double RuleTimeSeries::weight_of(const Subject& subject,
                                 std::span<const std::uint32_t> counters) const {
  const auto is_nowhere = [&](std::size_t i) {
    return counters[i] == kNowhere && !rule_->counters[i].otherwise.has_value();
  };
  if (!rule_->weight.has_value() || std::ranges::any_of(weight_counters_, is_nowhere)) return 1;
  return rule_->weight->evaluate(scratch_, subject.before);
}

void RuleTimeSeries::add_to(Subject& subject, Moment& moment,
                            std::span<const std::uint32_t> counters, const RuleRow& row) {
  std::ranges::copy(input_.facts[subject.machine].numbers, scratch_.begin());
  scratch_[kSecondsPlace] = row.moments[subject.machine].seconds;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    scratch_[kFirstCounterPlace + i] = counters[i] == kNowhere
                                           ? rule_->counters[i].otherwise.value_or(kNoNumber)
                                           : row.numbers[counters[i]] * plan_->counters[i].times;
  }
  moment.value = rule_->value.evaluate(scratch_, subject.before);
  moment.weight = weight_of(subject, counters);
  const bool is_known = !std::isnan(moment.value) && moment.weight >= 0;
  if (is_known && subject.trace != nullptr) subject.trace->add(moment);
  if (is_known && !is_tracing_) {
    bool held[kMostConditions] = {};
    for (std::size_t i = 0; i < rule_->conditions.size(); ++i) {
      const auto& condition = rule_->conditions[i];
      held[i] = !condition.has_value() || condition->holds(scratch_, subject.before);
    }
    time_series_of(subject).add(moment, std::span(held).first(rule_->conditions.size()));
  }
  if (!looks_back_) return;
  subject.before.resize(scratch_.size(), kNoNumber);
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    if (!std::isnan(scratch_[i])) subject.before[i] = scratch_[i];
  }
}

void RuleTimeSeries::add(const RuleRow& row) {
  const std::size_t width = plan_->counters.size();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    follow_process(places_[i], row.numbers);
    if (places_[i].subject == kNowhere) continue;
    Subject& subject = subjects_[places_[i].subject];
    const MachineMoment& now = row.moments[subject.machine];
    const bool is_wanted = !is_tracing_ || subject.trace != nullptr;
    if (!is_wanted || !now.is_present) continue;
    Moment moment{
        .time = row.time, .elapsed = now.elapsed, .cover = now.cover, .record = row.record};
    add_to(subject, moment, std::span(counters_).subspan(i * width, width), row);
  }
}

RuleOutcome RuleTimeSeries::outcome() {
  end_all();
  keep_worst_findings();
  for (Finding& one : findings_) {
    const FileTime covered = input_.moments[machine_of(one.machine)].covered;
    for (FindingLevel& level : one.levels) {
      level.share =
          covered > 0 ? static_cast<double>(level.beyond) / static_cast<double>(covered) : 1;
    }
  }
  RuleOutcome outcome{.rule = plan_->rule,
                      .reason = {},
                      .missing = {},
                      .remarks = plan_->remarks,
                      .instances = judged_,
                      .findings = std::move(findings_),
                      .more = more_};
  const bool is_judged = outcome.instances != 0;
  outcome.state = !outcome.findings.empty() ? RuleOutcome::State::fired
                  : is_judged               ? RuleOutcome::State::passed
                                            : RuleOutcome::State::skipped;
  if (has_judged_total_) {
    outcome.remarks.emplace_back(
        "_Total is judged, because no other instance was recorded: one of many may be worse");
  }
  if (!is_judged) {
    outcome.remarks.clear();
    outcome.reason = has_left_out_ && serials_ == 0
                         ? "only instances such as _Total were recorded, and it judges each one"
                         : "no sample has the values it needs";
  }
  return outcome;
}

std::unordered_map<std::uint64_t, std::vector<TimeSeriesPoint>> RuleTimeSeries::traces() {
  end_all();
  return std::move(traces_);
}

}  // namespace openperflib
