#include "openperflib/linux/object_catalogue.h"

#include <algorithm>

namespace openperflib {
namespace {

#include "openperflib/linux/object_rows.inc"  // kObjects, kOmitted: made from objects.csv by the build

}  // namespace

std::span<const CatalogueObject> object_catalogue() noexcept { return kObjects; }

std::span<const OmittedObject> omitted_objects() noexcept { return kOmitted; }

const CatalogueObject* find_catalogue_object(TitleIndex name_index) noexcept {
  const auto* found = std::ranges::find(kObjects, name_index, &CatalogueObject::name_index);
  return found == std::end(kObjects) ? nullptr : found;
}

}  // namespace openperflib
