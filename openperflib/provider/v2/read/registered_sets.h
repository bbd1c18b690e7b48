// What the title store says about counter sets that programs publish.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/read/set_definitions.h"
#include "openperflib/state/store/registration.h"

namespace openperflib {

// A registered set as its provider would describe it, with English texts.
[[nodiscard]] CounterSetTemplate template_of(const RegisteredSet& set,
                                             const Registration& registration);

// A running set, in the order of its counters, with the names, the scales and the other numbers of
// its registration. Value.
struct CompletedSet {
  CounterSetTemplate set = {};
  std::vector<std::uint32_t> title_positions = {};  // of each counter, in the registration
};
// nullopt: the two do not agree.
[[nodiscard]] std::optional<CompletedSet> complete(const CounterSetTemplate& running,
                                                   const CounterSetTemplate& registered);

// definitions_of(), with the titles of the registration.
[[nodiscard]] SetDefinitions definitions_of(const CompletedSet& completed, TitleIndex object);

}  // namespace openperflib
