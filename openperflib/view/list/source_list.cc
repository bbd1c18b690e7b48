#include "openperflib/view/list/source_list.h"

#include <fmt/core.h>

#include <algorithm>

namespace openperflib {
namespace {

std::vector<std::string> instance_names(const Catalog::Object& object) {
  std::vector<std::string> names;
  std::map<std::string_view, std::uint32_t> seen;
  for (const Catalog::Instance& instance : object.instances) {
    const std::uint32_t number = seen[instance.name]++;
    names.push_back(number == 0 ? std::string(instance.name)
                                : fmt::format("{}#{}", instance.name, number));
  }
  return names;
}

// Whether a counter has data.
struct Presence {
  CStatus status;
  std::string reason;
};

std::string reason_or(const Snapshot& snapshot, const MissingRun* why, std::string_view otherwise) {
  return why == nullptr ? std::string(otherwise) : snapshot.reason(*why);
}

Presence of_definition(const Snapshot& snapshot, const Catalog::Object& object,
                       std::uint32_t ordinal) {
  const std::size_t instances = object.has_instances ? object.instances.size() : 1;
  const MissingRun* why = nullptr;
  CStatus status = CStatus::valid_data;
  for (std::uint32_t i = 0; i < instances; ++i) {
    status = snapshot.status(object.title_index, ordinal, i, &why);
    if (usable(status)) return {CStatus::valid_data, {}};
  }
  return {status, reason_or(snapshot, why, {})};
}

Presence of_counter(const Snapshot& snapshot, const Catalog::Object& object,
                    const DescribedCounter& counter) {
  const auto found =
      std::ranges::find(object.counters, counter.title_index, &Catalog::Counter::title_index);
  const MissingRun* why = snapshot.left_out(object.title_index, counter.title_index);
  if (found == object.counters.end()) {
    return {CStatus::no_counter, reason_or(snapshot, why, "not available")};
  }
  // The snapshot may have the reason why an object has no instances.
  if (object.has_instances && object.instances.empty()) {
    return {CStatus::no_instance, reason_or(snapshot, why, "the object has no instances now")};
  }
  return of_definition(snapshot, object, found->ordinal);
}

// An object that the block only mentions with the reasons why its counters have no data.
bool is_left_out(const Snapshot& snapshot, const DescribedObject& object) {
  return !snapshot.view().find(object.title_index).has_value() &&
         std::ranges::any_of(object.counters, [&](const DescribedCounter& counter) {
           return snapshot.left_out(object.title_index, counter.title_index) != nullptr;
         });
}

Presence of_left_out(const Snapshot& snapshot, const DescribedObject& object,
                     const DescribedCounter& counter) {
  const MissingRun* why = snapshot.left_out(object.title_index, counter.title_index);
  return {CStatus::no_counter, reason_or(snapshot, why, "not available")};
}

// Why a counter is missing if the block does not mention its object.
Presence of_absent(const DescribedObject& object, const DescribedCounter& counter) {
  if (!counter.missing_reason.empty())
    return {CStatus::no_object, std::string(counter.missing_reason)};
  return {CStatus::no_object,
          object.is_collected ? "collected only when requested by name" : "not collected"};
}

// `presence(counter)`: whether it has data.
ListedObject list_object(const DescribedObject& object, bool has_instances,
                         std::vector<std::string> instances, const auto& presence) {
  ListedObject listed{.title_index = object.title_index,
                      .machine = {},
                      .name = std::string(object.name),
                      .original_name = {},
                      .has_instances = has_instances,
                      .instances = std::move(instances),
                      .counters = {}};
  for (const DescribedCounter& counter : object.counters) {
    Presence here = presence(counter);
    listed.counters.push_back({.title_index = counter.title_index,
                               .name = std::string(counter.name),
                               .original_name = {},
                               .type = CounterType(counter.type),
                               .status = here.status,
                               .reason = std::move(here.reason),
                               .summary = std::string(counter.summary)});
  }
  return listed;
}

std::string instance_name_of(const Series& series) {
  Catalog::Instance instance;
  instance.name = *series.instance;
  instance.parent = series.parent;
  instance.number = series.instance_number;
  return display_name(instance);
}

}  // namespace

std::vector<ListedObject> list_objects(const Catalog& catalog, const Snapshot& snapshot,
                                       std::span<const DescribedObject> known) {
  std::vector<ListedObject> objects;
  for (const Catalog::Object& object : catalog.objects()) {
    const auto row = std::ranges::find(known, object.title_index, &DescribedObject::title_index);
    if (row == known.end()) continue;  // Collection Status, Titles
    objects.push_back(list_object(
        *row, object.has_instances, instance_names(object),
        [&](const DescribedCounter& one) { return of_counter(snapshot, object, one); }));
  }
  for (const DescribedObject& row : known) {
    if (!is_left_out(snapshot, row)) continue;
    objects.push_back(list_object(row, row.has_instances, {}, [&](const DescribedCounter& one) {
      return of_left_out(snapshot, row, one);
    }));
  }
  return objects;
}

std::vector<ListedObject> list_absent_objects(const Snapshot& snapshot,
                                              std::span<const DescribedObject> known) {
  std::vector<ListedObject> objects;
  for (const DescribedObject& row : known) {
    if (snapshot.view().find(row.title_index).has_value() || is_left_out(snapshot, row)) continue;
    objects.push_back(list_object(row, row.has_instances, {}, [&](const DescribedCounter& one) {
      return of_absent(row, one);
    }));
  }
  return objects;
}

void ListOfRecords::add(const Catalog& catalog, bool holds_values,
                        const std::function<bool(std::size_t)>& has_value) {
  if (catalog.generation() != generation_) map_series(catalog, holds_values);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& [object, counter] = places_[i];
    if (has_value(i)) objects_[object].counters[counter].status = CStatus::valid_data;
  }
}

std::vector<ListedObject> ListOfRecords::take_objects() {
  if (machines_.size() < 2) {
    for (ListedObject& object : objects_) object.machine.clear();
  }
  return std::move(objects_);
}

void ListOfRecords::map_series(const Catalog& catalog, bool holds_values) {
  generation_ = catalog.generation();
  places_.clear();
  for (const Series& series : catalog.series()) places_.push_back(place_of(series, holds_values));
}

ListOfRecords::Place ListOfRecords::place_of(const Series& series, bool holds_values) {
  const std::size_t object = object_of(series);
  note_instance(series, object);
  std::vector<ListedCounter>& counters = objects_[object].counters;
  const auto [known, is_new] =
      counters_.try_emplace({object, std::string(series.counter)}, counters.size());
  if (is_new) counters.push_back(listed(series, holds_values));
  return {object, known->second};
}

std::size_t ListOfRecords::object_of(const Series& series) {
  machines_.emplace(series.machine);
  const auto [known, is_new] = places_of_objects_.try_emplace(
      {std::string(series.machine), std::string(series.object)}, objects_.size());
  if (is_new) {
    objects_.push_back({.title_index = series.object_title_index,
                        .machine = std::string(series.machine),
                        .name = std::string(series.object),
                        .original_name = std::string(series.original_object),
                        .has_instances = false,
                        .instances = {},
                        .counters = {}});
  }
  return known->second;
}

void ListOfRecords::note_instance(const Series& series, std::size_t object) {
  if (!series.instance.has_value()) return;
  objects_[object].has_instances = true;
  std::string text = instance_name_of(series);
  if (instances_.insert({object, text}).second) {
    objects_[object].instances.push_back(std::move(text));
  }
}

// Without data until a record has a value.
ListedCounter ListOfRecords::listed(const Series& series, bool holds_values) const {
  return {.title_index = series.counter_title_index,
          .name = std::string(series.counter),
          .original_name = std::string(series.original_counter),
          .type = holds_values ? std::nullopt : std::optional(series.type),
          .status = CStatus::no_data,
          .reason = "no record of the log has a value",
          .summary = summary_of_(series)};
}

}  // namespace openperflib
