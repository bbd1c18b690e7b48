// AlertKeep: what an alert records of the time before it and after.
#pragma once

#include <string>
#include <vector>

#include "apps/logman/collection_set.h"
#include "apps/logman/collection_store.h"
#include "openperflib/alert/alert_rule.h"

namespace openperflib::logman {

// Value.
struct AlertKeep {
  double seconds = 0;  // the longest of those that were asked for; 0: nothing is recorded
  std::string folder;  // that of the first collection it starts, else its own
  std::vector<std::string> counters;  // of the collections that it starts; beside its own
  std::vector<std::string> faults;    // why those of a collection are missing
};

// Of an alert with these rules.
[[nodiscard]] AlertKeep keep_of(const CollectionSet& set, const std::vector<AlertRule>& rules,
                                const CollectionStore& store);

// The seconds that are recorded when that rule fires; 0: none.
[[nodiscard]] double keep_seconds(const CollectionSet& set, const AlertRule& rule);

}  // namespace openperflib::logman
