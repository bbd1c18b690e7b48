// The counter sets that a JSON file declares, for `perflib provider publish`.
//
// Source: docs/formats/publish.md.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/rules/rule_fault.h"

namespace openperflib::apps {

// Errors: the line and what is wrong on it. What the sets themselves may not be, such as names that
// are too long, is found when they are published.
[[nodiscard]] std::expected<std::vector<CounterSetDeclaration>, RuleFault> read_set_declarations(
    std::string_view json);

}  // namespace openperflib::apps
