#include "apps/perflib/text/listing.h"

#include <algorithm>
#include <iterator>

#include "openperflib/linux/table/linux_counters.h"

namespace openperflib::apps {
namespace {

ListedObject list_omitted(const OmittedObject& omitted) {
  return {.title_index = 0,
          .machine = {},
          .name = std::string(omitted.name),
          .original_name = {},
          .has_instances = false,
          .instances = {},
          .counters = {},
          .reason = std::string(omitted.reason)};
}

}  // namespace

std::vector<ListedObject> list_omitted_objects() {
  std::vector<ListedObject> objects;
  std::ranges::transform(omitted_objects(), std::back_inserter(objects), list_omitted);
  return objects;
}

}  // namespace openperflib::apps
