#include "apps/collection/alert_rules.h"

#include <fmt/format.h>

#include <utility>

#include "apps/program/input_file.h"
#include "openperflib/alert/alert_rule_file.h"
#include "openperflib/base/bytes.h"

namespace openperflib::apps {

std::expected<std::vector<AlertRule>, std::string> alert_rules_of(const std::string& path) {
  const auto bytes = read_input(path, kMostAlertRuleBytes);
  if (!bytes.has_value()) return std::unexpected(describe(bytes.error()));
  auto rules = read_alert_rules(as_text(*bytes));
  if (rules.has_value()) return *std::move(rules);
  const RuleFault& fault = rules.error();
  const std::string rule = fault.rule.empty() ? "" : fmt::format("rule {}: ", fault.rule);
  return std::unexpected(fmt::format("{}:{}: {}{}", path, fault.line, rule, fault.reason));
}

}  // namespace openperflib::apps
