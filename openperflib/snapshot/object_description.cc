#include "openperflib/snapshot/object_description.h"

#include <algorithm>

namespace openperflib {

const CounterDescription* find_counter(const ObjectDescription& object,
                                       TitleIndex counter) noexcept {
  const auto found = std::ranges::find(object.counters, counter, &CounterDescription::name_index);
  return found == object.counters.end() ? nullptr : &*found;
}

std::string fill_source(std::string_view text, std::string_view instance) {
  std::string filled(text);
  const std::size_t place = filled.find("{}");
  if (place != std::string::npos) filled.replace(place, 2, instance);
  return filled;
}

bool is_requested(const ObjectDescription& object, const ObjectRequest& request) noexcept {
  if (object.is_counter_set) return request.wants_counter_set(object.name_index);
  if (request.wants_object(object.name_index, object.cost == ObjectCost::costly)) return true;
  return object.cost == ObjectCost::also_costly && request.wants_object(object.name_index, true);
}

}  // namespace openperflib
