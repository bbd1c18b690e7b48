#include "openperflib/jobs/machine_listing.h"

#include <algorithm>

#include "openperflib/os/portable/code_page.h"
#include "openperflib/titles/object_catalogue.h"
#include "openperflib/view/doctor/diagnosis.h"

namespace openperflib {
namespace {

using Described = std::span<const ObjectDescription* const>;

// In the order of the catalogue, which is that of lists; objects of other providers follow.
std::vector<const ObjectDescription*> in_order_of_lists(Described described) {
  const auto position = [](const ObjectDescription* object) {
    const CatalogueObject* row = find_catalogue_object(object->name_index);
    return row == nullptr ? object_catalogue().size()
                          : static_cast<std::size_t>(row - object_catalogue().data());
  };
  std::vector<const ObjectDescription*> ordered(described.begin(), described.end());
  std::ranges::stable_sort(ordered, {}, position);
  return ordered;
}

// The names of objects and counters are those of the descriptions.
Catalog nameless_catalog_of(const Snapshot& snapshot) {
  return catalog_of(snapshot, TitleTable({}, {}, {}), &decode_code_page);
}

Names names_of(const Catalog& catalog, Described described) {
  return {catalog, TitleTable({}, {}, {}), in_order_of_lists(described)};
}

}  // namespace

ObjectRequest request_for_all(Described described) {
  ObjectRequest request = ObjectRequest::nothing();
  for (const ObjectDescription* object : described) {
    if (object->is_collected) request.add_object(object->name_index);
  }
  return request;
}

std::vector<ListedObject> list_objects(const Snapshot& snapshot, Described described) {
  const Catalog catalog = nameless_catalog_of(snapshot);
  return list_objects(names_of(catalog, described), snapshot);
}

Diagnosis diagnose(const Snapshot& snapshot, Described described) {
  const Catalog catalog = nameless_catalog_of(snapshot);
  return diagnose(names_of(catalog, described), snapshot);
}

std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot, Described described) {
  const Catalog catalog = nameless_catalog_of(snapshot);
  return list_absent_objects(names_of(catalog, described), snapshot);
}

}  // namespace openperflib
