// Files of alert rules, in JSON.
//
// Errors: the line, the rule and the reason; nothing of a file with a mistake is taken.
// Source: docs/formats/alerts.md.
#pragma once

#include <cstddef>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/alert/alert_rule.h"
#include "openperflib/analysis/rule_file.h"

namespace openperflib {

inline constexpr std::size_t kMostAlertRules = 1000;
inline constexpr std::size_t kMostAlertRuleBytes = std::size_t{4} << 20U;

// The rules of a file, in its order; one at least.
[[nodiscard]] std::expected<std::vector<AlertRule>, RuleFault> read_alert_rules(
    std::string_view json);

}  // namespace openperflib
