// The two halves of calculate(): statistics sum what the first gives before they ask the second.
#pragma once

#include <expected>

#include "openperflib/counter/calculate.h"

namespace openperflib {

// What the formula is evaluated over, or why there is no value.
[[nodiscard]] std::expected<Operands, CStatus> check_operands(const Formula& formula,
                                                              const RawCounter& older,
                                                              const RawCounter& newer,
                                                              const Policy& policy) noexcept;

// The number, clamped and capped as the type and the policy say.
[[nodiscard]] double evaluate(const Formula& formula, const Operands& operands,
                              const Policy& policy) noexcept;

}  // namespace openperflib
