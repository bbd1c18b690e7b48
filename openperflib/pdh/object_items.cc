#include "openperflib/pdh/object_items.h"

#include <algorithm>
#include <unordered_set>

#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/object_catalogue.h"

namespace openperflib {
namespace {

// What its block says or, in logs of single counters, what an object of that name has on every
// machine; otherwise the first one.
const Catalog::Counter* default_counter_of(const Catalog::Object& object,
                                           const TitleTable& titles) {
  if (object.counters.empty()) return nullptr;
  if (object.default_counter.has_value()) return &object.counters[*object.default_counter];
  const auto positions = titles.positions(object.name);
  const CatalogueObject* const known =
      positions.empty() ? nullptr : find_catalogue_object(titles.names()[positions.front()].index);
  if (known != nullptr) {
    const std::string name = folded(known->counters[known->default_order].name);
    const auto found = std::ranges::find(object.counters, name, &Catalog::Counter::folded_name);
    if (found != object.counters.end()) return &*found;
  }
  return &object.counters.front();
}

}  // namespace

NameList ObjectItems::counters_at(std::uint32_t detail_level) const {
  NameList names;
  for (const Counter& counter : counters) {
    if (counter.detail_level <= detail_level) names.add(counter.name);
  }
  return names;
}

ObjectItems items_of(const Catalog::Object& object, const TitleTable& titles) {
  ObjectItems items;
  std::unordered_set<std::string_view> counters;
  for (const Catalog::Counter& counter : object.counters) {
    if (!counter.is_listed || !counters.insert(counter.name).second) continue;
    items.counters.push_back({std::string(counter.name), counter.detail_level});
  }
  items.has_instances = object.has_instances;
  std::unordered_set<std::string> instances;
  for (const Catalog::Instance& instance : object.instances) {
    const auto [name, is_new] = instances.insert(full_name(instance));
    if (is_new) items.instances.add(*name);
  }
  const Catalog::Counter* const counter = default_counter_of(object, titles);
  if (counter != nullptr) items.default_counter = counter->name;
  return items;
}

const Catalog::Object* find_object(const Catalog& catalog, std::string_view name,
                                   std::optional<std::string_view> machine) {
  const std::string folded_name = folded(name);
  for (const Catalog::Object& object : catalog.objects()) {
    const bool is_there = !machine.has_value() || equal_ignoring_case(object.machine, *machine);
    const bool is_called =
        object.folded_name == folded_name ||
        (!object.original_name.empty() && equal_ignoring_case(object.original_name, name));
    if (is_there && is_called && !describes_the_block(object.title_index)) return &object;
  }
  return nullptr;
}

}  // namespace openperflib
