#include <algorithm>
#include <memory>
#include <utility>

#include "apps/completion/known_names.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib::apps {
namespace {

using Machine = std::shared_ptr<LocalSource>;

PathObject object_of(const ObjectDescription& described) {
  PathObject object{.name = std::string(described.name),
                    .has_instances = described.has_instances,
                    .counters = {}};
  for (const CounterDescription& counter : described.counters) {
    if (!counter.is_listed) continue;
    if (counter.availability == Availability::usual) object.counters.emplace_back(counter.name);
  }
  return object;
}

const ObjectDescription* description_of(const LocalSource& machine, std::string_view name) {
  for (const ObjectDescription* object : machine.describe()) {
    if (object->name == name) return object;
  }
  return nullptr;
}

// The instances of one object, of which no counter is read.
std::vector<std::string> instances_here(LocalSource& machine, const PathObject& object,
                                        const TitleTable& titles) {
  constexpr TitleIndex kNoCounter = 0;
  const ObjectDescription* const described = description_of(machine, object.name);
  if (described == nullptr) return {};
  const TitleIndex index = described->name_index;
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(index, kNoCounter);
  Snapshot snapshot;
  if (!machine.read(request, snapshot).has_value()) return {};
  const Catalog catalog = catalog_of(snapshot, titles);
  std::vector<std::string> names;
  if (const Catalog::Object* found = catalog.find(index)) {
    for (const Catalog::Instance& instance : found->instances)
      names.push_back(display_name(instance));
  }
  return names;
}

}  // namespace

PathNames names_of_machine(const Environment& environment, std::vector<std::string> roots) {
  PathNames names;
  auto source =
      LocalSource::open(environment.titles, {.roots = std::move(roots),
                                             .kept_descriptors = 0,
                                             .collection_status = false,
                                             .providers = environment.described_providers});
  if (!source.has_value()) return names;
  const Machine machine = *std::move(source);
  for (const ObjectDescription* object : machine->describe()) {
    if (object->is_collected) names.objects.push_back(object_of(*object));
  }
  names.instances = [machine, &titles = environment.titles](const PathObject& object) {
    return instances_here(*machine, object, titles);
  };
  return names;
}

}  // namespace openperflib::apps
