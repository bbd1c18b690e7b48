#include "openperflib/titles/object_catalogue.h"

#include <algorithm>

namespace openperflib {
namespace {

#include "openperflib/titles/object_rows.inc"  // kObjects, kCounters: generated from objects.csv

}  // namespace

std::span<const CatalogueObject> object_catalogue() noexcept { return kObjects; }

std::span<const CatalogueCounter> counter_catalogue() noexcept { return kCounters; }

const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept {
  const auto* found = std::ranges::find(kObjects, name_index, &CatalogueObject::name_index);
  return found == std::end(kObjects) ? nullptr : found;
}

const CatalogueCounter* find_catalogue_counter(const CatalogueObject& object,
                                               TitleIndex name_index) noexcept {
  const auto found = std::ranges::find(object.counters, name_index, &CatalogueCounter::name_index);
  return found == object.counters.end() ? nullptr : &*found;
}

}  // namespace openperflib
