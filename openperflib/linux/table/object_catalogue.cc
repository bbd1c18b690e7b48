#include "openperflib/linux/table/object_catalogue.h"

#include <algorithm>

namespace openperflib {
namespace {

#include "openperflib/linux/table/object_rows.inc"  // kObjects, kOmitted: generated from objects.csv

}  // namespace

std::span<const CatalogueObject> object_catalogue() noexcept { return kObjects; }

std::span<const OmittedObject> omitted_objects() noexcept { return kOmitted; }

const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept {
  const auto* found = std::ranges::find(kObjects, name_index, &CatalogueObject::name_index);
  return found == std::end(kObjects) ? nullptr : found;
}

const CatalogueCounter* find_catalogue_counter(const CatalogueObject& object,
                                               TitleIndex name_index) noexcept {
  const auto found = std::ranges::find(object.counters, name_index, &CatalogueCounter::name_index);
  return found == object.counters.end() ? nullptr : &*found;
}

std::optional<KnownCounter> counter_in_catalogue(TitleIndex object, TitleIndex counter) noexcept {
  const CatalogueObject* row = find_catalogue_object(object);
  const CatalogueCounter* known = row == nullptr ? nullptr : find_catalogue_counter(*row, counter);
  if (known == nullptr) return std::nullopt;
  return KnownCounter{
      .type = CounterType(known->type), .default_scale = known->default_scale, .size = known->size};
}

}  // namespace openperflib
