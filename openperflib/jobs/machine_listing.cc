#include "openperflib/jobs/machine_listing.h"

#include <algorithm>
#include <iterator>

#include "openperflib/os/bytes/code_page.h"
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

DescribedObject described_object(const ObjectDescription* object) {
  DescribedObject known{.title_index = object->name_index,
                        .name = object->name,
                        .has_instances = object->has_instances,
                        .is_collected = object->is_collected,
                        .counters = {}};
  for (const CounterDescription& counter : object->counters) {
    if (!counter.is_listed) continue;
    known.counters.push_back({.title_index = counter.name_index,
                              .name = counter.name,
                              .summary = counter.summary,
                              .type = counter.type,
                              .missing_reason = counter.missing_reason,
                              .never_has_values = counter.availability == Availability::never});
  }
  return known;
}

std::vector<DescribedObject> described_objects(Described described) {
  std::vector<DescribedObject> known;
  std::ranges::transform(in_order_of_lists(described), std::back_inserter(known), described_object);
  return known;
}

// The names are those of the descriptions.
Catalog nameless_catalog_of(const Snapshot& snapshot) {
  return catalog_of(snapshot, TitleTable({}, {}, {}), &decode_code_page);
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
  return list_objects(nameless_catalog_of(snapshot), snapshot, described_objects(described));
}

Diagnosis diagnose(const Snapshot& snapshot, Described described) {
  return diagnose(nameless_catalog_of(snapshot), snapshot, described_objects(described));
}

std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot, Described described) {
  return list_absent_objects(snapshot, described_objects(described));
}

}  // namespace openperflib
