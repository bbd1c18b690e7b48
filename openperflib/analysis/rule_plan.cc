// What each rule reads in a log, or why it is skipped.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/analysis/time_series_internal.h"
#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {
namespace {

constexpr double kTicksPerMinute = 60.0 * kTicksPerSecond;
constexpr double kTicksInAnHour = 60.0 * kTicksPerMinute;

// Paths of a query by their text: rules share many.
class Paths {
 public:
  explicit Paths(Query& query) : query_(query) {}
  std::uint32_t add(const std::string& path) {
    const auto [known, is_new] = numbers_.try_emplace(path, kNowhere);
    if (is_new) known->second = query_.add(path).value_or(kNowhere);
    return known->second;
  }

 private:
  Query& query_;
  std::map<std::string, std::uint32_t> numbers_;
};

bool has_wildcards(const std::string& path) {
  const auto pattern = PathPattern::parse(path);
  return pattern.has_value() && pattern->has_wildcards();
}

std::string_view name_of(SampleOrigin origin) {
  return origin == SampleOrigin::log ? "the log" : "the machine";
}

std::string missing_counter(const RuleCounter& counter, SampleOrigin origin) {
  const CounterChoice& first = counter.choices.front();
  std::string text = fmt::format("{} has no {}", name_of(origin), first.path);
  if (counter.choices.size() > 1 || !first.other_path.empty()) text += ", nor an alternative";
  return text;
}

// Which stand-ins a rule uses in this log, by their positions.
using UsedStandIns = std::vector<bool>;

bool has_stand_in(const CounterChoice& choice, const UsedStandIns& used) {
  return !choice.other_path.empty() && used[choice.stand_in];
}

const std::string& path_of(const CounterChoice& choice, const UsedStandIns& used) {
  return has_stand_in(choice, used) ? choice.other_path : choice.path;
}

// The first one that the log has; null if there is none.
const CounterChoice* choice_in_log(std::span<const CounterChoice> choices, const UsedStandIns& used,
                                   const CounterPresence& presence) {
  const auto found = std::ranges::find_if(
      choices, [&](const CounterChoice& one) { return presence.has(path_of(one, used)); });
  return found == choices.end() ? nullptr : &*found;
}

// Returns whether the rule cannot do without the counter.
bool is_needed(const Rule& rule, std::size_t counter) {
  return !rule.counters[counter].is_optional && !rule.is_only_a_weight(counter);
}

// The counters that a rule needs and the log lacks.
std::vector<std::size_t> lacked_counters(const Rule& rule, const UsedStandIns& used,
                                         const CounterPresence& presence) {
  std::vector<std::size_t> lacked;
  for (std::size_t i = 0; i < rule.counters.size(); ++i) {
    const bool has_it = choice_in_log(rule.counters[i].choices, used, presence) != nullptr;
    if (!has_it && is_needed(rule, i)) lacked.push_back(i);
  }
  return lacked;
}

// Returns whether the log has a counter of the rule that this stand-in would replace.
bool has_original(const Rule& rule, std::size_t stand_in, const CounterPresence& presence) {
  const auto is_original = [&](const CounterChoice& one) {
    return !one.other_path.empty() && one.stand_in == stand_in && presence.has(one.path);
  };
  return std::ranges::any_of(rule.counters, [&](const RuleCounter& counter) {
    return std::ranges::any_of(counter.choices, is_original);
  });
}

// A stand-in is used where the rule lacks less with it; for counters that a rule can do without
// only where the log has no counter of the original. So one of the two objects is judged, never
// both.
UsedStandIns used_stand_ins(const Rule& rule, const CounterPresence& presence) {
  UsedStandIns used(rule.stand_ins.size(), false);
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::size_t lacked = lacked_counters(rule, used, presence).size();
    used[i] = true;
    const std::size_t still_lacked = lacked_counters(rule, used, presence).size();
    used[i] = still_lacked < lacked || (still_lacked == lacked && !has_original(rule, i, presence));
  }
  return used;
}

// Reasons that can be found without counters.
std::string reason_without_counters(const Rule& rule, const AnalysisInput& input) {
  const auto knows = [&](Fact fact) {
    return std::ranges::any_of(input.facts,
                               [&](const Facts& one) { return !std::isnan(one.number(fact)); });
  };
  const auto is_linux = [](const Facts& one) { return one.number(Fact::linux_kernel) == 1; };
  if (rule.is_for_linux.has_value()) {
    const bool has_linux = std::ranges::any_of(input.facts, is_linux);
    if (*rule.is_for_linux && !has_linux) return "applies to Linux only";
    if (!*rule.is_for_linux && has_linux) return "does not apply to Linux";
  }
  for (const Fact need : rule.needs) {
    if (knows(need)) continue;
    const std::string_view name = kFactNames[static_cast<std::size_t>(need)];
    return fmt::format("needs {}, which {} does not say (use --fact {}=...)", name,
                       name_of(input.origin), name);
  }
  if (!rule.uses(Statistic::slope)) return {};
  const LogShape& shape = input.shape;
  const auto between = static_cast<double>(shape.last_local - shape.first_local);
  const double interval = shape.interval.usable() ? shape.interval.number * kTicksPerSecond : 0;
  const bool is_long =
      LinearTrend::is_long_enough(between / kTicksInAnHour, interval / kTicksInAnHour);
  if (is_long && shape.records >= LinearTrend::kLeastSamples) return {};
  return fmt::format("a trend needs an hour and {} samples; {} {:.0f} min and {} samples",
                     LinearTrend::kLeastSamples,
                     input.origin == SampleOrigin::log ? "the log has" : "there were",
                     std::floor((between + interval) / kTicksPerMinute), shape.records);
}

// kNowhere if the log has none of its choices.
PlannedCounter plan_counter(const RuleCounter& counter, const UsedStandIns& used,
                            const CounterPresence& presence, Paths& paths) {
  const CounterChoice* const choice = choice_in_log(counter.choices, used, presence);
  if (choice == nullptr) return {};
  const std::string& path = path_of(*choice, used);
  return {.path = paths.add(path),
          .times = choice->times,
          .over = choice->over,
          .has_instances = choice->over == CounterChoice::Over::none && has_wildcards(path)};
}

bool is_of_processes(const Rule& rule) {
  return std::ranges::any_of(rule.counters, [](const RuleCounter& counter) {
    return counter.choices.front().path.starts_with("\\Process(*)");
  });
}

// Sets the reason if the log lacks a counter that the rule needs, or has none of them.
void skip_without_counters(RulePlan& plan, const Rule& rule, const UsedStandIns& used,
                           const AnalysisInput& input) {
  std::vector<std::size_t> lacked = lacked_counters(rule, used, input.presence);
  const bool has_any = std::ranges::any_of(rule.counters, [&](const RuleCounter& counter) {
    return choice_in_log(counter.choices, used, input.presence) != nullptr;
  });
  if (!has_any) lacked.insert(lacked.begin(), 0);
  if (lacked.empty()) return;
  const RuleCounter& first = rule.counters[lacked.front()];
  plan.skipped = missing_counter(first, input.origin);
  plan.missing = first.choices.front().path;
}

// The first of the counters that the log has, else of their stand-ins; nullptr: none of them.
const std::string* path_in_log(const Rule& rule, std::span<const CounterChoice> choices,
                               const CounterPresence& presence) {
  for (const bool with_stand_ins : {false, true}) {
    const UsedStandIns used(rule.stand_ins.size(), with_stand_ins);
    const CounterChoice* const choice = choice_in_log(choices, used, presence);
    if (choice != nullptr) return &path_of(*choice, used);
  }
  return nullptr;
}

void plan_remainder(RulePlan& plan, const CounterPresence& presence, Paths& paths) {
  const std::string processors(kTimeOfProcessors);
  const std::string forks(kForksPerSecond);
  if (!presence.has(processors)) return;
  plan.processors_path = paths.add(processors);
  if (presence.has(forks)) plan.forks_path = paths.add(forks);
}

void plan_culprits(RulePlan& plan, const Rule& rule, const CounterPresence& presence,
                   Paths& paths) {
  const std::string* const culprits = path_in_log(rule, rule.culprits, presence);
  if (culprits == nullptr) return;
  plan.culprits = *culprits;
  plan.culprits_path = paths.add(*culprits);
  const bool is_time = *culprits == kTimeOfProcesses || *culprits == kTimeOfProcessesV2;
  if (is_time) plan_remainder(plan, presence, paths);
  if (!rule.account.has_value()) return;
  const std::string* const of = path_in_log(rule, rule.account->of, presence);
  if (of != nullptr) plan.account_path = paths.add(*of);
}

// What a rule is judged with instead of a counter, or without it.
void add_remarks(RulePlan& plan, const Rule& rule, const UsedStandIns& used,
                 const AnalysisInput& input) {
  const auto add = [&](std::string remark) {
    const bool is_new = std::ranges::find(plan.remarks, remark) == plan.remarks.end();
    if (!remark.empty() && is_new) plan.remarks.push_back(std::move(remark));
  };
  std::vector<bool> is_told(rule.stand_ins.size(), false);
  for (std::size_t i = 0; i < rule.counters.size(); ++i) {
    const RuleCounter& counter = rule.counters[i];
    const CounterChoice* const choice = choice_in_log(counter.choices, used, input.presence);
    if (choice != nullptr) {
      add(choice->remark);
      if (!has_stand_in(*choice, used) || is_told[choice->stand_in]) continue;
      is_told[choice->stand_in] = true;
      const StandIn& stand_in = rule.stand_ins[choice->stand_in];
      add(fmt::format("judged by {}, because {} has no {}", stand_in.other, name_of(input.origin),
                      choice->path));
    } else if (rule.is_only_a_weight(i)) {
      add(fmt::format("each sample counts the same, because {} has no {}", name_of(input.origin),
                      counter.choices.front().path));
    } else {
      add(counter.without);
    }
  }
}

// Where the counters of a rule are in the log, and what it says of them.
void plan_counters(RulePlan& plan, const Rule& rule, const UsedStandIns& used,
                   const AnalysisInput& input, Paths& paths) {
  for (const RuleCounter& counter : rule.counters) {
    plan.counters.push_back(plan_counter(counter, used, input.presence, paths));
    if (plan.counters.back().has_instances && !plan.primary.has_value()) {
      plan.primary = plan.counters.size() - 1;
    }
  }
  add_remarks(plan, rule, used, input);
}

}  // namespace

std::vector<RulePlan> plan_rules(const AnalysisInput& input, Query& query) {
  Paths paths(query);
  std::vector<RulePlan> plans;
  for (std::size_t i = 0; i < input.rules.size(); ++i) {
    const Rule& rule = input.rules[i];
    RulePlan& plan = plans.emplace_back();
    plan.rule = i;
    const UsedStandIns used = used_stand_ins(rule, input.presence);
    skip_without_counters(plan, rule, used, input);
    if (plan.skipped.empty()) plan.skipped = reason_without_counters(rule, input);
    if (!plan.skipped.empty()) continue;
    plan_counters(plan, rule, used, input, paths);
    const std::string ids(kProcessIds);
    if (is_of_processes(rule) && input.presence.has(ids)) plan.process_ids = paths.add(ids);
    plan_culprits(plan, rule, input.presence, paths);
  }
  return plans;
}

}  // namespace openperflib
