#include "openperflib/snapshot/source.h"

namespace openperflib {

const CounterDescription* Source::describe_counter(TitleIndex object, TitleIndex counter) const {
  for (const ObjectDescription* described : describe()) {
    if (described->name_index != object) continue;
    const CounterDescription* found = find_counter(*described, counter);
    if (found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace openperflib
