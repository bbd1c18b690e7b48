// Rule files: rules as people write them, in JSON.
//
// Errors: the line, the rule and the reason; a file with a mistake is rejected as a whole.
// Source: docs/formats/rules.md.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/rules/rule_fault.h"

namespace openperflib {

// The rules of a file, in its order. At most kMostRules, of a text of at most kMostRuleBytes.
[[nodiscard]] std::expected<std::vector<Rule>, RuleFault> read_rules(std::string_view json);

// The text of the rules that come with the library.
[[nodiscard]] std::string_view built_in_rules() noexcept;

// Adds `others` to `rules`; a rule replaces the one with the same id.
void override_rules(std::vector<Rule>& rules, std::vector<Rule> others);

}  // namespace openperflib
