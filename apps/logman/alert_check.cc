#include "apps/logman/alert_check.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/logman/failure.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/linux/table/object_catalogue.h"
#include "openperflib/machine/local_source.h"

namespace openperflib::logman {
namespace {

bool has_no_source(const Series& series) {
  const CatalogueObject* object = find_catalogue_object(series.object_title_index);
  if (object == nullptr) return false;
  const auto counter = std::ranges::find(object->counters, series.counter_title_index,
                                         &CatalogueCounter::name_index);
  return counter != object->counters.end() &&
         (counter->status == LinuxStatus::none || counter->status == LinuxStatus::omit);
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

bool was_typed(std::size_t rule, const AlertCollector& alert, Thresholds thresholds) {
  return thresholds == Thresholds::typed && rule < alert.thresholds.size();
}

}  // namespace

std::string why_it_never_fires(const Query& query, const Snapshot& snapshot, const AlertRule& rule,
                               std::uint32_t path) {
  if (rule.condition.when == AlertWhen::missing) return {};
  switch (query.match(path)) {
    case Query::Match::no_instance:
      return {};
    case Query::Match::matched:
    case Query::Match::left_out:
      return why_never_a_value(query, path);
    case Query::Match::no_machine:
    case Query::Match::no_object:
    case Query::Match::no_counter:
      break;
  }
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
                       std::span<const AlertRule> rules, Thresholds thresholds) {
  const auto source =
      LocalSource::open(environment.titles, {.providers = environment.providers,
                                             .log_event = environment.log_event,
                                             .time_limit = apps::kSingleCollectionLimit});
  if (!source.has_value()) return {};
  Query query((*source)->titles());
  for (const AlertRule& rule : rules) {
    if (!query.add(rule.counter).has_value()) return {};  // its errors are reported elsewhere
  }
  Snapshot snapshot;
  if (!(*source)->read(query.request(), snapshot).has_value()) return {};
  query.take(snapshot);
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
