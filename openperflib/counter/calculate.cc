#include "openperflib/counter/calculate.h"

namespace openperflib {

Value calculate(CounterType type, const RawCounter& older, const RawCounter& newer,
                const Policy& policy) noexcept {
  const TypeRow* row = find_type(type);
  return row != nullptr ? calculate(row->formula, older, newer, policy)
                        : calculate(formula_of(type), older, newer, policy);
}

}  // namespace openperflib
