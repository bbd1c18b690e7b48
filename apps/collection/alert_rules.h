// Files of alert rules on command lines.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "openperflib/alert/alert_rule.h"

namespace openperflib::apps {

// Reads the rules of a file. Errors: "FILE: line N: rule NAME: REASON", or the reason of the
// system.
[[nodiscard]] std::expected<std::vector<AlertRule>, std::string> alert_rules_of(
    const std::string& path);

}  // namespace openperflib::apps
