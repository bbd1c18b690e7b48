// SetDefinitions: a counter set as an object of a data block.
//
// Source: docs/formats/offer.md, "As an object".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/read/counter_relations.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {

// The title indices of a set: its name, its help text, then name and help text of each counter.
[[nodiscard]] constexpr TitleIndex counter_title(TitleIndex object,
                                                 std::uint32_t position) noexcept {
  return object + 2 + 2 * position;
}
// Returns how many indices a set of so many counters takes, beginning with its own.
[[nodiscard]] constexpr TitleIndex titles_of(std::size_t counters) noexcept {
  return static_cast<TitleIndex>(2 + 2 * counters);
}

// A counter that has no definition.
struct LeftOutCounter {
  std::uint32_t position = 0;    // in the set
  std::string_view reason = {};  // a constant, for people
};

// Value.
struct SetDefinitions {
  static constexpr std::uint32_t kNone = CounterRelations::kNone;

  std::vector<CounterDefinition> definitions = {};
  std::vector<std::uint32_t> positions = {};  // in the set, of each definition
  std::vector<LeftOutCounter> left_out = {};
  std::vector<CounterLink> links = {};
  std::uint32_t time = kNone;  // positions of the clock that becomes the object's
  std::uint32_t frequency = kNone;
  std::int32_t default_counter = -1;       // the first that is shown
  std::uint32_t counter_block_length = 8;  // bytes
};
// Returns the definitions of a valid set, which has the titles from `object`.
[[nodiscard]] SetDefinitions definitions_of(const CounterSetTemplate& set, TitleIndex object);

}  // namespace openperflib
