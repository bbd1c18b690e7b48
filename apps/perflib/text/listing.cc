#include "apps/perflib/text/listing.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "openperflib/linux/table/object_catalogue.h"
#include "openperflib/os/code_page.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib::apps {
namespace {

using Described = std::span<const ObjectDescription* const>;

std::vector<std::string> instance_names(const ObjectTypeView& object) {
  std::vector<std::string> names;
  std::map<std::string, std::uint32_t> seen;
  for (const InstanceView& instance : object.instances()) {
    std::string name = instance_name(object, instance.definition, &decode_code_page).text;
    const std::uint32_t number = seen[name]++;
    names.push_back(number == 0 ? name : fmt::format("{}#{}", name, number));
  }
  return names;
}

// Whether a counter has data.
struct Presence {
  CStatus status;
  std::string reason;
};

// Collection Status may contain the reason why an object has no instances.
Presence of_no_instances(const Snapshot& snapshot, const ObjectTypeView& object,
                         const CounterDescription& counter) {
  const MissingRun* why = snapshot.left_out(object.name_title_index(), counter.name_index);
  return {CStatus::no_instance,
          why == nullptr ? "the object has no instances now" : snapshot.reason(*why)};
}

Presence of_definition(const Snapshot& snapshot, const ObjectTypeView& object,
                       std::uint32_t ordinal) {
  const std::uint32_t instances = object.instance_count().value_or(1);
  const MissingRun* why = nullptr;
  CStatus status = CStatus::valid_data;
  for (std::uint32_t i = 0; i < instances; ++i) {
    status = snapshot.status(object.name_title_index(), ordinal, i, &why);
    if (usable(status)) return {CStatus::valid_data, {}};
  }
  return {status, utf8_from_utf16(why->reason, object.byte_order()).text};
}

Presence of_counter(const Snapshot& snapshot, const ObjectTypeView& object,
                    const CounterDescription& counter) {
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& definition : object.counters()) {
    if (definition.name_title_index() == counter.name_index) {
      if (object.instance_count() == 0U) return of_no_instances(snapshot, object, counter);
      return of_definition(snapshot, object,
                           ordinal);  // a base has the same index, but comes later
    }
    ++ordinal;
  }
  const MissingRun* why = snapshot.left_out(object.name_title_index(), counter.name_index);
  return {CStatus::no_counter, why == nullptr
                                   ? "not available"
                                   : utf8_from_utf16(why->reason, object.byte_order()).text};
}

// An object that the block only mentions with the reasons why its counters have no data.
bool is_left_out(const Snapshot& snapshot, const ObjectDescription& row) {
  return !snapshot.view().find(row.name_index).has_value() &&
         std::ranges::any_of(row.counters, [&](const CounterDescription& counter) {
           return snapshot.left_out(row.name_index, counter.name_index) != nullptr;
         });
}

Presence of_left_out(const Snapshot& snapshot, const ObjectDescription& row,
                     const CounterDescription& counter) {
  const MissingRun* why = snapshot.left_out(row.name_index, counter.name_index);
  return {CStatus::no_counter, why == nullptr ? "not available" : snapshot.reason(*why)};
}

// `availability(counter)`: whether it has data.
ListedObject list_object(const ObjectDescription& row, bool has_instances,
                         std::vector<std::string> instances, const auto& availability) {
  ListedObject listed{.title_index = row.name_index,
                      .machine = {},
                      .name = std::string(row.name),
                      .original_name = {},
                      .has_instances = has_instances,
                      .instances = std::move(instances),
                      .counters = {}};
  for (const CounterDescription& counter : row.counters) {
    Presence here = availability(counter);
    listed.counters.push_back({.title_index = counter.name_index,
                               .name = std::string(counter.name),
                               .original_name = {},
                               .type = CounterType(counter.type),
                               .status = here.status,
                               .reason = std::move(here.reason),
                               .summary = std::string(counter.summary)});
  }
  return listed;
}

// Why a counter is missing if the block does not mention its object.
Presence of_absent(const ObjectDescription& row, const CounterDescription& counter) {
  if (!counter.missing_reason.empty())
    return {CStatus::no_object, std::string(counter.missing_reason)};
  return {CStatus::no_object,
          row.is_collected ? "collected only when requested by name" : "not collected"};
}

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
          .reason = omitted.reason};
}

}  // namespace

ObjectRequest everything(Described described) {
  ObjectRequest request = ObjectRequest::nothing();
  for (const ObjectDescription* object : described) {
    if (object->is_collected) request.add_object(object->name_index);
  }
  return request;
}

const ObjectDescription* find_described(Described described, TitleIndex object) {
  const auto found = std::ranges::find(described, object, &ObjectDescription::name_index);
  return found == described.end() ? nullptr : *found;
}

std::vector<ListedObject> list_objects(const Snapshot& snapshot, Described described) {
  std::vector<ListedObject> objects;
  for (const ObjectTypeView& object : snapshot.view().objects()) {
    const ObjectDescription* row = find_described(described, object.name_title_index());
    if (row == nullptr) continue;  // Collection Status, Titles
    objects.push_back(list_object(
        *row, object.instance_count().has_value(), instance_names(object),
        [&](const CounterDescription& one) { return of_counter(snapshot, object, one); }));
  }
  for (const ObjectDescription* row : in_order_of_lists(described)) {
    if (!is_left_out(snapshot, *row)) continue;
    objects.push_back(list_object(*row, row->has_instances, {}, [&](const CounterDescription& one) {
      return of_left_out(snapshot, *row, one);
    }));
  }
  return objects;
}

std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot, Described described) {
  std::vector<ListedObject> objects;
  for (const ObjectDescription* row : in_order_of_lists(described)) {
    const bool is_told =
        snapshot.view().find(row->name_index).has_value() || is_left_out(snapshot, *row);
    if (is_told) continue;
    objects.push_back(list_object(*row, row->has_instances, {}, [&](const CounterDescription& one) {
      return of_absent(*row, one);
    }));
  }
  std::ranges::transform(omitted_objects(), std::back_inserter(objects), list_omitted);
  return objects;
}

std::string_view summary_by_indices(const Series& series) {
  const CatalogueObject* object = find_catalogue_object(series.object_title_index);
  const CatalogueCounter* counter =
      object == nullptr ? nullptr : find_catalogue_counter(*object, series.counter_title_index);
  return counter == nullptr ? std::string_view() : counter->summary;
}

std::string_view summary_by_names(const Series& series) {
  for (const CatalogueObject& object : object_catalogue()) {
    if (folded(object.name) != folded(series.object)) continue;
    for (const CatalogueCounter& counter : object.counters) {
      if (folded(counter.name) == folded(series.counter)) return counter.summary;
    }
  }
  return {};
}

}  // namespace openperflib::apps
