// Files of rules, whichever format they have.
#pragma once

#include <cstddef>
#include <expected>

#include "openperflib/analysis/thresholds/threshold_file.h"
#include "openperflib/base/bytes.h"
#include "openperflib/rules/rule_fault.h"

namespace openperflib {

// What a file of rules may have, in the format with the larger files.
inline constexpr std::size_t kMostRuleFileBytes = kMostThresholdBytes;

// Reads a rule file or a threshold file of PAL: XML begins with <, whatever the file is called.
[[nodiscard]] std::expected<ReadRules, RuleFault> read_rule_file(Bytes bytes);

}  // namespace openperflib
