// What each rule reads in a log, or why it is skipped.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/query/path_pattern.h"
#include "openperflib/query/series_catalog.h"

namespace openperflib {
namespace {

constexpr std::string_view kProcessIds = "\\Process(*)\\ID Process";
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

// Which paths stand for something in the whole log.
class Presence {
 public:
  Presence(const AnalysisInput& input, const TitleTable& titles) : query_(titles), paths_(query_) {
    for (const Rule& rule : input.rules) {
      for (const RuleCounter& counter : rule.counters) {
        for (const CounterChoice& choice : counter.choices) (void)paths_.add(choice.path);
      }
    }
    (void)paths_.add(std::string(kProcessIds));
    SeriesCatalog catalog;
    catalog.clear();
    for (const Series& series : input.series) catalog.add(series);
    query_.take(catalog, Sample{.counters = std::vector<RawCounter>(input.series.size())});
  }
  [[nodiscard]] bool has(const std::string& path) {
    return query_.match(paths_.add(path)) == Query::Match::matched;
  }

 private:
  Query query_;
  Paths paths_;
};

bool has_wildcards(const std::string& path) {
  const auto pattern = PathPattern::parse(path);
  return pattern.has_value() && pattern->has_wildcards();
}

std::string missing_counter(const RuleCounter& counter) {
  std::string text = fmt::format("the log has no {}", counter.choices.front().path);
  if (counter.choices.size() > 1) text += " (nor what would do instead)";
  return text;
}

// Needs no counter to be told.
std::string reason_without_counters(const Rule& rule, const AnalysisInput& input) {
  const auto knows = [&](Fact fact) {
    return std::ranges::any_of(input.facts,
                               [&](const Facts& one) { return !std::isnan(one.number(fact)); });
  };
  const auto is_linux = [](const Facts& one) { return one.number(Fact::linux_kernel) == 1; };
  if (rule.is_for_linux.has_value()) {
    const bool has_linux = std::ranges::any_of(input.facts, is_linux);
    if (*rule.is_for_linux && !has_linux)
      return "is for Linux alone, of which the log has no object";
    if (!*rule.is_for_linux && has_linux) return "is not for Linux";
  }
  for (const Fact need : rule.needs) {
    if (knows(need)) continue;
    return fmt::format("needs \"{}\", which the log does not tell",
                       kFactNames[static_cast<std::size_t>(need)]);
  }
  if (!rule.uses(Statistic::slope)) return {};
  const auto ticks = static_cast<double>(input.shape.last_local - input.shape.first_local);
  const bool is_long = ticks >= LinearTrend::kLeastHours * 60 * kTicksPerMinute;
  if (is_long && input.shape.records >= LinearTrend::kLeastSamples) return {};
  return fmt::format("a trend needs an hour and {} samples; the log has {:.0f} min and {}",
                     LinearTrend::kLeastSamples, ticks / kTicksPerMinute, input.shape.records);
}

// Where the log has none of its choices: nowhere.
PlannedCounter plan_counter(const RuleCounter& counter, Presence& presence, Paths& paths) {
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

}  // namespace

std::vector<RulePlan> plan_rules(const AnalysisInput& input, const TitleTable& titles,
                                 Query& query) {
  Presence presence(input, titles);
  Paths paths(query);
  std::vector<RulePlan> plans;
  for (std::size_t i = 0; i < input.rules.size(); ++i) {
    const Rule& rule = input.rules[i];
    RulePlan plan{.rule = i, .skipped = {}, .counters = {}, .primary = {}};
    for (const RuleCounter& counter : rule.counters) {
      const bool is_there = std::ranges::any_of(
          counter.choices, [&](const CounterChoice& one) { return presence.has(one.path); });
      if (is_there || counter.is_optional || !plan.skipped.empty()) continue;
      plan.skipped = missing_counter(counter);
    }
    if (plan.skipped.empty()) plan.skipped = reason_without_counters(rule, input);
    if (plan.skipped.empty()) {
      for (const RuleCounter& counter : rule.counters) {
        plan.counters.push_back(plan_counter(counter, presence, paths));
        if (plan.counters.back().has_instances && !plan.primary.has_value()) {
          plan.primary = plan.counters.size() - 1;
        }
      }
      const std::string ids(kProcessIds);
      if (is_of_processes(rule) && presence.has(ids)) plan.process_ids = paths.add(ids);
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace openperflib
