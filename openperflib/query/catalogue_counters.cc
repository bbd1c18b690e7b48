#include "openperflib/query/catalogue_counters.h"

#include "openperflib/text/utf16.h"
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

std::string_view summary_by_indices(const Series& series) noexcept {
  const CatalogueObject* object = find_catalogue_object(series.object_title_index);
  const CatalogueCounter* counter =
      object == nullptr ? nullptr : find_catalogue_counter(*object, series.counter_title_index);
  return counter == nullptr ? std::string_view() : counter->summary;
}

const CatalogueCounter* catalogue_counter(std::string_view object, std::string_view counter) {
  for (const CatalogueObject& known : object_catalogue()) {
    if (!equal_ignoring_case(known.name, object)) continue;
    for (const CatalogueCounter& one : known.counters) {
      if (equal_ignoring_case(one.name, counter)) return &one;
    }
  }
  return nullptr;
}

std::string_view summary_by_names(const Series& series) {
  const CatalogueCounter* counter = catalogue_counter(series.object, series.counter);
  return counter == nullptr ? std::string_view() : counter->summary;
}

}  // namespace openperflib
