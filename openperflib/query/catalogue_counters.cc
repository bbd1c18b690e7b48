#include "openperflib/query/catalogue_counters.h"

#include "openperflib/titles/object_catalogue.h"

namespace openperflib {

std::optional<KnownCounter> counter_in_catalogue(std::uint32_t object_title_index,
                                                 std::uint32_t counter_title_index) noexcept {
  const CatalogueObject* object = find_catalogue_object(object_title_index);
  const CatalogueCounter* known =
      object == nullptr ? nullptr : find_catalogue_counter(*object, counter_title_index);
  if (known == nullptr) return std::nullopt;
  return KnownCounter{
      .type = CounterType(known->type), .default_scale = known->default_scale, .size = known->size};
}

}  // namespace openperflib
