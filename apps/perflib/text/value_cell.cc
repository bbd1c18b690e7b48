#include "apps/perflib/text/value_cell.h"

#include "openperflib/counter/human_text.h"

namespace openperflib::apps {

std::string value_cell(CounterType type, const std::string& counter, const Value& value) {
  if (!value.usable()) return "-";
  return with_unit(human_text(quantity_of(type, counter), value.number));
}

}  // namespace openperflib::apps
