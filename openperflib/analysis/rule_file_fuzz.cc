// Any text as a rule file: a mistake is reported with a line of the file, and rules that are read
// can be evaluated.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule_file.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_number(const Expression& expression, std::span<const double> numbers) {
  for (const double value : {expression.evaluate(numbers), expression.evaluate(numbers, numbers)}) {
    check(std::isnan(value) || std::isfinite(value));
  }
}

void check_level(const RuleLevel& level, std::span<const double> statistics) {
  const double value = level.when.evaluate(statistics);
  check(value == 0 || value == 1);
  if (level.limit.has_value()) check_number(level.limit->number, statistics);
}

void check_rule(const Rule& rule, double number) {
  check(!rule.id.empty() && !rule.levels.empty() && !rule.counters.empty());
  const std::vector<double> samples(kFirstCounterPlace + rule.counters.size(), number);
  const std::vector<double> statistics(kFacts + kStatistics, number);
  check_number(rule.value, samples);
  if (rule.weight.has_value()) check_number(*rule.weight, samples);
  for (const auto& condition : rule.conditions) {
    if (condition.has_value()) (void)condition->holds(samples, samples);
  }
  if (rule.account.has_value()) {
    const std::vector<double> averages(kFacts + kAccountNames.size(), number);
    check_number(rule.account->part, averages);
    check_number(rule.account->whole, averages);
  }
  for (const RuleCounter& counter : rule.counters) {
    for (const CounterChoice& choice : counter.choices)
      check(choice.other_path.empty() || choice.stand_in < rule.stand_ins.size());
  }
  for (const RuleLevel& level : rule.levels) {
    check(level.condition < rule.conditions.size());
    check_level(level, statistics);
  }
}

void check_file(std::string_view text) {
  const auto rules = read_rules(text);
  if (!rules.has_value()) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    check(rules.error().line >= 1 && rules.error().line <= lines && !rules.error().reason.empty());
    check(!describe(rules.error()).empty());
    return;
  }
  for (const Rule& rule : *rules) {
    for (const double number : {0.0, -1.5, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
      check_rule(rule, number);
    }
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::check_file(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
