// What each rule reads in a log, or why it is skipped.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/time_series_internal.h"
#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {
namespace {

constexpr double kTicksPerMinute = 60.0 * kTicksPerSecond;

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
  std::string text = fmt::format("{} has no {}", name_of(origin), counter.choices.front().path);
  if (counter.choices.size() > 1) text += ", nor an alternative";
  return text;
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
  const auto ticks = static_cast<double>(input.shape.last_local - input.shape.first_local);
  const bool is_long = ticks >= LinearTrend::kLeastHours * 60 * kTicksPerMinute;
  if (is_long && input.shape.records >= LinearTrend::kLeastSamples) return {};
  return fmt::format("a trend needs an hour and {} samples; {} {:.0f} min and {} samples",
                     LinearTrend::kLeastSamples,
                     input.origin == SampleOrigin::log ? "the log has" : "there were",
                     ticks / kTicksPerMinute, input.shape.records);
}

// kNowhere if the log has none of its choices.
PlannedCounter plan_counter(const RuleCounter& counter, const CounterPresence& presence,
                            Paths& paths) {
  for (const CounterChoice& choice : counter.choices) {
    if (!presence.has(choice.path)) continue;
    return {
        .path = paths.add(choice.path),
        .times = choice.times,
        .over = choice.over,
        .has_instances = choice.over == CounterChoice::Over::none && has_wildcards(choice.path)};
  }
  return {};
}

bool is_of_processes(const Rule& rule) {
  return std::ranges::any_of(rule.counters, [](const RuleCounter& counter) {
    return counter.choices.front().path.starts_with("\\Process(*)");
  });
}

std::string reason_with_counters(const Rule& rule, const AnalysisInput& input) {
  for (const RuleCounter& counter : rule.counters) {
    const bool is_there = std::ranges::any_of(
        counter.choices, [&](const CounterChoice& one) { return input.presence.has(one.path); });
    if (!is_there && !counter.is_optional) return missing_counter(counter, input.origin);
  }
  return {};
}

void plan_culprits(RulePlan& plan, const Rule& rule, const CounterPresence& presence,
                   Paths& paths) {
  for (const CounterChoice& choice : rule.culprits) {
    if (!presence.has(choice.path)) continue;
    plan.culprits = choice.path;
    plan.culprits_path = paths.add(choice.path);
    return;
  }
}

}  // namespace

std::vector<RulePlan> plan_rules(const AnalysisInput& input, Query& query) {
  Paths paths(query);
  std::vector<RulePlan> plans;
  for (std::size_t i = 0; i < input.rules.size(); ++i) {
    const Rule& rule = input.rules[i];
    RulePlan& plan = plans.emplace_back();
    plan.rule = i;
    plan.skipped = reason_with_counters(rule, input);
    if (plan.skipped.empty()) plan.skipped = reason_without_counters(rule, input);
    if (!plan.skipped.empty()) continue;
    for (const RuleCounter& counter : rule.counters) {
      plan.counters.push_back(plan_counter(counter, input.presence, paths));
      if (plan.counters.back().has_instances && !plan.primary.has_value()) {
        plan.primary = plan.counters.size() - 1;
      }
    }
    const std::string ids(kProcessIds);
    if (is_of_processes(rule) && input.presence.has(ids)) plan.process_ids = paths.add(ids);
    plan_culprits(plan, rule, input.presence, paths);
  }
  return plans;
}

}  // namespace openperflib
