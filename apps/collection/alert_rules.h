// Files of alert rules, as tools are given them.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/alert/alert_rule.h"

namespace openperflib::apps {

// The rules of the file of that name. Errors: "FILE: line N: rule NAME: REASON", or what the system
// said.
[[nodiscard]] std::expected<std::vector<AlertRule>, std::string> alert_rules_of(
    const std::string& path);

}  // namespace openperflib::apps
