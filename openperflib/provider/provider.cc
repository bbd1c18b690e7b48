#include "openperflib/provider/provider.h"

namespace openperflib {

std::string Provider::source_of(const SourceQuestion& value) const {
  for (const ObjectDescription& object : describe()) {
    if (object.name_index != value.object) continue;
    const CounterDescription* counter = find_counter(object, value.counter);
    if (counter != nullptr) return fill_source(counter->source, value.instance);
  }
  return {};
}

}  // namespace openperflib
