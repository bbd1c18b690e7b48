// Rule files: rules as people write them, in JSON.
//
// Errors: the line, the rule and the reason; a file with a mistake is rejected as a whole.
// Source: docs/formats/rules.md.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule.h"

namespace openperflib {

// What is wrong with a rule file, and where. Value.
struct RuleFault {
  std::size_t line = 1;
  std::string rule;  // its id; empty: none
  std::string reason;
  bool operator==(const RuleFault&) const = default;
};

// "line 12: rule cpu.busy: critical: column 5: ..."
[[nodiscard]] std::string describe(const RuleFault& fault);

// The rules of a file, in its order. At most kMostRules, of a text of at most kMostRuleBytes.
[[nodiscard]] std::expected<std::vector<Rule>, RuleFault> read_rules(std::string_view json);

inline constexpr std::size_t kMostRules = 1000;
inline constexpr std::size_t kMostRuleBytes = std::size_t{4} << 20U;

// The text of the rules that come with the library.
[[nodiscard]] std::string_view built_in_rules() noexcept;

// Adds `others` to `rules`; a rule replaces the one with the same id.
void override_rules(std::vector<Rule>& rules, std::vector<Rule> others);

}  // namespace openperflib
