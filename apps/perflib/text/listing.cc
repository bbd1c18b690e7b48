#include "apps/perflib/text/listing.h"

#include <algorithm>
#include <iterator>

#include "openperflib/linux/table/linux_counters.h"
#include "openperflib/os/bytes/code_page.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/doctor/diagnosis.h"

namespace openperflib::apps {
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
  auto objects = list_absent_objects(snapshot, described_objects(described));
  std::ranges::transform(omitted_objects(), std::back_inserter(objects), list_omitted);
  return objects;
}

}  // namespace openperflib::apps
