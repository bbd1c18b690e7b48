// Files of alert rules, in JSON.
//
// Errors: the line, the rule and the reason; nothing of a file with a mistake is taken.
// Source: docs/formats/alerts.md.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/analysis/rule_file.h"

namespace openperflib {

// The rules of a file, in its order; one at least. At most kMostRules, of a text of at most
// kMostRuleBytes.
[[nodiscard]] std::expected<std::vector<AlertRule>, RuleFault> read_alert_rules(
    std::string_view json);

}  // namespace openperflib
