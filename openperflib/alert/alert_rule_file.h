// Files of alert rules, in JSON.
//
// Errors: the line, the rule and the reason; a file with an error is refused as a whole.
// Source: docs/formats/alerts.md.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/rules/rule_fault.h"

namespace openperflib {

// The rules of a file, in order, from 1 to kMostRules. The text may have at most kMostRuleBytes.
[[nodiscard]] std::expected<std::vector<AlertRule>, RuleFault> read_alert_rules(
    std::string_view json);

}  // namespace openperflib
