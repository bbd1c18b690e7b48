#include "apps/perflib/text/value_cell.h"

namespace openperflib::apps {

std::string value_cell(CounterType type, const std::string& counter, const Value& value) {
  return value_cell(quantity_of(type, counter), value);
}

std::string value_cell(Quantity quantity, const Value& value) {
  if (!value.usable()) return "-";
  return with_unit(human_text(quantity, value.number));
}

}  // namespace openperflib::apps
