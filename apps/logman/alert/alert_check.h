// Whether an alert can ever fire on this machine, and whether it does anything then.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "apps/collection/environment.h"
#include "apps/logman/alert/single_reading.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"
#include "openperflib/alert/alert_rule.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::logman {

// Why the rule, whose path is that number of the query, can never fire here, with the nearest names
// and the code; empty: it can, be it for an instance that has yet to come. The query has taken the
// snapshot.
[[nodiscard]] std::string why_it_never_fires(const Query& query, const Snapshot& snapshot,
                                             const AlertRule& rule, std::uint32_t path);

// Checks the rules whose paths are the first ones of the query. Errors: none of them can ever fire.
[[nodiscard]] Outcome check_some_can_fire(const Query& query, const Snapshot& snapshot,
                                          std::span<const AlertRule> rules);

// Checks a set that is not running: reads its counters once. Errors: also a typed threshold
// that can never be met. The others that cannot are named on standard error.
[[nodiscard]] Outcome check_can_fire(const apps::Environment& environment,
                                     const AlertCollector& alert, std::span<const AlertRule> rules,
                                     Named thresholds);

// Whether something happens when one of its rules fires.
[[nodiscard]] bool has_action(const AlertCollector& alert, std::span<const AlertRule> rules);

}  // namespace openperflib::logman
