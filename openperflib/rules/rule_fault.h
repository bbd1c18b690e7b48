// RuleFault: a mistake in a rule file.
#pragma once

#include <cstddef>
#include <string>

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

}  // namespace openperflib
