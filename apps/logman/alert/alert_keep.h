// AlertKeep: what an alert records of the time before and after it fires.
#pragma once

#include <string>
#include <vector>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"
#include "openperflib/alert/alert_rule.h"

namespace openperflib::logman {

// Value.
struct AlertKeep {
  double seconds = 0;                 // the longest requested; 0: nothing is recorded
  std::string folder;                 // of the first collection that it starts, else its own
  std::vector<std::string> counters;  // of the collections that it starts, without its own
  std::vector<std::string> faults;    // why the counters of a collection are missing
};

// Returns what an alert with these rules keeps.
[[nodiscard]] AlertKeep keep_of(const SetCollector& one, const std::vector<AlertRule>& rules,
                                const CollectionStore& store);

// How many seconds are recorded when this rule fires; 0: none.
[[nodiscard]] double keep_seconds(const AlertCollector& alert, const AlertRule& rule);

}  // namespace openperflib::logman
