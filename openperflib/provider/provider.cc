#include "openperflib/provider/provider.h"

namespace openperflib {

bool is_requested(const ObjectDescription& object, const ObjectRequest& request) noexcept {
  if (request.wants_object(object.name_index, object.cost == ObjectCost::costly)) return true;
  return object.cost == ObjectCost::also_costly && request.wants_object(object.name_index, true);
}

}  // namespace openperflib
