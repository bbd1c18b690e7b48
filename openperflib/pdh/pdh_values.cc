#include "openperflib/pdh/pdh_values.h"

#include "openperflib/counter/formula.h"

namespace openperflib {
namespace {

bool needs_time_base(const Formula& formula) noexcept {
  return (formula.needs_time_base && formula.plain == nullptr) ||
         formula.first == FirstOperand::elapsed;
}

}  // namespace

std::expected<PdhValue, PdhStatus> format_readings(CounterType type, ValueFormat format,
                                                   std::optional<std::uint64_t> time_base,
                                                   RawCounter newer,
                                                   std::optional<RawCounter> older) {
  const Formula formula = formula_of(type);
  const bool lacks_time_base = needs_time_base(formula) && !time_base.has_value();
  if (formula.calculate == nullptr || lacks_time_base) return std::unexpected(PDH_INVALID_ARGUMENT);
  if (formula.samples == 2 && !older.has_value()) return std::unexpected(PDH_CSTATUS_INVALID_DATA);
  RawCounter before = older.value_or(RawCounter{.status = CStatus::invalid_data});
  before.time_base = newer.time_base = time_base.value_or(0);
  PdhValue value{.type = type};
  value.value = formatted(formula, before, newer, format, 0, MultiTimer::plain);
  value.status = status_of_value(value.value.status);
  return value;
}

}  // namespace openperflib
