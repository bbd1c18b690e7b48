#include "openperflib/rules/rule_fault.h"

#include <fmt/core.h>

namespace openperflib {

std::string describe(const RuleFault& fault) {
  const std::string rule = fault.rule.empty() ? "" : fmt::format("rule {}: ", fault.rule);
  return fmt::format("line {}: {}{}", fault.line, rule, fault.reason);
}

}  // namespace openperflib
