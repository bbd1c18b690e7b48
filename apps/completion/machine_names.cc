#include <algorithm>
#include <utility>

#include "apps/completion/known_names.h"
#include "openperflib/linux/linux_provider.h"
#include "openperflib/linux/table/object_catalogue.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib::apps {
namespace {

bool has_source(const CatalogueCounter& counter) noexcept {
  switch (counter.status) {
    case LinuxStatus::exact:
    case LinuxStatus::approx:
    case LinuxStatus::derived:
    case LinuxStatus::extension:
      return true;
    case LinuxStatus::optional:
    case LinuxStatus::none:
    case LinuxStatus::omit:
      return false;
  }
  return false;
}

PathObject object_of(const CatalogueObject& row) {
  PathObject object{
      .name = std::string(row.name), .has_instances = row.has_instances, .counters = {}};
  for (const CatalogueCounter& counter : row.counters) {
    if (has_source(counter)) object.counters.emplace_back(counter.name);
  }
  return object;
}

const CatalogueObject* find_row(const PathObject& object) {
  const auto rows = object_catalogue();
  const auto row = std::ranges::find(rows, object.name, &CatalogueObject::name);
  return row == rows.end() ? nullptr : &*row;
}

// The instances of one object, of which no counter is read.
std::vector<std::string> instances_here(const PathObject& object,
                                        const std::vector<std::string>& roots) {
  constexpr TitleIndex kNoCounter = 0;
  const CatalogueObject* const row = find_row(object);
  const auto source = LocalSource::open(
      fixed_titles(), {.roots = roots, .kept_descriptors = 0, .collection_status = false});
  if (row == nullptr || !source.has_value()) return {};
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(row->name_index, kNoCounter);
  Snapshot snapshot;
  if (!(*source)->read(request, snapshot).has_value()) return {};
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  std::vector<std::string> names;
  if (const Catalog::Object* found = catalog.find(row->name_index)) {
    for (const Catalog::Instance& instance : found->instances)
      names.push_back(display_name(instance));
  }
  return names;
}

}  // namespace

PathNames names_of_machine(std::vector<std::string> roots) {
  PathNames names;
  for (const TitleIndex index : collected_objects()) {
    if (const CatalogueObject* row = find_catalogue_object(index))
      names.objects.push_back(object_of(*row));
  }
  names.instances = [roots = std::move(roots)](const PathObject& object) {
    return instances_here(object, roots);
  };
  return names;
}

}  // namespace openperflib::apps
