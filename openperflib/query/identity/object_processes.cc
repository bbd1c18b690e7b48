#include <algorithm>

#include "openperflib/query/identity/object_processes_internal.h"

namespace openperflib {

void ObjectProcesses::take(const InstanceKey& key) {
  const auto known = std::ranges::find(objects_, key.object_title_index, &Object::title_index);
  if (known == objects_.end()) {
    objects_.push_back({key.object_title_index, key.process});
    return;
  }
  known->is_another = known->process != key.process;
  known->process = key.process;
}

void ObjectProcesses::take(std::span<const InstanceKey> keys) {
  for (Object& object : objects_) object.is_another = false;
  std::uint32_t last = 0;
  for (const InstanceKey& key : keys) {
    if (key.process != 0 && key.object_title_index != last) take(key);
    last = key.object_title_index;
  }
}

bool ObjectProcesses::is_another(std::uint32_t object_title_index) const noexcept {
  const auto known = std::ranges::find(objects_, object_title_index, &Object::title_index);
  return known != objects_.end() && known->is_another;
}

}  // namespace openperflib
