#include "openperflib/titles/fixed_objects.h"

#include <algorithm>

namespace openperflib {
namespace {

// Whether any fixed index of a name passes.
template <class Passes>
bool has_fixed_index(std::string_view name, Passes passes) {
  const TitleTable& titles = fixed_titles();
  return std::ranges::any_of(titles.positions(name), [&](std::uint32_t position) {
    return passes(titles.names()[position].index);
  });
}

}  // namespace

bool names_fixed_object(std::string_view name) {
  return has_fixed_index(
      name, [](TitleIndex index) { return std::ranges::binary_search(fixed_objects(), index); });
}

bool names_fixed_counter(std::string_view object, std::string_view counter) {
  return has_fixed_index(object, [&](TitleIndex of_object) {
    return has_fixed_index(counter, [&](TitleIndex index) {
      return std::ranges::binary_search(fixed_counters(), FixedCounter{of_object, index});
    });
  });
}

}  // namespace openperflib
