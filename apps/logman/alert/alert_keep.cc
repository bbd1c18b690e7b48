#include "apps/logman/alert/alert_keep.h"

#include <fmt/core.h>

#include <algorithm>

namespace openperflib::logman {
namespace {

// Each once, those of the alert itself first.
std::vector<std::string> started_by(const AlertCollector& alert,
                                    const std::vector<AlertRule>& rules) {
  std::vector<std::string> names = {alert.set};
  for (const AlertRule& rule : rules) {
    if (keep_seconds(alert, rule) > 0 && std::ranges::find(names, rule.start) == names.end()) {
      names.push_back(rule.start);
    }
  }
  std::erase(names, "");
  return names;
}

}  // namespace

double keep_seconds(const AlertCollector& alert, const AlertRule& rule) {
  const double own = static_cast<double>(rule.keep) / kTicksPerSecond;
  return rule.keep > 0 ? own : static_cast<double>(alert.keep_seconds);
}

AlertKeep keep_of(const SetCollector& one, const std::vector<AlertRule>& rules,
                  const CollectionStore& store) {
  const AlertCollector& alert = *one.collector.alert();
  AlertKeep keep;
  for (const AlertRule& rule : rules)
    keep.seconds = std::max(keep.seconds, keep_seconds(alert, rule));
  if (keep.seconds == 0) return keep;
  for (const std::string& name : started_by(alert, rules)) {
    const auto started = store.load(name);
    if (!started.has_value()) {
      keep.faults.push_back(fmt::format("{}: {}", name, started.error().text));
      continue;
    }
    if (keep.folder.empty()) keep.folder = started->folder;
    for (const Collector& other : started->collectors) {
      const CounterCollector* const counter = other.counter();
      if (counter == nullptr) continue;
      keep.counters.insert(keep.counters.end(), counter->counters.begin(), counter->counters.end());
    }
  }
  if (keep.folder.empty()) keep.folder = one.set.folder;
  return keep;
}

}  // namespace openperflib::logman
