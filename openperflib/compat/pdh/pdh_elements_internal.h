// The parts of a path as pdh.h has them, in a PDH_COUNTER_PATH_ELEMENTS.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "openperflib/abi/pdh_types.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib::compat {

template <typename Char>
using PathElements =
    std::conditional_t<sizeof(Char) == 1, PDH_COUNTER_PATH_ELEMENTS_A, PDH_COUNTER_PATH_ELEMENTS_W>;

// dwInstanceIndex of an instance without #n, as callers may also write it; it is 0 in what is
// given.
inline constexpr DWORD kNoInstanceIndex = 0xFFFFFFFF;

// Where the texts of the parts are in the buffer of a structure.
struct ElementPlaces {
  std::optional<std::size_t> machine, object, instance, parent, counter;
  DWORD index;
};

// Adds the parts of a path, which has a machine.
template <typename Char>
[[nodiscard]] ElementPlaces add_elements(const CounterPath& path, TextsBehind<Char>& texts) {
  const auto has_parent = path.instance.has_value() && !path.parent.empty();
  ElementPlaces places;
  places.machine = texts.add("\\\\" + path.machine);
  places.object = texts.add(path.object);
  places.instance = texts.add(path.instance);
  places.parent =
      texts.add(has_parent ? std::optional<std::string_view>(path.parent) : std::nullopt);
  places.counter = texts.add(path.counter);
  places.index = path.index;
  return places;
}

// The structure with the addresses that its texts have behind the one in `buffer`.
template <typename Char>
[[nodiscard]] PathElements<Char> elements_at(const ElementPlaces& places,
                                             const TextsBehind<Char>& texts,
                                             void* buffer) noexcept {
  return {.szMachineName = texts.at(places.machine, buffer),
          .szObjectName = texts.at(places.object, buffer),
          .szInstanceName = texts.at(places.instance, buffer),
          .szParentInstance = texts.at(places.parent, buffer),
          .dwInstanceIndex = places.index,
          .szCounterName = texts.at(places.counter, buffer)};
}

// The path of filled elements, whose object and counter are not NULL.
template <typename Char>
[[nodiscard]] CounterPath path_of_elements(const PathElements<Char>& elements) {
  CounterPath path;
  path.machine = without_backslashes(utf8_of(elements.szMachineName));
  path.object = utf8_of(elements.szObjectName);
  path.counter = utf8_of(elements.szCounterName);
  std::string instance = utf8_of(elements.szInstanceName);
  if (instance.empty()) return path;  // NULL, or a name that no path can have
  path.instance = std::move(instance);
  path.parent = utf8_of(elements.szParentInstance);
  path.index = elements.dwInstanceIndex == kNoInstanceIndex ? 0 : elements.dwInstanceIndex;
  return path;
}

}  // namespace openperflib::compat
