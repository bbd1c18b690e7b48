#include "openperflib/pdh/object_items.h"

namespace openperflib {

ObjectItems items_of(const Names::Object& object, std::uint32_t detail_level) {
  ObjectItems items{.counters = {}, .has_instances = object.has_instances(), .instances = {}};
  for (const std::string_view name : object.counter_names(detail_level)) items.counters.add(name);
  for (const std::string& name : object.instance_names(Names::EqualNames::merged)) {
    items.instances.add(name);
  }
  return items;
}

}  // namespace openperflib
