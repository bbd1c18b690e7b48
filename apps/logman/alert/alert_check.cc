#include "apps/logman/alert/alert_check.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/logman/run/failure.h"
#include "openperflib/alert/alert_watch.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/linux/table/linux_counters.h"

namespace openperflib::logman {
namespace {

bool has_no_source(const Series& series) {
  const CatalogueObject* object = find_catalogue_object(series.object_title_index);
  if (object == nullptr) return false;
  const CatalogueCounter* counter = find_catalogue_counter(*object, series.counter_title_index);
  if (counter == nullptr) return false;
  const LinuxStatus status = on_linux(*counter).status;
  return status == LinuxStatus::none || status == LinuxStatus::omit;
}

// Why no series of the path ever has a value on Linux; empty: one may have.
std::string why_never_a_value(const Query& query, std::uint32_t path) {
  const auto series = query.binding().series();
  std::string why;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].path != path) continue;
    if (!has_no_source(series[i])) return {};
    if (why.empty()) why = query.reason(i);
  }
  if (why.empty()) return why;
  return drop_in::with_code(fmt::format("this counter never has a value on Linux: {}", why),
                            CStatus::no_counter);
}

bool was_typed(std::size_t rule, const AlertCollector& alert, Named thresholds) {
  return thresholds == Named::typed && rule < alert.thresholds.size();
}

}  // namespace

std::string why_it_never_fires(const Query& query, const Snapshot& snapshot, const AlertRule& rule,
                               std::uint32_t path) {
  if (rule.condition.when == AlertWhen::missing) return {};
  if (can_match(query.match(path))) return why_never_a_value(query, path);
  return drop_in::why_unmatched(query, snapshot, rule.counter, path);
}

Outcome check_some_can_fire(const Query& query, const Snapshot& snapshot,
                            std::span<const AlertRule> rules) {
  std::string first;
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const std::string why = why_it_never_fires(query, snapshot, rules[i], i);
    if (why.empty()) return {};
    if (first.empty()) first = fmt::format("{}: {}", rules[i].counter, why);
  }
  return std::unexpected(Failure{fmt::format("The alert can never fire: {}", first), {}});
}

Outcome check_can_fire(const apps::Environment& environment, const AlertCollector& alert,
                       std::span<const AlertRule> rules, Named thresholds) {
  const auto reading = read_once(environment, paths_of(rules));
  if (!reading.has_value()) return {};
  const auto& [query, snapshot, paths] = *reading;
  if (paths.size() != rules.size()) return {};  // their errors are reported elsewhere
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const std::string why = why_it_never_fires(query, snapshot, rules[i], i);
    if (why.empty()) continue;
    if (was_typed(i, alert, thresholds)) {
      return std::unexpected(Failure{fmt::format("-th {}: {}", rules[i].name, why), {}});
    }
    drop_in::remark(kTool, fmt::format("{}: {}", rules[i].counter, why));
  }
  return check_some_can_fire(query, snapshot, rules);
}

bool has_action(const AlertCollector& alert, std::span<const AlertRule> rules) {
  const bool has_own =
      alert.event_log || !alert.command.empty() || !alert.set.empty() || alert.keep_seconds > 0;
  return has_own || std::ranges::any_of(rules, [](const AlertRule& rule) {
           return rule.event_log || !rule.command.empty() || !rule.start.empty() || rule.keep > 0;
         });
}

}  // namespace openperflib::logman
