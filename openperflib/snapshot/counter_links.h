// Counter Links: our object that says of the counters of sets what a V1 object cannot: which other
// counters are their clock, and how they are shown. Source: docs/perflib.md, section 6.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

class DataBlockBuilder;  // wire/data_block_builder.h

// Value: a row of the object. Ordinals are positions of definitions in the object.
struct CounterLink {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t object_title_index = 0;
  std::uint32_t counter_ordinal = 0;
  std::uint32_t time_ordinal = kNone;       // the counter that is its clock
  std::uint32_t frequency_ordinal = kNone;  // the counter with the ticks per second of that
  std::uint32_t attributes = 0;             // PERF_ATTRIB_ flags
  std::uint32_t id = 0;                     // in its set; not read from blocks
  bool operator==(const CounterLink&) const = default;
};

// The links of one set, which must live until they are written.
struct SetLinks {
  Guid set = {};
  std::span<const CounterLink> links = {};
};

// Writes the object, one instance per counter. It precedes Titles.
void write_counter_links(std::span<const SetLinks> sets, DataBlockBuilder& builder);

// Reads the object of a block: sorted by object and ordinal, the first row of a counter. What a row
// names may not be in the block. Empty: it has no such object.
void read_counter_links(const DataBlockView& block, std::vector<CounterLink>& links);

// Null: the counter has none.
[[nodiscard]] const CounterLink* find_counter_link(std::span<const CounterLink> links,
                                                   std::uint32_t object,
                                                   std::uint32_t ordinal) noexcept;

}  // namespace openperflib
