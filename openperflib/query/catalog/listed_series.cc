#include "openperflib/query/catalog/listed_series.h"

#include <algorithm>
#include <utility>

#include "openperflib/snapshot/titles_object.h"

namespace openperflib {
namespace {

using Runs = std::vector<ListedRun>;

// Adds the adjacent listed counters of one instance, whose first series has the number `first`.
void add_instance(const Catalog::Object& object, std::uint32_t position, std::size_t first,
                  Runs& runs) {
  bool is_open = false;
  for (std::size_t i = 0; i < object.counters.size(); ++i) {
    const bool was_open = std::exchange(is_open, object.counters[i].is_listed);
    if (!is_open) continue;
    if (!was_open) runs.push_back({.object = position, .first = first + i});
    ++runs.back().count;
  }
}

void add_object(const Catalog& catalog, std::uint32_t position, Runs& runs) {
  const Catalog::Object& object = catalog.objects()[position];
  const std::size_t counters = object.counters.size();
  const std::size_t instances = object.has_instances ? object.instances.size() : 1;
  const std::size_t first = catalog.first_series({.object = position});
  if (std::ranges::all_of(object.counters, &Catalog::Counter::is_listed)) {
    const ListedRun all{.object = position, .first = first, .count = instances * counters};
    if (all.count != 0) runs.push_back(all);
    return;
  }
  for (std::size_t i = 0; i < instances; ++i) {
    add_instance(object, position, first + i * counters, runs);
  }
}

}  // namespace

std::vector<ListedRun> listed_runs(const Catalog& catalog) {
  Runs runs;
  for (std::uint32_t i = 0; i < catalog.objects().size(); ++i) {
    const Catalog::Object& object = catalog.objects()[i];
    if (object.has_data && !serves_other_objects(object.title_index)) add_object(catalog, i, runs);
  }
  return runs;
}

std::vector<std::uint32_t> numbers_of(std::span<const ListedRun> runs) {
  std::vector<std::uint32_t> numbers;
  for (const ListedRun& run : runs) {
    for (std::size_t i = 0; i < run.count; ++i) {
      numbers.push_back(static_cast<std::uint32_t>(run.first + i));
    }
  }
  return numbers;
}

}  // namespace openperflib
