#include "apps/logman/alert_keep.h"

#include <fmt/core.h>

#include <algorithm>

namespace openperflib::logman {
namespace {

// Each once, those of the alert itself first.
std::vector<std::string> started_by(const DataCollectorSet& set,
                                    const std::vector<AlertRule>& rules) {
  std::vector<std::string> names = {set.alert_set};
  for (const AlertRule& rule : rules) {
    if (keep_seconds(set, rule) > 0 && std::ranges::find(names, rule.start) == names.end()) {
      names.push_back(rule.start);
    }
  }
  std::erase(names, "");
  return names;
}

}  // namespace

double keep_seconds(const DataCollectorSet& set, const AlertRule& rule) {
  const double own = static_cast<double>(rule.keep) / kTicksPerSecond;
  return rule.keep > 0 ? own : static_cast<double>(set.keep_seconds);
}

AlertKeep keep_of(const DataCollectorSet& set, const std::vector<AlertRule>& rules,
                  const CollectionStore& store) {
  AlertKeep keep;
  for (const AlertRule& rule : rules)
    keep.seconds = std::max(keep.seconds, keep_seconds(set, rule));
  if (keep.seconds == 0) return keep;
  for (const std::string& name : started_by(set, rules)) {
    const auto started = store.load(name);
    if (!started.has_value()) {
      keep.faults.push_back(fmt::format("{}: {}", name, started.error().text));
      continue;
    }
    if (keep.folder.empty()) keep.folder = started->folder;
    for (const DataCollectorSet& one : collectors_of(*started)) {
      keep.counters.insert(keep.counters.end(), one.counters.begin(), one.counters.end());
    }
  }
  if (keep.folder.empty()) keep.folder = set.folder;
  return keep;
}

}  // namespace openperflib::logman
