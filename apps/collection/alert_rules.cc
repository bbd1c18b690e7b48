#include "apps/collection/alert_rules.h"

#include <fmt/core.h>

#include <utility>

#include "apps/program/input_file.h"
#include "openperflib/alert/alert_rule_file.h"
#include "openperflib/base/bytes.h"
#include "openperflib/rules/rule_document.h"

namespace openperflib::apps {

std::expected<std::vector<AlertRule>, std::string> alert_rules_of(const std::string& path) {
  const auto bytes = read_input(path, kMostRuleBytes);
  if (!bytes.has_value())
    return std::unexpected(fmt::format("{}: {}", path, reason_of(bytes.error())));
  auto rules = read_alert_rules(as_text(*bytes));
  if (rules.has_value()) return *std::move(rules);
  return std::unexpected(fmt::format("{}: {}", path, describe(rules.error())));
}

}  // namespace openperflib::apps
