// Threshold files of PAL (Performance Analysis of Logs), read as rules.
//
// Errors: the line and the reason; a file that cannot be read is rejected as a whole, a threshold
// that is not a single comparison is left out by name.
// Source: docs/formats/thresholds.md.
#pragma once

#include <cstddef>
#include <expected>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/base/bytes.h"
#include "openperflib/rules/rule_fault.h"

namespace openperflib {

inline constexpr std::size_t kMostThresholdBytes = std::size_t{8} << 20U;
inline constexpr std::size_t kMostThresholds = 5000;

// What a file has. Value.
struct ReadRules {
  std::vector<Rule> rules;            // in the order of the file
  std::vector<LeftOutRule> left_out;  // likewise, without the name of the file
};

// Reads XML in UTF-8, UTF-16 or Windows-1252. The scripts in it are never run.
[[nodiscard]] std::expected<ReadRules, RuleFault> read_thresholds(Bytes bytes);

}  // namespace openperflib
