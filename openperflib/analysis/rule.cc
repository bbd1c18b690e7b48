#include "openperflib/analysis/rule.h"

#include <algorithm>
#include <span>

namespace openperflib {
namespace {

std::vector<std::string_view> facts_before(std::span<const std::string_view> others) {
  std::vector<std::string_view> names(kFactNames.begin(), kFactNames.end());
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

}  // namespace

bool Rule::uses(Statistic statistic) const noexcept {
  return std::ranges::any_of(
      levels, [&](const RuleLevel& level) { return level.when.uses(place_of(statistic)); });
}

bool Rule::is_only_a_weight(std::size_t counter) const noexcept {
  const std::size_t place = kFirstCounterPlace + counter;
  const auto uses_it = [&](const std::optional<Expression>& one) {
    return one.has_value() && one->uses(place);
  };
  return uses_it(weight) && !value.uses(place) && std::ranges::none_of(conditions, uses_it);
}

std::vector<std::string_view> sample_names() {
  constexpr auto kSeconds = std::to_array<std::string_view>({"seconds"});
  return facts_before(kSeconds);
}

std::vector<std::string_view> level_names() { return facts_before(kStatisticNames); }

std::vector<std::string_view> account_names() { return facts_before(kAccountNames); }

std::string_view name_of(Severity severity) noexcept {
  constexpr auto kNames = std::to_array<std::string_view>({"none", "info", "warning", "critical"});
  return kNames[static_cast<std::size_t>(severity)];
}

}  // namespace openperflib
